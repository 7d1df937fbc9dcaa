import TraceModel

/// The names that the cases of an enum have in files of summaries.
struct CaseNames<Value: Hashable & Sendable>: Sendable {
  private let names: [Value: String]
  private let values: [String: Value]

  /// The names of these cases: as in the code, unless `name` gives others.
  init(_ cases: [Value], _ name: (Value) -> String = { "\($0)" }) {
    let pairs = cases.map { ($0, name($0)) }
    names = Dictionary(uniqueKeysWithValues: pairs)
    values = Dictionary(uniqueKeysWithValues: pairs.map { ($0.1, $0.0) })
  }

  /// The case's name; empty for one that has none.
  func name(of value: Value) -> String { names[value] ?? "" }

  /// The case with this name; nil if there is none.
  func value(of name: String) -> Value? { values[name] }
}

extension CaseNames where Value == EventKind {
  static let kinds = CaseNames(EventKind.allCases) { $0.name }
}

extension CaseNames where Value == RuleID {
  static let rules = CaseNames(RuleID.allCases) { $0.name }
}

extension CaseNames where Value == LaunchNature {
  static let natures = CaseNames(LaunchNature.allCases)
}

extension CaseNames where Value == LifecycleModel {
  static let models = CaseNames(LifecycleModel.allCases)
}

extension CaseNames where Value == DeviceLock {
  static let locks = CaseNames(DeviceLock.allCases)
}

extension CaseNames where Value == Confidence {
  static let confidences = CaseNames([.possible, .certain]) { $0.name }
}

extension CaseNames where Value == TaskOutcome {
  static let outcomes = CaseNames(TaskOutcome.allCases)
}

extension CaseNames where Value == StayEnd {
  static let ends = CaseNames(StayEnd.allCases)
}

extension CaseNames where Value == UnjudgedCause {
  static let causes = CaseNames(UnjudgedCause.allCases)
}

extension CaseNames where Value == Milestones.Name {
  static let milestones = CaseNames(Milestones.Name.allCases)
}

extension CaseNames where Value == LifecycleMove {
  static let moves = CaseNames(LifecycleMove.allCases)
}

extension CaseNames where Value == LaunchEntry {
  static let entries = CaseNames(LaunchEntry.allCases)
}

extension CaseNames where Value == NamedWork.Kind {
  static let namedWork = CaseNames(NamedWork.Kind.allCases)
}

extension CaseNames where Value == StateRestoration {
  static let restorations = CaseNames(StateRestoration.allCases)
}
