import TraceAnalyzer
import TraceModel

/// All findings of one fingerprint: what a platform shows as one alert.
///
/// Findings that count hide accepted ones of the same fingerprint.
struct FindingRow: Sendable {
  /// The greatest number of places that a row keeps.
  static let mostPlaces = 20

  /// The one that represents them: what is certain comes before what is possible, then the worst severity.
  let representative: Finding
  /// How many findings there are.
  let count: Int
  /// How many launches have it.
  let launches: Int
  /// The versions of the app, in the order of their numbers.
  let appVersions: [String]
  /// The lines of the logs, each once, in the order of the findings; the first `mostPlaces`.
  let places: [SourceLine]
  /// How many places there are beyond those.
  let omittedPlaces: Int
  /// True if it fails a check on some severity as one of its findings does.
  private let certainSeverity: Severity?

  /// The row of findings that have one fingerprint, of which there is at least one; nil of none.
  init?(_ findings: [Finding]) {
    let counted = findings.filter { $0.accepted == nil }
    let shown = counted.isEmpty ? findings : counted
    guard let first = shown.first else { return nil }
    representative = shown.first { $0.confidence == .certain } ?? first
    count = shown.count
    launches = shown.launchCount(at: shown.indices)
    appVersions = Set(shown.compactMap(\.appVersion)).sorted(by: Normalised.isOrdered)
    var seen: Set<SourceLine> = []
    let places = shown.compactMap(\.source).filter { seen.insert($0).inserted }
    self.places = Array(places.prefix(Self.mostPlaces))
    omittedPlaces = places.count - self.places.count
    certainSeverity = counted.filter { $0.confidence == .certain }.map(\.severity).max()
  }

  /// True if all of its findings are accepted.
  var isAccepted: Bool { representative.accepted != nil }

  /// True if it fails a check on findings of this severity; nothing does without one.
  func fails(on severity: Severity?) -> Bool {
    guard let severity, let certainSeverity else { return false }
    return certainSeverity >= severity
  }
}

extension CheckReport {
  /// One row a fingerprint: the loudest level first, then in the order of the findings.
  var fingerprintRows: [FindingRow] {
    let places = Dictionary(grouping: findings.indices) { findings[$0].fingerprint }
    let rows = places.values.compactMap { places in
      FindingRow(places.map { findings[$0] }).map { (first: places[0], level: AlertLevel($0.representative), row: $0) }
    }
    return rows.sorted { $0.level == $1.level ? $0.first < $1.first : $0.level > $1.level }.map(\.row)
  }
}
