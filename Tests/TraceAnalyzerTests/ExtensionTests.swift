import Testing
import TraceModel

@testable import TraceAnalyzer

/// Which launches are those of extensions, where no record says so.
@Suite(.tags(.small)) struct ExtensionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var app = "com.example.shop"
    var appKinds: [EventKind] = [.processStart, .sceneDidActivate]
    var other = "com.example.shop.push"
    var otherKinds: [EventKind] = [.processStart, .dataSave]
    var processKind = ""
    var isExtension = false
  }

  @Test(arguments: [
    Case(testDescription: "an id below the app's", isExtension: true),
    Case(testDescription: "written otherwise", other: "COM.Example.Shop.push", isExtension: true),
    Case(testDescription: "two levels below", other: "com.example.shop.push.content", isExtension: true),
    Case(
      testDescription: "what is posted in extensions too", otherKinds: [.appDidReceiveMemoryWarning],
      isExtension: true),
    Case(testDescription: "an id that only begins alike", other: "com.example.shopping"),
    Case(testDescription: "a scene came in it", otherKinds: [.processStart, .sceneWillConnect]),
    Case(testDescription: "the app's life came in it", otherKinds: [.appDidFinishLaunching]),
    Case(testDescription: "its records say that it is an app", processKind: "app"),
    Case(testDescription: "nothing of an app's life is recorded", appKinds: [.processStart, .processExit]),
  ])
  func `an extension is below an app and nothing of an app's life comes in it`(_ example: Case) {
    var pad = Launchpad()
    for (name, app, kinds, processKind) in [
      ("first", example.app, example.appKinds, ""), ("second", example.other, example.otherKinds, example.processKind),
    ] {
      pad.add(
        name, [.start: 0, .firstFrame: 100],
        context: { context, text in
          context.app = text(app)
          context.device = text("D1")
          if !processKind.isEmpty { context.processKind = text(processKind) }
        }, summary: { summary, _ in summary.kinds = KindSet(kinds) })
    }
    let launch = pad.launches().first { $0.name == "second" }
    #expect((launch?.kind == .extension) == example.isExtension)
    #expect((launch?.time.notCounted == .extension) == example.isExtension)
    #expect(launch?.kindReason.contains("below that of com.example.shop") == example.isExtension)
    let symbols = pad.symbols
    let judging = JudgingContext(pad.summaries, of: symbols, JudgingOptions())
    #expect(pad.launches().map { judging.judges(symbols.context($0.summary.context)) } == [true, !example.isExtension])
  }
}
