import Testing
import TraceAnalyzer
import TraceModel

/// Each rule finds what its own examples mark, and nothing in those that are clean.
@Suite struct RuleExampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var rule: RuleID
    var text: String
    var testDescription: String { "\(rule.name): \(text.split(separator: "\n").count) lines" }

    static let all = Catalogue.pages.flatMap { rule in
      (rule.found + rule.clean).map { Sample(rule: rule.rule, text: $0) }
    }

    /// Lines at which the rule finds something, as written in the example.
    func lines(_ timeline: Timeline, ignoring dropped: Int = 0) -> [Int] {
      timeline.report().findings.filter { $0.rule == rule.name }
        .compactMap { $0.source?.line }.sorted()
    }
  }

  /// A launch in which nothing is wrong.
  private static let legal = """
    0.1 s app.didFinishLaunching
    0.7 s app.didBecomeActive
    8.1 s app.willResignActive
    8.7 s app.didEnterBackground
    """

  @Test(arguments: Sample.all)
  func `it is found where the mark stands`(_ sample: Sample) {
    let timeline = Timeline(sample.text)
    #expect(sample.lines(timeline) == timeline.marked.map(Int.init))
  }

  @Test func `of a start and an end alone the watchdog's reason is in doubt`() {
    let end = "21 s process.exit reason=watchdog source=system"
    let bare = Timeline("0 s process.start\n" + end).found(patterns: true)
    #expect(bare.contains("2 launch.watchdog error?"), "\(bare)")
    let begun = Timeline("0 s process.start\n1 s app.didFinishLaunching phase=begin\n" + end).found(patterns: true)
    #expect(begun.contains("3 launch.watchdog error"), "\(begun)")
  }

  @Test(arguments: Sample.all)
  func `nor does it depend on time, numbers or other launches`(_ sample: Sample) {
    let marked = Timeline(sample.text).marked.map(Int.init)
    for options in [
      Timeline.Options(shift: 86_400_000_000_000), .init(hasSeq: !sample.text.contains("seq=")),
    ] {
      #expect(sample.lines(Timeline(sample.text, options)) == marked, "\(options)")
    }
    var both = Timeline(sample.text)
    both.add(Self.legal, .init(launch: "other"))
    #expect(sample.lines(both) == marked)
  }

  @Test(arguments: Sample.all)
  func `a cut at the front adds nothing`(_ sample: Sample) {
    let count = sample.text.split(separator: "\n").count
    let marked = Timeline(sample.text).marked.map(Int.init)
    for dropped in 1..<count {
      let timeline = Timeline(sample.text, .init(dropped: dropped))
      let lines = sample.lines(timeline).map { $0 + dropped }
      #expect(lines.allSatisfy(marked.contains), "\(dropped) lines cut: \(lines)")
    }
  }

  @Test func `each rule has a page, and a page nothing that is left empty`() {
    #expect(Catalogue.pages.map(\.rule) == RuleID.allCases)
    for page in Catalogue.pages {
      let titles = ["Why it matters: ", "What lies behind it: ", "What to do: ", "Source: "]
      let texts = [page.severity, page.summary] + titles.flatMap { title in page.lines.filter { $0.hasPrefix(title) } }
      #expect(texts.count >= 5 && !texts.contains("") && !titles.contains(where: texts.contains), "\(page.rule.name)")
    }
  }

  @Test func `each inference has its row`() {
    for inference in Inference.allCases {
      #expect(inference.row.count == 4 && inference.row[0] == "\(inference)")
      #expect(inference.nanos >= 1_000_000)
    }
  }

  @Test func `every other rule than these shows and clears itself`() {
    let silent = Catalogue.pages.filter { $0.found.isEmpty || $0.clean.isEmpty }.map(\.rule)
    #expect(
      silent == [
        .`order.process`, .`order.app`, .`order.scene`, .`order.view`, .`order.task`, .`order.launch`, .`launch.slow`,
        .`launch.slow-phase`, .`launch.setup-repeated`, .`background.task-overrun`, .`background.task-leaked`,
        .`data.saved-only-on-deactivation`, .`trace.gap`, .`trace.unrecorded`,
      ])
  }
}
