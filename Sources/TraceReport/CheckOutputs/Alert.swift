import TraceAnalyzer
import TraceModel

/// The findings with one fingerprint, which a platform shows as one alert; each text is cut.
struct Alert {
  /// The findings; those that count hide accepted ones.
  let group: FindingGroup
  let location: FindingLocation
  /// The line that an annotation names; nil without a line of code, of a log or of a configuration.
  let annotatedLine: FindingLocation?
  let fails: Bool
  private let paths: OutputPaths

  init(_ group: FindingGroup, _ check: CheckAnswer) {
    self.group = group
    fails = group.fails(on: check.failOn)
    paths = check.paths
    location = FindingLocation(group.worst, owners: check.owners, in: check.paths)
    annotatedLine = FindingLocation(annotating: group.worst, owners: check.owners, in: check.paths)
  }

  var finding: Finding { group.worst }

  var level: AlertLevel { AlertLevel(finding) }

  /// One sentence without a period, as in `task 'upload' ran 36.9 s in the background, budget 30.0 s`.
  var message: Sentence { finding.message.cut(to: Sentence.mostOfSentence) + finding.inferredText }

  /// The message, how often it was found, the usual cause and the first line of a log, in sentences.
  var paragraph: Sentence {
    let seen: Sentence? = firstLine.map { "Seen at \($0)." }
    return ([message + "."] + details + [seen].compactMap(\.self)).joined(separator: " ")
  }

  /// How sure it is, how often it was found and why, in sentences.
  var details: [Sentence] {
    let cause: Sentence? = finding.cause.map { "Cause: \($0.cut(to: Sentence.mostOfSentence))." }
    return [finding.doubtText.map { "This is \($0)." }, occurrences, cause].compactMap(\.self)
  }

  /// As in `In 3 launches, 5 times.`; nil if it is about an app and was found once.
  private var occurrences: Sentence? {
    let times: Sentence? = group.count == group.launches || group.count == 1 ? nil : "\(count: group.count) times"
    let launches: Sentence? = group.launches == 0 ? nil : "in \(count: group.launches, "launch")"
    let texts = [launches, times].compactMap(\.self)
    return texts.isEmpty ? nil : "\(texts.joined(separator: ", ").capitalized)."
  }

  /// The line of the log that shows it, as in `logs/a.jsonl:391`; nil if no single line does.
  var firstLine: Sentence? { finding.source.map(lineText) }

  func lineText(_ source: SourceLine) -> Sentence { "\(.name(paths.shown(source.file))):\(source.line)" }
}

/// How loudly a platform reports a finding, in three levels that all platforms know.
enum AlertLevel: Int, CaseIterable, Comparable {
  case note, warning, error

  init(_ severity: Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note, .quirk: self = .note
    }
  }

  /// A possible finding fails no check, so it is a note whatever its severity.
  init(_ finding: Finding) {
    let isCertain = finding.confidence == .certain
    self = isCertain ? AlertLevel(finding.severity) : .note
  }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
