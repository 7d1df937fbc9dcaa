/// `failOn`: the least severity of a certain finding that fails a check, as `--fail-on` sets it.
struct FailOnSection: ConfigurationSection {
  let key = "failOn"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    defaults.failOn.set(try value.read(as: .choice), from: value.origin)
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let failOn = settings.defaults.failOn
    return [SettingRow(name: key, value: failOn.value.rawValue, origin: failOn.origin)]
  }
}
