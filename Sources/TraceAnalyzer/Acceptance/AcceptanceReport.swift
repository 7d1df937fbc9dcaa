/// How a check used the accepted findings.
///
/// Encoded as it stands it is the member `acceptance` of `Schemas/check.schema.json`.
package struct AcceptanceReport: Sendable, Encodable {
  /// An entry that is no longer needed, though this input could have shown what it accepts.
  package struct Stale: Sendable, Encodable {
    /// Which findings it accepts.
    package let accepts: String
    /// Where it stands, as in `.tracetool-baseline.json:4`.
    package let place: String
    /// Why the findings were accepted.
    package let reason: String
    /// The same place in its parts; not in the document.
    package let settingPlace: SettingPlace

    private enum CodingKeys: String, CodingKey { case accepts, place, reason }
  }

  /// How many findings an entry fits, and the worst measure among them.
  package struct Use: Sendable {
    /// How many findings it fits, accepted or not.
    package var count = 0
    /// The worst measure of those that it accepts; nil without one.
    package var worst: Int64?

    /// Takes a measure into account that the entry accepts.
    mutating func add(_ measure: Int64) { worst = max(worst ?? measure, measure) }
  }

  /// The day for which it was decided which entries still hold.
  package let today: String
  /// How many entries there are.
  package let entries: Int
  /// The entries that are no longer needed.
  package let stale: [Stale]
  /// Entries that fit no finding, where the input could not have shown one.
  package let notChecked: Int
  /// The places in the list of the entries that are stale; not in the document.
  package let stalePlaces: Set<Int>
  /// By the places in the list of entries; not in the document.
  package let uses: [Int: Use]

  private enum CodingKeys: String, CodingKey { case today, entries, stale, notChecked }
}
