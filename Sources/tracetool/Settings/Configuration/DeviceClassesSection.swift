import TraceAnalyzer

/// `deviceClasses`: classes of devices, each with the models that belong to it.
struct DeviceClassesSection: ConfigurationSection {
  let key = "deviceClasses"

  func read(_ value: ConfigurationValue, into defaults: inout Defaults) throws {
    for member in try value.members() {
      if member.key == DeviceClasses.other {
        throw member.keyError(
          "'\(member.key)' is the class of all models that belong to no other; name yours otherwise")
      }
      let models = try member.texts().map { NamePattern(try $0.name()) }
      defaults.judging.deviceClasses.entries.append(DeviceClasses.Entry(member.key, models, at: member.settingLocation))
    }
  }

  func rows(_ settings: SettingsInForce) -> [SettingRow] {
    settings.query.judging.deviceClasses.entries.map { entry in
      let models = entry.models.map(\.text).joined(separator: " ")
      return SettingRow(name: "\(key).\(entry.name)", value: models, origin: .file(entry.location))
    }
  }
}
