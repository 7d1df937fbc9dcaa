import TraceAnalyzer

/// `maxRejects` and `maxUnknown`: how much may be wrong before a check gives no answer, as the options of these names.
struct LimitSection: ConfigurationSection {
  let key: String
  private let option: String
  private let path: any WritableKeyPath<Defaults, Setting<Verdict.Limit>> & Sendable
  private let inForce: any KeyPath<SettingsInForce, Verdict.Limit> & Sendable

  /// The section of a key that sets the limit at `path`, unless `option` does; `inForce` is the limit that counts.
  init(
    key: String, option: String, _ path: any WritableKeyPath<Defaults, Setting<Verdict.Limit>> & Sendable,
    inForce: any KeyPath<SettingsInForce, Verdict.Limit> & Sendable
  ) {
    self.key = key
    self.option = option
    self.path = path
    self.inForce = inForce
  }

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    defaults[keyPath: path].set(try value.readNumber(as: .limit), from: value.origin)
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let origin = settings.origin(option, else: settings.defaults[keyPath: path].origin)
    return [SettingRow(name: key, value: Values.text(limit: settings[keyPath: inForce]), origin: origin)]
  }
}
