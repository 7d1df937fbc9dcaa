import TraceModel

/// A rule: a type with its description, in a file of its own, and with an entry in `Catalogue.rules`.
protocol Rule: SendableMetatype {
  static var description: RuleDescription { get }
  /// The type itself, if it looks at the steps of a launch.
  static var patternRule: (any PatternRule.Type)? { get }
  /// The type itself, if it looks at tasks.
  static var taskRule: (any TaskRule.Type)? { get }
}

extension Rule {
  static var rule: RuleID { description.id }
  static var patternRule: (any PatternRule.Type)? { nil }
  static var taskRule: (any TaskRule.Type)? { nil }
}
