import Testing
import TraceModel

@testable import TraceAnalyzer
@testable import TraceReport

@Suite(.tags(.small)) struct ReporterTests {
  @Test func `each kind of answer can be had in the formats that hold it`() {
    let formats: [(answer: any Answer.Type, names: [String])] = [
      (
        CheckAnswer.self,
        ["table", "json", "ndjson", "csv", "sarif", "junit", "github", "gitlab", "markdown"]
      ),
      (CompareAnswer.self, ["table", "json", "csv", "github", "markdown", "html"]),
      (ReportAnswer.self, ["table", "json", "csv", "markdown", "html"]),
      (HistoryAnswer.self, ["table", "json", "markdown", "html", "chrome"]),
      (RowsAnswer.self, ["table", "json", "csv"]),
      (EventsAnswer.self, ["jsonl", "chrome", "otlp"]),
      (TextAnswer.self, ["table"]),
    ]
    for (answer, names) in formats {
      #expect(Reporters.writing(answer).map { $0.name } == names, "\(answer)")
    }
  }

  @Test func `each format writes something of each answer that it says it writes`() throws {
    let report = Judgement([], of: [], Symbols()).report()
    let verdict = Verdict(report, failOn: .error, limits: Verdict.Limits())
    let check = CheckAnswer(
      report, verdict, subject: CheckSubject([]), failOn: .error, unknownNames: [], misfits: [])
    let facts = PageFacts(times: [], subject: CheckSubject([]), toolVersion: "")
    var comparison = CompareAnswer(
      CompareReport(
        base: ComparedSide(name: "a", launches: [], report: report),
        head: ComparedSide(name: "b", launches: [], report: report)))
    comparison.page = Page(comparison: comparison.report, facts)
    let question = ReportQuestion([], TextTable(), ReportOptions(), judged: { report }, run: { _ in })
    var times = ReportAnswer([LaunchTimesSection(question)])
    times.page = Page(report: LaunchTimesReport([]), report, facts)
    let answers: [any Answer] = [
      check, comparison, times, RowsAnswer(TableTests.table, schema: "query"),
      EventsAnswer { put in try put("{}\n") }, TextAnswer([TableTests.table]),
    ]
    for answer in answers {
      let formats = Reporters.writing(type(of: answer))
      #expect(!formats.isEmpty, "\(answer)")
      for format in formats {
        var text = ""
        try format.write(answer, Drawing()) { text += $0 }
        // A clean check has no finding, and no launches have no span: so there is no line.
        #expect(["ndjson", "otlp"].contains(format.name) ? text.isEmpty : text.utf8.last == 0x0A, "\(format)")
      }
    }
  }

  @Test(
    arguments: [
      (.error, .certain, true), (.warning, .certain, false), (.note, .certain, false), (.error, .possible, false),
    ] as [(Severity, Confidence, Bool)])
  func `a new finding is an error of an annotation if it fails the comparison`(
    severity: Severity, confidence: Confidence, fails: Bool
  ) {
    var report = CompareReport(base: ComparedSide(name: "a", launches: []), head: ComparedSide(name: "b", launches: []))
    report.findings = [
      FindingChange(
        change: .new, rule: .`trace.gap`, severity: severity, confidence: confidence, fingerprint: "1", message: "gap")
    ]
    for (failsOnFindings, severity) in [(true, .error), (false, .error), (true, nil)] as [(Bool, Severity?)] {
      let answer = CompareAnswer(report, failsOnFindings: failsOnFindings, severity: severity)
      let isError = fails && failsOnFindings && severity != nil
      #expect(answer.annotations.map(\.level) == [isError ? .error : .warning])
    }
  }

  @Test func `a format refuses an answer that it does not write`() {
    let answer = TextAnswer([TableTests.table])
    for format in Reporters.all where !format.writes(TextAnswer.self) {
      #expect(throws: UnwritableAnswer.self) { try format.write(answer, Drawing()) { _ in } }
    }
  }

  @Test func `names of formats are learned from each other`() {
    let names = Reporters.all.map { $0.name }
    #expect(Set(names).count == names.count)
    #expect(names.first == "table")
  }

  @Test(arguments: [
    (ReportCapacity.parts, ["launch-phases", "background"], true), (.document, ["launch-phases"], true),
    (.document, ["launch-phases", "background"], false), (.document, ["summary"], true),
    (.table, ["launch-times"], true), (.table, ["summary"], false), (.table, ["launch-phases", "background"], false),
  ])
  func `a format holds as much of a report as fits in one output`(
    _ capacity: ReportCapacity, _ names: [String], _ holds: Bool
  ) {
    let all = ReportSections.all + [SummarySection.self]
    #expect(capacity.holds(all.filter { names.contains($0.name) }) == holds)
  }
}
