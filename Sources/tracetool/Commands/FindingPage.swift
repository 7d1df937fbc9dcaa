import TraceAnalyzer
import TraceIngest
import TraceModel
import TracePipeline
import TraceReport

/// The page of `tracetool show FINGERPRINT`: one finding, and the events that show it.
struct FindingPage {
  let dataset: LaunchDataset
  let query: LaunchQuery
  /// The words of the command line that say what is read and how it is judged.
  let input: [String]
  let drawing: Drawing

  /// True for 4 to 16 lower-case hexadecimal digits: a finding's fingerprint, or the beginning of one.
  static func isFingerprint(_ word: String) -> Bool {
    4...16 ~= word.utf8.count && word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// The page of a finding; `command` shows its best example.
  func tables(of finding: Finding, command: String?) throws -> [Table] {
    let rule = Catalogue.description(of: finding.rule)
    let phase = finding.median?.phase
    let phaseText: Sentence =
      phase.map { " Here it is \(name: $0.phase), which takes \(nanos: $0.nanos)." } ?? ""
    let doubts: [Sentence] = finding.doubts.isEmpty ? [] : ["Possible, because: \(name: finding.doubts.text)"]
    let lines: [Sentence] =
      ["", finding.message + finding.inferredText, ""] + doubts + [
        "Cause: \(finding.cause ?? "not known")", "Why it matters: \(name: rule.rationale)",
        "What to do: \(name: rule.remedy)\(phaseText)", "Launch: \(name: finding.launch ?? "several")",
      ]
    var tables = [
      Table(
        "\(name: finding.rule.name): \(name: finding.severity.name), \(name: finding.confidence.name)", [], [],
        notes: lines)
    ]
    var run: Recording?
    if let launch = dataset.selected.first(where: { $0.name == finding.launch }) {
      let recording = try dataset.launches.events.recording(of: launch)
      let history = recording.history()
      if let index = history.events.firstIndex(where: { $0.source == finding.source }) {
        var table = history.after(index).stateTable
        table.notes = finding.expected.map { ["Legal then: \(name: $0.joined(separator: ", "))"] } ?? []
        tables.append(table)
      }
      run = recording.shortest(showing: finding, query.judging)
    }
    let none = Table("No run of one launch shows it: it needs several launches", [], [])
    let whole = command.map { [Table("The whole launch: \(name: $0)", [], [])] } ?? []
    return tables + [run.map { shown($0.history()) } ?? none] + whole + acceptance(of: finding)
  }

  private func acceptance(of finding: Finding) -> [Table] {
    let heading: Sentence =
      "To accept it, put this under \"accept\" in \(name: ConfigurationFile.name), with your reason and a last day:"
    // A baseline holds what fails a check.
    let level = finding.severity == .error ? [] : ["--fail-on", finding.severity.name]
    let decision = ["--reason", "…", "--accept-until", "DAY"]
    let words = ["tracetool", "baseline", "add", "--rule", finding.rule.name] + level + decision
    let command: Sentence = "or let '\(command: words + input)' write it into a baseline"
    let canBeAdded = finding.confidence == .certain && finding.severity >= .note
    return [
      Table(heading, [], [], notes: ["\(name: BaselineLine.template(for: finding))"] + (canBeAdded ? [command] : []))
    ]
  }

  /// The events of a run, each with its line in its file.
  private func shown(_ run: LaunchHistory) -> Table {
    let sources = Dictionary(grouping: run.events.compactMap(\.source), by: \.file)
    let lines = sources.mapValues {
      (try? RawLines.read($0[0].file, Set($0.map(\.line)), query.logs.reading)) ?? [:]
    }
    return run.eventTable("The shortest run found that shows it", drawing) { event in
      guard let source = event.source else { return [] }
      let line = lines[source.file]?[source.line] ?? ""
      // The file may have changed.
      let isThere = event.seq.map { line.contains("\($0)") } ?? !line.isEmpty
      // A line may be copied.
      let text = isThere ? Cell(line, isWrapped: false) : .text("this line is no longer there")
      return [Cell("\(source.file):\(source.line)", isWrapped: false), text]
    }
  }
}
