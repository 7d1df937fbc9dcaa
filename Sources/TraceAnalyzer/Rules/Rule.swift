import TraceModel

/// A rule: a type with its description, in a file of its own, and with an entry in `Catalogue.rules`.
protocol Rule: SendableMetatype {
  static var description: RuleDescription { get }
  /// True if the log of a launch records what it takes to know that one of the rule's candidates is what it seems, beside
  /// what would explain it: all logs, unless the rule says otherwise.
  static func isShown(_ candidate: Candidate, _ launch: LaunchFindings) -> Bool
  /// The type itself, if it looks at the steps of a launch.
  static var patternRule: (any PatternRule.Type)? { get }
  /// The type itself, if it looks at tasks.
  static var taskRule: (any TaskRule.Type)? { get }
}

extension Rule {
  static var rule: RuleID { description.id }
  static func isShown(_ candidate: Candidate, _ launch: LaunchFindings) -> Bool { true }
  static var patternRule: (any PatternRule.Type)? { nil }
  static var taskRule: (any TaskRule.Type)? { nil }
}
