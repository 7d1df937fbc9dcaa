/// `sarif`: what a check writes into SARIF.
struct SARIFSection: ConfigurationSection {
  let key = "sarif"
  private static let categoryKey = "category"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    guard let category = try KeyedReader(value, keys: [Self.categoryKey])[Self.categoryKey] else { return }
    defaults.sarifCategory.set(try category.name(), from: category.origin)
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let category = settings.defaults.sarifCategory
    return [SettingRow(name: "\(key).\(Self.categoryKey)", value: category.value, origin: category.origin)]
  }
}
