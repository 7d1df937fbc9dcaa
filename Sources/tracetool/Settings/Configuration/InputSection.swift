import TraceIngest
import TraceModel

/// `input`: how logs are read, as the options of the same names say.
struct InputSection: ConfigurationSection {
  let key = "input"
  private enum Key: String, CaseIterable { case from, map, rename, zone, timebase, records, allowIncomplete }

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    let reader = try KeyedReader(value, keys: Key.allCases.map(\.rawValue))
    for name in Key.allCases {
      guard let value = reader[name.rawValue] else { continue }
      defaults.locations["\(key).\(name.rawValue)"] = value.settingLocation
      switch name {
      case .from:
        let format = try value.read(as: .name(among: [LogOptions.auto] + LogFormat.names))
        defaults.reading.format = format == LogOptions.auto ? nil : format
      case .zone: defaults.reading.zoneOffsetSeconds = try value.read(as: .zone)
      case .timebase: defaults.reading.timebase = try value.read(as: .ratio)
      case .records: defaults.reading.records = try value.texts().map { try $0.read(as: .eventName) }
      case .allowIncomplete: defaults.allowsIncomplete = try value.truth()
      case .map: try map(value, into: &defaults)
      case .rename: try rename(value, into: &defaults)
      }
    }
  }

  private func map(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for member in try value.members() {
      guard let (name, field) = Values.mappings.first(where: { $0.0 == member.key }) else {
        throw member.unknownKey("field", among: Values.mappings.map(\.0))
      }
      let mapping = try member.read(try member.name()) { text in
        try Values.mapping(name, field, text) { "\"\(member.key)\": \"\($0)\"" }
      }
      defaults.reading.map(name, field, mapping.key, mapping.form)
      defaults.locations["\(key).map.\(member.key)"] = member.settingLocation
    }
  }

  private func rename(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for member in try value.members() {
      if member.key.isEmpty { throw member.keyError("needs the name of an event instead") }
      defaults.reading.add(try member.read(try member.name()) { try Values.renaming(member.key, to: $0) })
      defaults.locations["\(key).rename.\(member.key)"] = member.settingLocation
    }
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let reading = settings.query.logs.reading
    func row(_ name: Key, _ value: String) -> SettingRow {
      let setting = "\(key).\(name.rawValue)"
      let origin = settings.origin("--\(name.rawValue)", else: settings.configuredOrigin(setting))
      return SettingRow(name: setting, value: value, origin: origin)
    }
    /// An entry of `map` or `rename` that the command line left as it was, or that is of it.
    func entry(_ name: Key, _ member: String, _ value: String, isConfigured: Bool) -> SettingRow {
      let setting = "\(key).\(name.rawValue).\(member)"
      let origin = isConfigured ? settings.configuredOrigin(setting) : .option("--\(name.rawValue)")
      return SettingRow(name: setting, value: value, origin: origin)
    }
    let configured = settings.defaults.reading
    let maps = reading.keyMap.map { field, map in
      let isConfigured = configured.keyMap.contains { $0.field == field && $0.key == map }
      return entry(
        .map, reading.mappingName(field, map), map + reading.form(ofKey: map).text, isConfigured: isConfigured)
    }
    let renames = reading.renamings.sorted { $0.subject < $1.subject }.map { renaming in
      entry(.rename, renaming.subject, renaming.name, isConfigured: configured.renamings.contains(renaming))
    }
    var rows = [row(.from, reading.format ?? LogOptions.auto)]
    rows += maps + renames
    rows.append(row(.zone, Values.text(zone: reading.zoneOffsetSeconds)))
    let timebase = reading.timebase
    rows.append(row(.timebase, "\(timebase.numerator)/\(timebase.denominator)"))
    if let records = reading.records { rows.append(row(.records, records.joined(separator: ","))) }
    if settings.query.allowsIncomplete { rows.append(row(.allowIncomplete, "true")) }
    return rows
  }
}
