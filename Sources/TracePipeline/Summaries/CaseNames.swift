import TraceModel

/// The names that the cases of an enum have in files of summaries.
struct CaseNames<Value: Hashable & Sendable>: Sendable {
  /// The index of each case in `pairs`.
  private let indices: [Value: Int]
  /// The names, and by their numbers, from 1, the cases: names are found by their bytes, without a `String`.
  private let texts: TextTable
  private let values: [Value]
  /// The names and their cases, in the order of the cases.
  let pairs: [(name: String, value: Value)]

  /// The names of these cases: as in the code, unless `name` gives others.
  init(_ cases: [Value], _ name: (Value) -> String = { "\($0)" }) {
    pairs = cases.map { (name($0), $0) }
    indices = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1, $0) })
    var texts = TextTable()
    // An empty text has no number: a case without a name is found by none.
    let named = pairs.filter { !$0.name.isEmpty }
    for (name, _) in named { _ = texts.intern(name) }
    self.texts = texts
    values = named.map(\.value)
  }

  /// The case's name; empty for one that has none.
  func name(of value: Value) -> String { indices[value].map { pairs[$0].name } ?? "" }

  /// The index of a case in `pairs`; nil if it is none of the cases.
  func index(of value: Value) -> Int? { indices[value] }

  /// The case with this name; nil if there is none.
  func value(of name: String) -> Value? { value(of: Array(name.utf8).span) }

  /// The case whose name has these bytes; nil if there is none.
  func value(of name: Span<UInt8>) -> Value? {
    let id = texts.find(name)
    return id.isNone ? nil : values[Int(id.rawValue) - 1]
  }
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

extension CaseNames where Value == LaunchMeasure {
  static let measures = CaseNames(LaunchMeasure.allCases) { $0.name }
}

extension CaseNames where Value == LifecycleModel {
  static let models = CaseNames(LifecycleModel.allCases)
}

extension CaseNames where Value == DeviceLock {
  static let locks = CaseNames(DeviceLock.allCases)
}

extension CaseNames where Value == DoubtSet.Cause {
  static let doubts = CaseNames(DoubtSet.Cause.allCases)
}

extension CaseNames where Value == CandidateColumns.Form {
  static let details = CaseNames(CandidateColumns.Form.allCases)
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
