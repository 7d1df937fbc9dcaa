import TraceAnalyzer
import TraceReport

/// `owners`: the lines of code that findings belong to, for platforms that show findings in the code.
struct OwnersSection: ConfigurationSection {
  let key = "owners"
  private enum Key: String, CaseIterable { case match, name, path, line }

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for entry in try value.items() {
      let reader = try KeyedReader(entry, keys: Key.allCases.map(\.rawValue))
      guard let match = reader[Key.match.rawValue], let path = reader[Key.path.rawValue] else {
        throw entry.error("the entry needs 'match' and 'path'")
      }
      let owner = FindingOwners.Owner(
        match: try match.read(as: .rulePattern), name: try reader[Key.name.rawValue]?.name(), path: try Self.path(path),
        line: try reader[Key.line.rawValue]?.readNumber(as: .count) ?? 1)
      defaults.owners.owners.append(owner)
      defaults.ownerLocations.append(entry.settingLocation)
    }
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let defaults = settings.defaults
    return zip(defaults.owners.owners, defaults.ownerLocations).map { owner, location in
      let name = owner.name.map { " '\($0)'" } ?? ""
      return SettingRow(
        name: "\(key).\(owner.match)\(name)", value: "\(owner.path):\(owner.line)", origin: .file(location))
    }
  }

  /// A path relative to the configuration's folder, as the working directory sees it.
  private static func path(_ value: ConfigurationValue) throws -> String {
    let path = try value.name()
    if path.hasPrefix("/") { throw value.error("needs a path relative to the folder of the configuration") }
    let folder = value.path.lastIndex(of: "/").map { String(value.path[...$0]) } ?? ""
    return folder + path
  }
}
