package import TraceModel

extension RuleID {
  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The rule of this name; nil if there is none.
  package init?(name: String) {
    guard let rule = Self.byName[name] else { return nil }
    self = rule
  }
}
