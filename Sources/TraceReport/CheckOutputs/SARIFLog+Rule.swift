import TraceAnalyzer
import TraceModel

extension SARIFLog {
  /// A rule of the catalogue.
  struct Rule: Encodable {
    struct Text: Encodable {
      var text: String
      var markdown: String?
    }

    struct Configuration: Encodable {
      var level: String
    }

    struct Properties: Encodable {
      var tags: [String]
      var precision: String
      var severity: String

      private enum CodingKeys: String, CodingKey {
        case tags, precision
        case severity = "problem.severity"
      }
    }

    /// The characters that GitHub takes of a full description.
    private static let mostOfDescription = 1024

    var id: String
    var name: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
    var defaultConfiguration: Configuration
    var properties: Properties

    /// A rule as its description has it; `isDoubtful` if all that it found is possible, and nothing certain.
    init(_ rule: RuleDescription, isDoubtful: Bool) {
      let level = AlertLevel(rule.usualSeverity)
      id = rule.id.name
      name = rule.id.name.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      shortDescription = Text(text: SARIFText.escaped(rule.summary))
      let full = FindingText.cut("\(rule.summary) \(rule.rationale)", to: Self.mostOfDescription)
      fullDescription = Text(text: SARIFText.escaped(full))
      help = Text(text: SARIFText.escaped(rule.page), markdown: rule.markdownPage)
      defaultConfiguration = Configuration(level: level.sarif)
      properties = Properties(
        tags: [String(rule.id.name.prefix { $0 != "." })], precision: isDoubtful ? "medium" : "very-high",
        severity: level == .note ? "recommendation" : level.sarif)
    }
  }
}

extension AlertLevel {
  /// SARIF's name of the level.
  var sarif: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

extension RuleDescription {
  /// The page that `tracetool explain` prints, in Markdown.
  fileprivate var markdownPage: String {
    let sections = [
      summary, "**Why it matters:** \(rationale)", cause.map { "**What lies behind it:** \($0)" },
      "**What to do:** \(remedy)", "**Source:** \(source)",
    ].compactMap(\.self)
    let traces =
      found.map { "Found where `▸` stands:\n\n```\n\($0)\n```" } + clean.map { "Not found:\n\n```\n\($0)\n```" }
    return (sections + traces).joined(separator: "\n\n")
  }
}
