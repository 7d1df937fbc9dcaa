import TraceAnalyzer
import TraceModel

/// A document of the Static Analysis Results Interchange Format, with the members that a check fills.
///
/// Source: OASIS, SARIF Version 2.1.0 Plus Errata 01. The names are the standard's.
struct SARIFLog: Encodable {
  let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var automationDetails: AutomationDetails
    var invocations: [Invocation]
    let originalUriBaseIds = ["SRCROOT": ArtifactLocation(description: Message("The folder that tracetool ran in."))]
    let columnKind = "utf16CodeUnits"
    var results: [Result]
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    let name = "tracetool"
    var semanticVersion: String
    var rules: [Rule]
  }

  struct AutomationDetails: Encodable {
    var id: String
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
  }

  struct Message: Encodable {
    var text: String

    init(_ sentence: Sentence) { text = SARIFText.escaped(sentence) }

    /// With links, all else escaped.
    init(escaped text: String) { self.text = text }
  }

  struct ArtifactLocation: Encodable {
    var uri: String?
    var uriBaseId: String?
    var description: Message?
  }
}

extension SARIFLog {
  struct Result: Encodable {
    struct Location: Encodable {
      var id: Int?
      var message: Message?
      var physicalLocation: PhysicalLocation
    }

    struct PhysicalLocation: Encodable {
      var artifactLocation: ArtifactLocation
      var region: Region
    }

    struct Region: Encodable {
      var startLine: Int
      let startColumn = 1
      var endLine: Int
      let endColumn = 2

      init(line: Int) {
        startLine = line
        endLine = line
      }
    }

    struct Fingerprints: Encodable {
      /// GitHub keeps it as it is, and so recognizes the finding in another run.
      var line: String
      var own: String

      private enum CodingKeys: String, CodingKey {
        case line = "primaryLocationLineHash"
        case own = "tracetool/1"
      }
    }

    struct Properties: Encodable {
      var confidence: String
      var doubts: DoubtSet?
      var measuredNanos, budgetNanos: Int64?
      var launches: Int
      var app: String?
      var appVersions: [String]
    }

    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var relatedLocations: [Location]?
    var partialFingerprints: Fingerprints
    var occurrenceCount: Int
    var properties: Properties

    private static let mostVersions = 100

    /// `ruleIndex` is the index of the alert's rule among the run's.
    init(_ alert: Alert, ruleIndex: Int, _ check: CheckAnswer) {
      let finding = alert.finding
      let location = alert.location
      ruleId = finding.rule.name
      self.ruleIndex = ruleIndex
      level = AlertLevel(finding).sarif
      locations = [
        Location(
          physicalLocation: Self.physical(OutputPaths.percentEncoded(location.path), location.line, isBelow: true))
      ]
      relatedLocations = Self.related(alert, check).map { [$0] }
      message = Self.message(alert, hasLink: relatedLocations != nil)
      partialFingerprints = Fingerprints(line: "\(finding.fingerprint):1", own: finding.fingerprint)
      occurrenceCount = alert.group.count
      properties = Properties(
        confidence: finding.confidence.name, doubts: finding.doubts.isEmpty ? nil : finding.doubts,
        measuredNanos: finding.measured, budgetNanos: finding.limit,
        launches: alert.group.launches, app: finding.app.map { "\(Sentence.name($0))" },
        appVersions: alert.group.appVersions.prefix(Self.mostVersions).map { "\(Sentence.name($0))" })
    }

    /// The line of the log, to which the message links, if a single line shows the finding.
    private static func related(_ alert: Alert, _ check: CheckAnswer) -> Location? {
      guard let source = alert.finding.source, let uri = check.paths.uri(source.file) else { return nil }
      let isBelow = check.paths.relative(source.file) != nil
      let event: Sentence = alert.finding.event.map { "\(name: $0)" } ?? "the event"
      return Location(
        id: 1, message: Message(event), physicalLocation: physical(uri, max(source.line, 1), isBelow: isBelow))
    }

    private static func physical(_ uri: String, _ line: Int, isBelow: Bool) -> PhysicalLocation {
      PhysicalLocation(
        artifactLocation: ArtifactLocation(uri: uri, uriBaseId: isBelow ? "SRCROOT" : nil), region: Region(line: line))
    }

    /// The first sentence stands alone: lists show no more of it.
    private static func message(_ text: Alert, hasLink: Bool) -> Message {
      let sentences: [Sentence] = ["\(text.message)."] + text.details
      let seen = text.firstLine.map { line in
        let shown = SARIFText.escaped(line)
        return hasLink ? "Seen at [\(shown)](1)." : "Seen at \(shown)."
      }
      return Message(escaped: (sentences.map(SARIFText.escaped) + [seen].compactMap(\.self)).joined(separator: " "))
    }
  }
}

extension SARIFLog {
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

    /// The number of characters that GitHub accepts in a full description.
    private static let mostOfDescription = 1024

    var id: String
    var name: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
    var defaultConfiguration: Configuration
    var properties: Properties

    /// `isDoubtful` if all findings of the rule are possible, and none is certain.
    init(_ rule: RuleDescription, isDoubtful: Bool) {
      let level = AlertLevel(rule.usualSeverity)
      id = rule.id.name
      name = rule.id.name.split { $0 == "." || $0 == "-" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      shortDescription = Text(text: SARIFText.escaped("\(name: rule.summary)"))
      let full = Sentence.name("\(rule.summary) \(rule.rationale)", limit: Self.mostOfDescription)
      fullDescription = Text(text: SARIFText.escaped(full))
      help = Text(text: SARIFText.marked(rule.page), markdown: rule.markdownPage)
      defaultConfiguration = Configuration(level: level.sarif)
      properties = Properties(
        tags: [String(rule.id.name.prefix { $0 != "." })], precision: isDoubtful ? "medium" : "very-high",
        severity: level == .note ? "recommendation" : level.sarif)
    }
  }
}

extension AlertLevel {
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
      summary, "**Why it matters:** \(rationale)", cause.map { "**Usual cause:** \($0)" },
      "**What to do:** \(remedy)", "**Source:** \(source)",
    ].compactMap(\.self)
    let examples = code.map { [("Instead of", $0.wrong), ("Write", $0.right)] } ?? []
    let code = examples.map { "\($0):\n\n```swift\n\($1)\n```" }
    let traces =
      found.map { "Found at `▸`:\n\n```\n\($0)\n```" } + clean.map { "Not found:\n\n```\n\($0)\n```" }
    return (sections + code + traces).joined(separator: "\n\n")
  }
}

/// Sentences as messages of SARIF: on one line, without marks of a link (`[text](1)`) or an argument (`{0}`).
///
/// Source: SARIF 2.1.0, 3.11.5, Messages with placeholders, and 3.11.6, Messages with embedded links.
enum SARIFText {
  static func escaped(_ sentence: Sentence) -> String {
    sentence.written(ours: marked) { marked(OutsideText.escaped($0)) }
  }

  /// A text of ours, which may have several lines.
  static func marked(_ text: String) -> String {
    guard text.utf8.contains(where: { Array("[]{}".utf8).contains($0) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "[", "]": result += "\\"
      case "{", "}": result.unicodeScalars.append(scalar)
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
  }
}
