enum ConfigurationSections {
  /// All sections, in the order in which they are read and shown: one that uses names of another comes after it.
  static let all: [any ConfigurationSection] = [
    FailOnSection(),
    LimitSection(key: "maxRejects", option: "--max-rejects", \.maxRejects, inForce: \.query.logs.maxRejects),
    LimitSection(key: "maxUnknown", option: "--max-unknown", \.maxUnknown, inForce: \.defaults.maxUnknown.value),
    InputSection(), RulesSection(), DeviceClassesSection(), BudgetsSection(), OwnersSection(), AcceptSection(),
    BaselineSection(), StoreSection(), SARIFSection(),
  ]
}
