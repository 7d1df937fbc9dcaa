import TraceIngest
import TraceModel

/// `input`: how logs are read, as the options of the same names say.
struct InputSection: ConfigurationSection {
  let key = "input"
  private enum Key: String, CaseIterable { case from, rows, zone, timebase, records }

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
      case .rows: try addRows(value, to: &defaults)
      }
    }
  }

  private func addRows(_ value: ConfigurationValue, to defaults: inout Defaults) throws {
    let rows = try value.texts().map { item in
      let text = try item.name()
      if let row = OwnRow(text) { return (item, row) }
      throw item.error("needs a row as 'field time at' or 'event process.start if what=APP_UP', not '\(text)'")
    }
    for case (let item, .field(let name, keys: let keys)) in rows {
      guard let (_, field) = Values.mappings.first(where: { $0.0 == name }) else {
        let near = Suggestion.nearest(to: name, among: Values.mappings.map(\.0)).map { "; nearest: \($0)" }
        throw item.error("no field '\(name)'\(near ?? "; 'tracetool explain --schema event' lists them")")
      }
      for text in keys {
        let mapping = try item.read(text) { text in
          try Values.mapping(name, field, text) { "\"field \(name) \($0)\"" }
        }
        defaults.reading.map(name, field, mapping.key, mapping.form)
        defaults.locations["\(key).\(Key.rows.rawValue).\(name)"] = item.settingLocation
      }
    }
    for case (let item, .word(let renaming)) in rows {
      defaults.reading.add(try item.read(renaming.name) { try Values.renaming(renaming.subject, to: $0) })
      defaults.locations["\(key).\(Key.rows.rawValue).\(renaming.subject)"] = item.settingLocation
    }
    let nameKeys = [Field.event.name] + defaults.reading.keyMap.filter { $0.field == .event }.map(\.key)
    for case (let item, .event(var renaming, nameKey: let nameKey)) in rows {
      if !nameKeys.contains(nameKey) {
        throw item.error("no row says that names stand under '\(nameKey)', as 'field event \(nameKey)' does")
      }
      renaming.name = try item.read(renaming.name) { try Values.eventName($0) }
      defaults.reading.add(renaming)
      defaults.locations["\(key).\(Key.rows.rawValue).\(renaming.subject)"] = item.settingLocation
    }
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    let reading = settings.query.logs.reading
    func row(_ name: Key, _ value: String) -> SettingRow {
      let setting = "\(key).\(name.rawValue)"
      let origin = settings.origin("--\(name.rawValue)", else: settings.configuredOrigin(setting))
      return SettingRow(name: setting, value: value, origin: origin)
    }
    let configured = settings.defaults.reading.rows.map(\.row)
    let own = reading.rows.map { row, subject in
      let option = if case .field = row { "--map" } else { "--rename" }
      let setting = "\(key).\(Key.rows.rawValue)"
      let isConfigured = configured.contains(row)
      let origin = isConfigured ? settings.configuredOrigin("\(setting).\(subject)") : .option(option)
      return SettingRow(name: setting, value: row.text, origin: origin)
    }
    var rows = [row(.from, reading.format ?? LogOptions.auto)]
    rows += own
    rows.append(row(.zone, Values.text(zone: reading.zoneOffsetSeconds)))
    let timebase = reading.timebase
    rows.append(row(.timebase, "\(timebase.numerator)/\(timebase.denominator)"))
    if let records = reading.records { rows.append(row(.records, records.joined(separator: ","))) }
    return rows
  }
}
