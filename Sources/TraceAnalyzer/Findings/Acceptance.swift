/// The decision of a team to live with a finding: it is reported as accepted, and fails no check.
package struct Acceptance: Sendable, Hashable, Encodable {
  /// Why it is accepted, as in `SHOP-412: server answers late`.
  package var reason: String
  /// The last day on which it is accepted, as in `2027-01-31`; nil if it is accepted for good.
  package var until: String?
  /// Where the decision is written, as in `.tracetool.json:18`.
  package var location: String

  /// A decision with its reason, its last day and its location.
  package init(reason: String, until: String?, location: String) {
    self.reason = reason
    self.until = until
    self.location = location
  }

  private enum CodingKeys: String, CodingKey {
    case reason, until
    case location = "place"
  }
}

/// How a check used the accepted findings.
///
/// Encoded as it stands it is the member `acceptance` of `Schemas/check.schema.json`.
package struct AcceptanceReport: Sendable, Encodable {
  /// An entry that is no longer needed, though this input could have shown what it accepts.
  package struct Stale: Sendable, Encodable {
    /// Which findings it accepts.
    package let accepts: String
    /// Where it stands, as in `.tracetool-baseline.json:4`.
    package let location: String
    /// Why the findings were accepted.
    package let reason: String
    /// The path and line of that location; not in the document.
    package let settingLocation: SettingLocation

    private enum CodingKeys: String, CodingKey {
      case accepts
      case location = "place"
      case reason
    }
  }

  /// How many findings an entry fits, and the worst measure among them.
  package struct Use: Sendable {
    /// How many findings it fits, accepted or not.
    package var count = 0
    /// The worst measure of those that it accepts; nil without one.
    package var worst: Int64?

    mutating func add(_ measure: Int64) { worst = max(worst ?? measure, measure) }
  }

  /// The day for which it was decided which entries still hold.
  package let today: String
  /// How many entries there are.
  package let entries: Int
  /// The entries that are no longer needed.
  package let stale: [Stale]
  /// Entries that fit no finding, in an input that could not have shown one.
  package let notChecked: Int
  /// By index in the list of entries; not in the document.
  package let staleIndices: Set<Int>
  /// How each entry was used, by its index in the list of entries; not in the document.
  package let uses: [Int: Use]

  private enum CodingKeys: String, CodingKey { case today, entries, stale, notChecked }
}
