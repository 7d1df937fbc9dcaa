import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// `tracetool explain FINGERPRINT`: one finding, and the events that show it.
enum ExplainFinding {
  /// Whether a word is a finding's fingerprint.
  static func isFingerprint(_ word: String) -> Bool {
    word.utf8.count == 16 && word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// Explains the first finding with the fingerprint that the command line begins with.
  static func run(_ session: Session) throws -> ExitCode {
    var session = session
    let fingerprint = session.settings.arguments.removeFirst()
    let evidence = try Evidence(session)
    let findings = evidence.judged(session.settings).findings
    guard let finding = findings.first(where: { $0.fingerprint == fingerprint }) else {
      throw Failure.data(
        "no finding has the fingerprint '\(fingerprint)'; 'tracetool check --all' lists those"
          + " that there are")
    }
    let page = Catalogue.all.first { $0.rule.name == finding.rule }
    let advice = page.map { Explain.advice($0).split(separator: "\n").map(String.init) } ?? []
    let cause = finding.cause.map { ["Cause: \($0)"] } ?? []
    let place = finding.launch.map { ["Launch: \($0)"] } ?? []
    var tables = [
      Table(
        "\(finding.rule): \(finding.severity), \(finding.confidence)", [], [],
        notes: ["", finding.message, ""] + cause + advice + place)
    ]
    if let launch = evidence.selected.first(where: { $0.name == finding.launch }) {
      let recording = try evidence.launches.recording(launch)
      tables += before(finding, recording.history([]))
      let isLaunch = evidence.launches.symbols.stream(launch.summary.stream).isLaunch
      tables.append(
        run(
          recording.shortest(showing: finding, session.settings.judging), of: recording.count,
          isLaunch ? launch.name : ""))
    } else {
      tables.append(Table("It is about several launches: no run of one shows it", [], []))
    }
    try session.deliver(tables) { "" }
    return evidence.exitCode
  }

  /// The states before the event that it is about, if it is about one, and what was legal there.
  private static func before(_ finding: Finding, _ history: LaunchHistory) -> [Table] {
    history.events.firstIndex { $0.source == finding.source }.map { index in
      var table = history.after(index).stateTable
      table.notes = finding.expected.map { ["Legal there: \($0.joined(separator: ", "))"] } ?? []
      return [table]
    } ?? []
  }

  private static func run(
    _ found: (run: Recording, isShortest: Bool)?, of count: Int, _ id: String
  ) -> Table {
    guard let (run, isShortest) = found else {
      return Table("It rests on other launches as well: no run of one shows it", [], [])
    }
    let history = run.history([])
    let sources = Dictionary(grouping: history.events.compactMap(\.source), by: \.file)
    let lines = sources.mapValues { (try? RawLines.read($0[0].file, Set($0.map(\.line)))) ?? [:] }
    let kind = isShortest ? "shortest run" : "shortest run found"
    return history.eventTable(
      "The \(kind) that shows it, \(run.count) of \(Units.count(count, "event"))"
    ) { event in
      guard let source = event.source else { return [] }
      let line = lines[source.file]?[source.line]
      // The file may have changed since.
      let words = [id, event.seq.map { "\($0)" } ?? ""].filter { !$0.isEmpty }
      let isThere = line.map { words.allSatisfy($0.contains) } ?? false
      let place = "\(source.file):\(source.line)"
      return isThere ? [place, line ?? ""] : ["\(place), no longer there"]
    }
  }
}
