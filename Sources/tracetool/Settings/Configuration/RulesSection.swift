import TraceAnalyzer
import TraceModel

/// `rules`: how bad the findings of a rule are, or that they are left out; and whether quirks are reported.
struct RulesSection: ConfigurationSection {
  let key = "rules"
  /// Whether legal but surprising steps are reported.
  private static let quirksKey = "quirks"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for rule in try value.members() {
      if rule.key == Self.quirksKey {
        defaults.judging.reportsQuirks = try rule.truth()
        defaults.locations["\(key).\(rule.key)"] = rule.settingLocation
        continue
      }
      guard RuleSettings.isPattern(rule.key) else { throw unknown(rule) }
      let setting = try rule.read(as: ArgumentType<RuleSetting>.choice)
      defaults.judging.rules.add(RuleSettings.Entry(rule.key, setting, at: rule.settingLocation))
    }
  }

  private func unknown(_ rule: ConfigurationValue) -> ConfigurationError {
    let names = RuleID.allCases.map(\.name)
    let groups = Set(names.map { "\($0.prefix { $0 != "." }).*" }).sorted()
    return rule.unknownKey(
      "rule", among: names + groups + [Self.quirksKey], advice: "'tracetool explain' lists the rules")
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let judging = settings.query.judging
    let quirks = "\(key).\(Self.quirksKey)"
    let row = SettingRow(name: quirks, value: "\(judging.reportsQuirks)", origin: settings.configuredOrigin(quirks))
    return [row]
      + judging.rules.entries.map { entry in
        SettingRow(name: "\(key).\(entry.pattern)", value: entry.setting.rawValue, origin: .file(entry.location))
      }
  }
}
