import TraceAnalyzer
import TraceModel

/// Annotations of lines, as GitHub Actions reads them from standard output, and the verdict.
///
/// Source: GitHub Docs, Workflow commands for GitHub Actions; the escapes are those of actions/toolkit.
enum GitHubReporter: Reporter {
  static let name = "github"
  static let isForCI = true

  /// GitHub shows ten annotations of a level in a step and drops the others silently: one is left for their number.
  private static let mostOfLevel = 9

  static func writes(_ answer: any Answer.Type) -> Bool {
    answer == CheckAnswer.self || answer is any AnnotationAnswer.Type
  }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    if let answer = answer as? any AnnotationAnswer {
      let lines = answer.annotations.map { annotation in
        "::\(command(annotation.level)) title=\(property(annotation.title))::\(data(annotation.text))"
      }
      return try put(log(lines + ["\(answer.annotationsEnd)"]))
    }
    let check = try readable(answer, as: CheckAnswer.self)
    let alerts = check.countedAlerts
    var lines: [String] = []
    for level in AlertLevel.allCases.reversed() {
      lines += alerts.filter { $0.level == level }.prefix(mostOfLevel).map(annotation)
    }
    let more = alerts.count - lines.count
    let noteCount = alerts.count { $0.level == .note }
    lines += (check.metrics?.lines ?? []).prefix(max(0, mostOfLevel - noteCount)).map { line in
      "::\(command(.note)) title=MetricKit::\(data(line))"
    }
    if more > 0 { lines.append("::notice::\(Units.count(more)) more: see the summary, or 'tracetool check'") }
    // It begins with a word of ours: no runner mistakes it for a command.
    lines.append("\(check.conclusion)")
    try put(log(lines))
  }

  /// The lines as they stand in the log of a job, which shows the colors that they ask for: names of files ask for none.
  private static func log(_ lines: [String]) -> String {
    lines.map { OutsideText.escaped($0) + "\n" }.joined()
  }

  private static func annotation(_ alert: Alert) -> String {
    let line = alert.annotatedLine.map { "file=\(property("\(name: $0.path)")),line=\($0.line)," } ?? ""
    let properties = "\(line)title=\(property("\(name: alert.group.rule.name)"))"
    return "::\(command(alert.level)) \(properties)::\(data(alert.paragraph))"
  }

  private static func command(_ level: AlertLevel) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  /// The text of an annotation.
  private static func data(_ sentence: Sentence) -> String {
    sentence.description.replacing("%", with: "%25")
  }

  /// The value of a property, which a colon or a comma would end.
  private static func property(_ sentence: Sentence) -> String {
    data(sentence).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
