import TraceModel

/// The names that the cases of an enum have in files of summaries.
struct CaseNames<Value: Hashable & Sendable>: Sendable {
  private let names: [Value: String]
  /// The names, and by their numbers, from 1, the cases: names are found by their bytes, without a `String`.
  private let texts: TextTable
  private let values: [Value]
  /// The names and their cases, in the order of the cases.
  let pairs: [(name: String, value: Value)]

  /// The names of these cases: as in the code, unless `name` gives others.
  init(_ cases: [Value], _ name: (Value) -> String = { "\($0)" }) {
    pairs = cases.map { (name($0), $0) }
    names = Dictionary(uniqueKeysWithValues: pairs.map { ($0.value, $0.name) })
    var texts = TextTable()
    // An empty text has no number: a case without a name is found by none.
    let named = pairs.filter { !$0.name.isEmpty }
    for (name, _) in named { _ = texts.intern(name) }
    self.texts = texts
    values = named.map(\.value)
  }

  /// The case's name; empty for one that has none.
  func name(of value: Value) -> String { names[value] ?? "" }

  func value(of name: String) -> Value? { value(of: Array(name.utf8).span) }

  /// The case whose name has these bytes; nil if there is none.
  func value(of name: Span<UInt8>) -> Value? {
    let id = texts.find(name)
    return id.isNone ? nil : values[Int(id.rawValue) - 1]
  }
}

/// The enums whose cases lines of summaries name.
enum NamedCases {
  static let kinds = CaseNames(EventKind.allCases) { $0.name }
  static let rules = CaseNames(RuleID.allCases) { $0.name }
  static let natures = CaseNames(LaunchNature.allCases)
  static let measures = CaseNames(LaunchMeasure.allCases) { $0.name }
  static let models = CaseNames(LifecycleModel.allCases)
  static let locks = CaseNames(DeviceLock.allCases)
  static let doubts = CaseNames(DoubtSet.Cause.allCases)
  static let details = CaseNames(CandidateColumns.Form.allCases)
  static let outcomes = CaseNames(TaskOutcome.allCases)
  static let ends = CaseNames(StayEnd.allCases)
  static let causes = CaseNames(UnjudgedCause.allCases)
  static let milestones = CaseNames(Milestones.Name.allCases)
  static let moves = CaseNames(LifecycleMove.allCases)
  static let entries = CaseNames(LaunchEntry.allCases)
  static let namedWork = CaseNames(NamedWork.Kind.allCases)
  static let restorations = CaseNames(StateRestoration.allCases)
}
