/// The decision of a team to live with a finding: it is still reported as accepted, and fails no check.
package struct Acceptance: Sendable, Hashable, Encodable {
  /// Why it is accepted, as in `SHOP-412: server answers late`.
  package var reason: String
  /// The last day on which it is accepted, as in `2027-01-31`; nil if it is accepted for good.
  package var until: String?
  /// Where the decision is written, as in `.tracetool.json:18`.
  package var place: String

  /// A decision with its reason, its last day and its place.
  package init(reason: String, until: String?, place: String) {
    self.reason = reason
    self.until = until
    self.place = place
  }
}
