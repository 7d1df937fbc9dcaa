import Testing
import TraceAnalyzer
import TraceModel

/// What several launches of one version show together.
@Suite(.tags(.small)) struct HabitTests {
  /// What a check says of launches, each a text, of which the rules of habits.
  private func found(_ launches: [String]) -> [String] {
    var timeline = Timeline()
    for (number, text) in launches.enumerated() {
      timeline.add(text, .init(launch: "L\(number)", shift: Int64(number) * 60_000_000_000))
    }
    return timeline.report().findings.filter {
      $0.rule.name.hasPrefix("data.saved") || $0.rule.name.hasPrefix("launch.setup")
    }
    .map { "\($0.launch ?? "-") \($0.severity): \($0.message)" }
  }

  private static let leaving = """
    0 s app.didFinishLaunching
    1 s app.didBecomeActive source=delegate
    8 s app.willResignActive source=delegate
    8.1 s data.save name=cart
    9 s app.didEnterBackground source=delegate
    """
  private static let staying = """
    \(leaving)
    20 s app.willEnterForeground source=delegate
    20.1 s app.didBecomeActive source=delegate
    21 s data.save name=cart
    """

  @Test func `three launches that save on leaving alone are a habit`() {
    #expect(
      found([Self.leaving, Self.leaving, Self.leaving]) == [
        "L2 note: 3 launches saved data, all of them only after a deactivation"
      ])
    #expect(found([Self.leaving, Self.leaving]) == [])
    #expect(found([Self.leaving, Self.leaving, Self.leaving, Self.staying]) == [])
  }

  @Test func `launches of another version are no part of a habit`() {
    let other = Self.leaving.replacing("0 s app.didFinishLaunching", with: "0 s app.didFinishLaunching appVersion=2")
    #expect(found([Self.leaving, Self.leaving, other]) == [])
  }

  private static func setup(_ device: String, ends: String? = "", name: String = "index") -> String {
    let end = ends.map { "\n2 s work.end kind=setup name=\(name) \($0)" } ?? ""
    return "0 s app.didFinishLaunching device=\(device)\n1 s work.begin kind=setup name=\(name)\(end)"
  }

  @Test func `setup that was finished is not to run again`() {
    let message = "warning: setup 'index' ran again, though an earlier launch had finished it"
    #expect(found([Self.setup("A"), Self.setup("A"), Self.setup("A")]) == ["L1 \(message)"])
    #expect(found([Self.setup("A"), Self.setup("B")]) == [])
    let ofProcess = Self.setup("A").replacing("kind=setup", with: "kind=startup")
    #expect(found([ofProcess, ofProcess]) == [])
    #expect(found([Self.setup("A"), Self.setup("A", name: "icons")]) == [])
    // What was not finished is rightly begun anew.
    #expect(found([Self.setup("A", ends: nil), Self.setup("A")]) == [])
    #expect(found([Self.setup("A", ends: "success=false"), Self.setup("A")]) == [])
  }
}
