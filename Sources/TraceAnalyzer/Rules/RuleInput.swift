import TraceModel

/// The input of a rule.
enum RuleInput: Sendable {
  /// The events of these kinds, in one launch (`PatternRule`), and which of several candidates there are kept.
  case steps(KindSet, keeps: Keeping)
  /// The background tasks of one launch (`TaskRule`).
  case tasks
  /// The illegal steps of a machine, which replay finds.
  case machine(MachineID)
  /// The order of all events and what is lost between them, which only replay knows.
  case replay
  /// Several launches together, in `Findings`.
  case launches
}
