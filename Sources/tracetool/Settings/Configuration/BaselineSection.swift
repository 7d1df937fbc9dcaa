/// `baseline`: the file of accepted findings; a relative path is relative to the configuration.
///
/// A configuration that a search found may be another author's: it can't make the tool write outside of its folder.
struct BaselineSection: ConfigurationSection {
  let key = "baseline"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    let path = try value.text()
    if path.isEmpty { throw value.error("needs the path of a file, or \"\(BaselineFile.none)\"") }
    let folder = value.path.lastIndex(of: "/").map { String(value.path[...$0]) } ?? ""
    let isWhole = path.hasPrefix("/") || path == BaselineFile.none
    let file = isWhole ? path : folder + path
    if defaults.isConfigurationFound, path != BaselineFile.none, !Self.isInside(file, folder.isEmpty ? "." : folder) {
      let advice = "name it with --baseline, or the configuration with --config"
      throw value.error("'\(path)' leads out of the folder of the configuration; \(advice)")
    }
    defaults.baseline.set(file, from: value.origin)
  }

  /// True if a path, which need not exist, stays in a folder, links followed.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let root = System.realPath(folder) else { return false }
    var existing = path
    // Of a missing file, the nearest existing folder has a real path.
    while System.realPath(existing) == nil {
      let end = existing.lastIndex(of: "/")
      let name = end.map { String(existing[existing.index(after: $0)...]) } ?? existing
      if name == ".." || name == "." { return false }
      existing = end.map { $0 == existing.startIndex ? "/" : String(existing[..<$0]) } ?? "."
    }
    guard let real = System.realPath(existing) else { return false }
    return real == root || real.hasPrefix(root == "/" ? root : root + "/")
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let baseline = settings.defaults.baseline
    let path = baseline.value ?? (try? BaselineFile.found())?.path ?? BaselineFile.none
    return [SettingRow(name: key, value: path, origin: baseline.origin)]
  }
}
