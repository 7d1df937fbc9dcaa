import TraceAnalyzer
import TraceModel

/// `budgets`: limits, each entry for the launches that its `when` names, else for all.
struct BudgetsSection: ConfigurationSection {
  let key = "budgets"
  private static let conditionKey = "when"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for entry in try value.items() {
      let members = try entry.members()
      let when = members.first { $0.key == Self.conditionKey }
      let condition = try when.map { try Self.condition($0, defaults.judging.deviceClasses) }
      let limits = members.filter { $0.key != Self.conditionKey }
      if limits.isEmpty { throw entry.error("the entry sets no budget, as \"launch\": \"400ms\" does") }
      for limit in limits {
        guard let budget = BudgetID.allCases.first(where: { $0.name == limit.key }) else {
          let names = BudgetID.allCases.map(\.name) + [Self.conditionKey]
          throw limit.unknownKey("budget", among: names, advice: "'tracetool explain' lists the budgets")
        }
        let amount = try limit.read(limit.text()) { try Values.limit(of: budget, $0) }
        defaults.judging.budgets.add(
          BudgetEntry(budget, amount, when: condition ?? LaunchCondition(), at: limit.settingLocation))
      }
    }
  }

  private static func condition(_ value: ConfigurationValue, _ classes: DeviceClasses) throws -> LaunchCondition {
    let fields = LaunchCondition.Field.ofBudgets
    return LaunchCondition(
      try value.members().map { member in
        guard let field = fields.first(where: { $0.rawValue == member.key }) else {
          throw member.unknownKey("field", among: fields.map(\.rawValue))
        }
        let alternatives = try member.texts().map { text in
          try text.read(text.name()) { name in
            if field == .deviceClass { try LaunchCondition.Alternative.check(name, "device class", classes.names) }
            return try LaunchCondition.Alternative(name, of: field)
          }
        }
        return LaunchCondition.Term(field, alternatives)
      })
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let budgets = settings.query.judging.budgets
    return BudgetID.allCases.flatMap { budget -> [SettingRow] in
      let entries = budgets.entries.filter { $0.budget == budget }
      // An entry for all launches hides those before it.
      let first = entries.lastIndex { $0.condition.terms.isEmpty }
      let standard = first == nil ? budgets[budget] : nil
      let standardRows = standard.map { limit in
        let origin = budgets.entry(of: budget)?.origin ?? .builtIn
        return [SettingRow(name: "\(key).\(budget.name)", value: budget.text(of: limit), origin: origin)]
      }
      return (standardRows ?? [])
        + entries[(first ?? 0)...].map { entry in
          let condition = entry.condition.text
          let name = "\(key).\(budget.name)" + (condition.isEmpty ? "" : " when \(condition)")
          return SettingRow(name: name, value: budget.text(of: entry.limit), origin: entry.origin)
        }
    }
  }
}

extension BudgetEntry {
  var origin: SettingOrigin { location.map { .file($0) } ?? .option("--budget") }
}

extension BudgetID {
  /// For people, as in `400.0 ms` or `80 MB`.
  func text(of limit: Int64) -> String {
    switch definition.unit {
    case .time: DurationText.of(limit)
    case .memory: "\(limit / 1_000_000) MB"
    }
  }
}
