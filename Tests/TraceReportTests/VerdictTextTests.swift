import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

@Suite(.tags(.small)) struct VerdictTextTests {
  private typealias Made = CheckOutputs

  /// A report of nothing, with this coverage.
  private func report(_ change: (inout Coverage) -> Void) -> CheckReport {
    var report = Judgement([], of: [], Symbols()).report()
    report.coverage.launches = 20
    report.coverage.stepsSeen = 9430
    report.coverage.stepsJudged = 8120
    report.coverage.events = 10_000
    report.coverage.reading = Coverage.Reading(records: 10_000, rejected: 0)
    change(&report.coverage)
    return report
  }

  /// The screen of a check of nothing, with this coverage.
  private func lines(width: Int? = nil, _ change: (inout Coverage) -> Void) -> [String] {
    let report = report(change)
    let answer = CheckAnswer(
      report, Verdict(report, failOn: .error, limits: Verdict.Limits()), subject: CheckSubject([]), failOn: .error,
      unknownNames: [], misfits: [])
    return answer.text(drawing: Drawing(width: width)).split(separator: "\n").map(String.init)
  }

  @Test func `how much was judged is reported with a verdict`() {
    #expect(
      lines { _ in } == ["0 launches", "passed: no findings", "judged 8,120 of 9,430 steps in 20 launches"])
    let some = lines(width: 80) {
      $0.reading = Coverage.Reading(records: 10_000, rejected: 30)
      $0.unknownEvents = 1_900
    }
    #expect(
      some == [
        "0 launches", "passed: no findings",
        "judged 8,120 of 9,430 steps in 20 launches, 0.3 % of records rejected, 19 %", "  unknown names",
        "'tracetool store status' lists the unknown names",
      ])
  }

  @Test func `task kinds and exit reasons that are in no vocabulary are listed, as no budget is for them`() {
    let some = lines { coverage in
      coverage.unknownWords = ["sync2", "index", "a", "b"].map { UnknownWord(field: .taskKind, word: $0, count: 2) }
      coverage.unknownWords.append(UnknownWord(field: .exitReason, word: "boredom", count: 1))
    }
    #expect(
      some.dropFirst(3) == [
        "8 tasks of kinds that tracetool does not know: sync2, index, a and 1 other; --rename kind:WORD=NAME says what one means",
        "1 exit for a reason that tracetool does not know: boredom; --rename reason:WORD=NAME says what one means",
      ])
  }

  @Test func `a check with too many rejects, unread sources or unknown names is undecided`() {
    let doubtful = lines(width: 80) {
      $0.reading = Coverage.Reading(records: 10_000, rejected: 101, unreadSources: 2, sources: 14)
      $0.unknownEvents = 2_001
    }
    #expect(
      doubtful.prefix(5) == [
        "0 launches", "UNDECIDED: more records rejected than --max-rejects; 2 of 14 sources were not",
        "  read to their end: run 'tracetool ingest' again; more unknown names than",
        "  --max-unknown; no findings", "judged 8,120 of 9,430 steps in 20 launches, 1.0 % of records rejected, 20 %",
      ])
    // Names that tracetool made say nothing either way.
    #expect(
      lines {
        $0.unmappedEvents = 9_990
        $0.unknownEvents = 3
      }[1].hasPrefix("UNDECIDED: more unknown names"))
    #expect(lines { $0.unmappedEvents = 10_000 }[1] == "passed: no findings")
  }

  @Test func `what was not judged is reported by its largest causes`() {
    let causes = lines {
      $0.notJudged = [
        ("invalidTask", 39_156), ("viewWithoutInstance", 19_578), ("otherSystem", 12), ("leftOpen", 3), ("retold", 2),
      ].map { NotJudged(cause: $0.0, steps: $0.1, system: $0.0 == "otherSystem" ? "watchOS" : nil) }
    }
    #expect(
      causes.dropFirst(3) == [
        "not judged: 39,156 steps of task 0, the invalid id", "  19,578 steps of views without viewInstance",
        "  12 steps of launches on watchOS", "  5 steps for other causes",
      ])
  }

  @Test(
    arguments: [
      ([.error], [], .error, "1 error is only possible: not failed"),
      (
        [.error, .error, .warning], [.warning], .error,
        "2 errors are only possible: not failed; 2 kinds of warning in 1 launch (5.0 %)"
      ),
      ([.error, .warning], [], .warning, "1 error, 1 warning are only possible: not failed"),
      ([.warning], [], .error, "passed: 1 kind of warning in 1 launch (5.0 %)"),
      ([], [.error], .error, "FAILED: 1 kind of error in 1 launch (5.0 %)"),
      ([], [.error], nil, "not failed: --fail-on never; 1 kind of error in 1 launch (5.0 %)"),
      ([], [.note], nil, "passed: 1 kind of note in 1 launch (5.0 %)"),
    ] as [([Severity], [Severity], Severity?, String)])
  func `a check that did not fail says why errors fail nothing`(
    possible: [Severity], certain: [Severity], failOn: Severity?, text: String
  ) {
    let found =
      possible.enumerated().map { Made.finding($0, severity: $1, confidence: .possible) }
      + certain.enumerated().map { Made.finding(10 + $0, severity: $1) }
    var coverage = Coverage()
    coverage.launches = 20
    let answer = Made.answer(found, failOn: failOn, coverage: coverage)
    let verdict = answer.verdictText(answer.report.groups(by: .cause))
    #expect(verdict.description == text)
    #expect(verdict.written(name: { $0 }, verdict: { "<\($0)>" }).contains("<"))
  }

  @Test func `launches whose times were not judged are counted`() {
    #expect(
      lines { $0.timesNotJudged = ["simulator": 2, "debugger": 1_300] }[1]
        == "passed: no findings; times not judged of 2 launches in the Simulator, 1,300 under a debugger; "
        + "--include simulator,debugger judges them")
  }

  @Test func `a limit is a number or a share`() {
    #expect(Verdict.Limit(number: 1, isPercent: true).allows(1, of: 100))
    #expect(!Verdict.Limit(number: 1, isPercent: true).allows(2, of: 100))
    #expect(Verdict.Limit(number: 0, isPercent: true).allows(0, of: 0))
    #expect(!Verdict.Limit(number: 3, isPercent: false).allows(4, of: 1_000_000))
  }
}
