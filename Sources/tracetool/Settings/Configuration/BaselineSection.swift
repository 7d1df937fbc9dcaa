/// `baseline`: the file of accepted findings that the tool writes, beside the configuration unless its path is absolute.
struct BaselineSection: ConfigurationSection {
  let key = "baseline"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    let path = try value.text()
    if path.isEmpty { throw value.error("needs the path of a file, or \"\(BaselineFile.none)\"") }
    let folder = value.path.lastIndex(of: "/").map { value.path[...$0] } ?? ""
    let isWhole = path.hasPrefix("/") || path == BaselineFile.none
    defaults.baseline.set(isWhole ? path : folder + path, from: value.origin)
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let baseline = settings.defaults.baseline
    let found = RepositoryFile.path(of: BaselineFile.name)
    return [SettingRow(name: key, value: baseline.value ?? found ?? BaselineFile.none, origin: baseline.origin)]
  }
}
