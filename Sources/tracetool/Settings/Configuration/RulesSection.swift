import TraceAnalyzer
import TraceModel

/// `rules`: how bad the findings of a rule are, or that they are left out.
struct RulesSection: ConfigurationSection {
  let key = "rules"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for rule in try value.members() {
      guard RuleSettings.isPattern(rule.key) else { throw unknown(rule) }
      let setting = try rule.read(as: ArgumentType<RuleSetting>.choice)
      defaults.judging.rules.add(RuleSettings.Entry(rule.key, setting, at: rule.settingPlace))
    }
  }

  private func unknown(_ rule: ConfigurationValue) -> ConfigurationError {
    let names = RuleID.allCases.map(\.name)
    let groups = Set(names.map { "\($0.prefix { $0 != "." }).*" }).sorted()
    return rule.unknownKey("rule", among: names + groups, advice: "'tracetool explain' lists the rules")
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    settings.query.judging.rules.entries.map { entry in
      SettingRow(name: "\(key).\(entry.pattern)", value: entry.setting.rawValue, origin: .file(entry.place))
    }
  }
}
