/// Classes of devices that a configuration makes of their models, such as `old` for `iPhone10,*`.
package struct DeviceClasses: Sendable {
  /// A class: the models that belong to it.
  package struct Entry: Sendable {
    package let name: String
    package let models: [NamePattern]
    package let location: SettingLocation

    /// A class with a name.
    package init(_ name: String, _ models: [NamePattern], at location: SettingLocation) {
      self.name = name
      self.models = models
      self.location = location
    }
  }

  /// The class of all models that belong to no other.
  package static let other = "other"

  /// The classes in their order; a model belongs to the first that fits it.
  package var entries: [Entry] = []

  /// No classes: all models are of the class `other`.
  package init() {}

  /// The names of all classes, `other` last.
  package var names: [String] { entries.map(\.name) + [Self.other] }

  /// The class of a model; empty for an unknown model.
  package func name(of model: String) -> String {
    if model.isEmpty { return "" }
    return entries.first { $0.models.contains { $0.fits(model) } }?.name ?? Self.other
  }
}
