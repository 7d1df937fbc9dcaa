import TraceAnalyzer

/// Reads `when`: the launches that a budget holds for.
struct ConditionReader {
  /// The classes of devices that a condition may name.
  let classes: DeviceClasses

  /// The condition that an object is.
  func condition(_ value: ConfigurationValue) throws -> BudgetCondition {
    let fields = BudgetCondition.Field.allCases
    return BudgetCondition(
      try value.members().map { member in
        guard let field = BudgetCondition.Field(rawValue: member.key) else {
          throw member.unknownKey("field", among: fields.map(\.rawValue))
        }
        return BudgetCondition.Term(field, try member.texts().map { try alternative($0, of: field) })
      })
  }

  private func alternative(
    _ value: ConfigurationValue, of field: BudgetCondition.Field
  ) throws -> BudgetCondition.Alternative {
    switch field {
    case .app, .deviceModel: return .name(NamePattern(try value.name()))
    case .deviceClass: return .name(NamePattern(try known(value, "device class", classes.names)))
    case .kind: return .name(NamePattern(try known(value, "kind of launch", LaunchKind.allCases.map(\.name))))
    case .platform: return .name(NamePattern(try known(value, "platform", BudgetCondition.platforms)))
    case .os, .appVersion:
      let text = try value.text()
      guard let range = VersionRange(text) else {
        throw value.error("needs versions, as in 18, >=18.2, <4.9.0 or 17..18, not '\(text)'")
      }
      return .version(range)
    }
  }

  /// One of some names.
  private func known(_ value: ConfigurationValue, _ what: String, _ names: [String]) throws -> String {
    let text = try value.text()
    if names.contains(text) { return text }
    let near = Suggestion.nearest(to: text, among: names).map { "nearest: \($0)" }
    throw value.error("no \(what) '\(text)'; \(near ?? "known: \(names.joined(separator: ", "))")")
  }
}
