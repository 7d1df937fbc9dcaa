import TraceModel

/// The names that the cases of an enum have in files of summaries.
struct CaseNames<Value: Hashable & Sendable>: Sendable {
  private let names: [Value: String]
  /// Names by bytes, without a `String`, to the number of their case, from 1.
  private let texts: TextTable
  private let values: [Value]
  let pairs: [(name: String, value: Value)]

  /// The names of these cases: as in the code, unless `name` gives others.
  init(_ cases: [Value], _ name: (Value) -> String = { "\($0)" }) {
    pairs = cases.map { (name($0), $0) }
    names = Dictionary(uniqueKeysWithValues: pairs.map { ($0.value, $0.name) })
    var texts = TextTable()
    // An empty text has no number, so a case without a name is never found.
    let named = pairs.filter { !$0.name.isEmpty }
    for (name, _) in named { _ = texts.intern(name) }
    self.texts = texts
    values = named.map(\.value)
  }

  /// Empty for a case without a name.
  func name(of value: Value) -> String { names[value] ?? "" }

  func value(of name: String) -> Value? { value(of: Array(name.utf8).span) }

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
