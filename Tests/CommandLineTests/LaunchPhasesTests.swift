import Foundation
import Testing

/// Which phases a launch has, by what its log records of `didFinishLaunching`.
@Suite(.tags(.large)) struct LaunchPhasesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: String
    /// Each phase with its milliseconds; `~` stands behind one whose begin or end is not really known.
    var phases: [String]
  }

  static let cases = [
    Case(
      testDescription: "one instant",
      lines: """
        0 process.start
        0.8 app.didFinishLaunching
        0.9 launch.firstFrame
        """, phases: ["launching 800", "firstFrame 100~"]),
    Case(
      testDescription: "a notification alone",
      lines: """
        0 process.start
        0.8 app.didFinishLaunching source=notification
        0.9 launch.firstFrame
        """, phases: ["launching 800", "firstFrame 100"]),
    Case(
      testDescription: "an instant behind main",
      lines: """
        0 process.start
        0.3 process.main
        0.8 app.didFinishLaunching
        0.9 app.didBecomeActive
        """, phases: ["preMain 300", "launching 500", "firstFrame 100~"]),
    Case(
      testDescription: "an instant behind willFinishLaunching",
      lines: """
        0 process.start
        0.3 app.willFinishLaunching
        0.8 app.didFinishLaunching
        0.9 launch.firstFrame
        """, phases: ["uikitInit 300", "appInit 500~", "firstFrame 100~"]),
    Case(
      testDescription: "an instant and a notification",
      lines: """
        0 process.start
        0.3 app.didFinishLaunching source=delegate
        0.8 app.didFinishLaunching source=notification
        0.9 launch.firstFrame
        """, phases: ["uikitInit 300", "appInit 500", "firstFrame 100"]),
    Case(
      testDescription: "begin and end",
      lines: """
        0 process.start
        0.3 app.didFinishLaunching phase=begin
        0.8 app.didFinishLaunching phase=end
        0.9 launch.firstFrame
        """, phases: ["uikitInit 300", "appInit 500", "firstFrame 100"]),
    Case(
      testDescription: "an instant that the launch begins with",
      lines: """
        0 app.didFinishLaunching
        0.5 scene.willConnect source=notification
        0.9 launch.firstFrame
        """, phases: ["sceneConnect 500~", "firstFrame 400"]),
    Case(
      testDescription: "an instant after the wait of a prewarmed launch",
      lines: """
        0 process.start reason=prewarm
        0.1 process.suspend
        60 process.resume
        60.3 app.didFinishLaunching
        60.4 launch.firstFrame
        """, phases: ["launching 300", "firstFrame 100~"]),
  ]

  @Test(arguments: cases)
  func `every output has the same phases`(_ example: Case) throws {
    let place = Workplace()
    try place.write("a.jsonl", ShowTests.log(example.lines))
    let names = example.phases.map { $0.trimmingCharacters(in: ["~"]) }
    func millis(_ nanos: Any?) -> Int { (nanos as? Int ?? 0) / 1_000_000 }

    let each = try place.run("report", "--each", "--format", "json", "a.jsonl").document
    let launch = try #require((each["each"] as? [[String: Any]])?.first)
    let pieces = launch["phases"] as? [[String: Any]] ?? []
    let written = pieces.map { piece in
      let mark = piece["isApproximate"] as? Bool == true ? "~" : ""
      return "\(piece["phase"] ?? "") \(millis(piece["nanos"]))\(mark)"
    }
    #expect(written == example.phases)

    let table = try place.run("report", "--launch-phases", "--format", "csv", "a.jsonl").output
    #expect(Self.fields(table, 0, 2) == names)
    #expect(try place.run("ingest", "--store", "a.db", "a.jsonl").code == 0)
    let view = ["query", "SELECT phase, nanos FROM phase ORDER BY rank", "--format", "csv", "--store", "a.db"]
    #expect(try Self.fields(place.run(view).output, 0, 1) == names)
    let stored = try place.run("report", "--launch-phases", "--format", "csv", "--store", "a.db").output
    #expect(stored == table)

    let id = try #require(launch["launch"] as? String)
    let chart = try place.run("show", id, "a.jsonl").output.split(separator: "\n")
    let rows = chart.compactMap { line in names.first { line.hasPrefix($0.prefix { $0 != " " } + " ") } }
    #expect(rows == names)
    let timeline = try place.run("export", "--format", "chrome", "a.jsonl").output
    for phase in example.phases {
      let name = phase.prefix { $0 != " " } + (phase.hasSuffix("~") ? " ~" : "")
      #expect(timeline.contains("\"name\":\"\(name)\""))
    }
  }

  @Test func `the one phase before an instant has a budget`() throws {
    let place = Workplace()
    try place.write("a.jsonl", ShowTests.log(Self.cases[0].lines))
    let outcome = try place.run("check", "--budget", "phase.launching=700ms", "a.jsonl")
    #expect(outcome.output.contains("launching took 800 ms, over its budget of 700 ms"), "\(outcome)")
    #expect(outcome.output.contains("the launch took 900 ms, budget 400 ms; launching takes 800 ms"), "\(outcome)")
    try place.write(".tracetool.json", #"{"budgets": [{"phase.launching": "900ms"}]}"#)
    #expect(try !place.run("check", "a.jsonl").output.contains("launching took"))
    #expect(try place.run("explain", "launching").output.contains("A phase of a launch"))
  }

  /// A name and a number of nanoseconds of each row, as in `launching 800`.
  private static func fields(_ csv: String, _ name: Int, _ nanos: Int) -> [String] {
    csv.split(separator: "\r\n").dropFirst().map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[name]) \((Int(cells[nanos]) ?? 0) / 1_000_000)"
    }
  }
}
