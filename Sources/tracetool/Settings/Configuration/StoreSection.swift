/// `store`: how the store is used.
struct StoreSection: ConfigurationSection {
  let key = "store"
  private static let busyTimeoutKey = "busyTimeout"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    guard let timeout = try KeyedReader(value, keys: [Self.busyTimeoutKey])[Self.busyTimeoutKey] else { return }
    defaults.busyTimeout.set(try timeout.read(as: .duration), from: timeout.origin)
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let timeout = settings.defaults.busyTimeout
    let text = Unit.text(timeout.value, in: Unit.durations)
    return [SettingRow(name: "\(key).\(Self.busyTimeoutKey)", value: text, origin: timeout.origin)]
  }
}
