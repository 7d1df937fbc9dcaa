import TraceAnalyzer
import TraceModel

/// `accept`: findings that the team has decided to live with.
struct AcceptSection: ConfigurationSection {
  let key = "accept"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    defaults.accepted = try value.items().map { try AcceptanceReader($0).entry() }
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    settings.defaults.accepted.map { entry in
      let term = entry.term.lastDay.map { "until \($0.text)" } ?? "for good"
      return SettingRow(name: key, value: "\(entry.subject.text) \(term)", origin: .file(entry.location))
    }
  }
}
