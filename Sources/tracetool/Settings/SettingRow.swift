/// A setting in force, as `tracetool explain config` lists it.
struct SettingRow: Equatable {
  /// The name, as in `input.zone`.
  let name: String
  let value: String
  let origin: SettingOrigin
}
