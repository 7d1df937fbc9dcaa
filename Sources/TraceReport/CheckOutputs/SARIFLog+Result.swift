import TraceAnalyzer
import TraceModel

extension SARIFLog {
  /// A finding.
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

    /// The first character of a line: nobody knows which part of it is meant.
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
      /// Why it is only possible; nil for what is certain.
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

    /// The greatest number of versions that are listed for an app.
    private static let mostVersions = 100

    /// The result of a row; `ruleIndex` is the place of its rule among the run's.
    init(_ row: FindingRow, ruleIndex: Int, _ check: CheckAnswer) {
      let finding = row.representative
      let place = check.place(of: row)
      ruleId = finding.rule.name
      self.ruleIndex = ruleIndex
      level = AlertLevel(finding).sarif
      locations = [
        Location(physicalLocation: Self.physical(OutputPaths.percentEncoded(place.path), place.line, isBelow: true))
      ]
      relatedLocations = Self.related(row, check).map { [$0] }
      message = Self.message(check.text(of: row), hasLink: relatedLocations != nil)
      partialFingerprints = Fingerprints(line: "\(finding.fingerprint):1", own: finding.fingerprint)
      occurrenceCount = row.count
      properties = Properties(
        confidence: finding.confidence.name, doubts: finding.doubts.isEmpty ? nil : finding.doubts,
        measuredNanos: finding.measuredNanos, budgetNanos: finding.budgetNanos,
        launches: row.launches, app: finding.app.map { FindingText.shown($0) },
        appVersions: row.appVersions.prefix(Self.mostVersions).map { FindingText.shown($0) })
    }

    /// The line of the log, which the message links to; nil where no single line shows it.
    private static func related(_ row: FindingRow, _ check: CheckAnswer) -> Location? {
      guard let source = row.representative.source, let uri = check.paths.uri(source.file) else { return nil }
      let isBelow = check.paths.relative(source.file) != nil
      let event = row.representative.event ?? "the event"
      return Location(
        id: 1, message: Message(event), physicalLocation: physical(uri, max(source.line, 1), isBelow: isBelow))
    }

    private static func physical(_ uri: String, _ line: Int, isBelow: Bool) -> PhysicalLocation {
      PhysicalLocation(
        artifactLocation: ArtifactLocation(uri: uri, uriBaseId: isBelow ? "SRCROOT" : nil), region: Region(line: line))
    }

    /// The first sentence stands alone: lists show no more of it.
    private static func message(_ text: FindingText, hasLink: Bool) -> Message {
      let sentences = [text.message + "."] + text.details
      let place = text.firstPlace.map { place in
        let shown = SARIFText.escaped(place)
        return hasLink ? "Seen at [\(shown)](1)." : "Seen at \(shown)."
      }
      return Message(escaped: (sentences.map(SARIFText.escaped) + [place].compactMap(\.self)).joined(separator: " "))
    }
  }
}
