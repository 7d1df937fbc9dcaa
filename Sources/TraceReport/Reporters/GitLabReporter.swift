import TraceAnalyzer
import TraceModel

/// A report of code quality, as GitLab shows it in merge requests.
///
/// Source: GitLab Docs, Code Quality, Import code quality results from a CI/CD job.
enum GitLabReporter: Reporter {
  static let name = "gitlab"
  static let isJSON = true
  static let isForCI = true

  private struct Issue: Encodable {
    struct Location: Encodable {
      var path: String
      var lines: Lines
    }

    struct Lines: Encodable {
      var begin: Int
    }

    enum CodingKeys: String, CodingKey {
      case description, fingerprint, severity, location
      case checkName = "check_name"
    }

    var description: String
    var checkName: String
    var fingerprint: String
    var severity: String
    var location: Location
  }

  static func writes(_ answer: any Answer.Type) -> Bool { answer == CheckAnswer.self }

  static func write(_ answer: any Answer, _ drawing: Drawing, to put: (String) throws -> Void) throws {
    let check = try readable(answer, as: CheckAnswer.self)
    let issues = check.countedAlerts.map(issue)
    try put(JSONDocument.line(issues))
  }

  private static func issue(_ alert: Alert) -> Issue {
    let location = alert.location
    let finding = alert.finding
    // GitLab shows one issue a fingerprint: it is unique, as there is one alert for each of ours.
    var path = Fingerprint()
    path.add(location.path.utf8)
    return Issue(
      description: "\(alert.paragraph)", checkName: finding.rule.name,
      fingerprint: finding.fingerprint + path.hex, severity: severity(finding),
      location: Issue.Location(path: location.path, lines: Issue.Lines(begin: location.line)))
  }

  private static func severity(_ finding: Finding) -> String {
    switch AlertLevel(finding) {
    case .error: "critical"
    case .warning: "major"
    case .note: finding.severity == .quirk ? "info" : "minor"
    }
  }
}
