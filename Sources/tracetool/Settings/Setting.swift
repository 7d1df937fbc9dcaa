/// A value that an option may override, and where it comes from.
struct Setting<Value: Sendable>: Sendable {
  private(set) var value: Value
  private(set) var origin = SettingOrigin.builtIn

  /// A value that is built in.
  init(_ value: Value) { self.value = value }

  /// Replaces the value with that of a later layer.
  mutating func set(_ value: Value, from origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}
