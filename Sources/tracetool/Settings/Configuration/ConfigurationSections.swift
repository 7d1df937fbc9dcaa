/// The parts of a configuration.
enum ConfigurationSections {
  /// All of them, in the order in which they are read and shown: one that uses names of another comes after it.
  static let all: [any ConfigurationSection] = [
    FailOnSection(), LimitSection(key: "maxRejects", \.maxRejects), LimitSection(key: "maxUnknown", \.maxUnknown),
    RulesSection(),
  ]
}
