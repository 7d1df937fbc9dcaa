import TraceModel

/// What one app's recorder writes, concluded from all its launches: decides which kinds a missing event
/// can be held against.
final class Recorder: Sendable {
  /// An app, its version, and the input format.
  typealias Key = SIMD4<Int32>

  /// How sure it is that a kind would have been recorded.
  enum Knowledge { case recorded, unrecorded, unknown }

  /// Due so often and never seen, a kind is taken for not recorded: this project's number.
  static let dueLimit = 20
  /// The number of launches with a kind that show that it is recorded, however many others lack it: this project's number.
  static let heldLimit = 20

  let app, appVersion: TextID
  private let launches: Int
  /// Launches that hold a kind, and steps that would have needed it; by `EventKind.rawValue`.
  private let holdings, dues: [Int]

  /// The recorder with this context, which wrote those of `all` launches that have these places.
  init(_ context: Context, _ all: [LaunchSummary] = [], _ places: [Int] = []) {
    app = context.app
    appVersion = context.appVersion
    launches = places.count
    var holdings = [Int](repeating: 0, count: EventKind.allCases.count)
    var dues = holdings
    let all = all.span  // Summaries are large: what is needed of one is read in its place.
    for place in places {
      all[place].kinds.forEach { holdings[Int($0.rawValue)] += 1 }
      for candidate in all[place].candidates where !candidate.explanations.isEmpty {
        let kinds = candidate.explanations.reduce(KindSet()) { $0.union($1) }
        kinds.forEach { dues[Int($0.rawValue)] += 1 }
      }
    }
    self.holdings = holdings
    self.dues = dues
  }

  /// The recorders of `launches`.
  static func all(_ launches: [LaunchSummary], _ symbols: Symbols) -> [Key: Recorder] {
    let all = launches.span
    let places = launches.indices.filter { !all[$0].isEarlier }
    return Dictionary(grouping: places) { key(symbols.context(all[$0].context)) }.mapValues { places in
      Recorder(symbols.context(launches[places[0]].context), launches, places)
    }
  }

  static func key(_ context: Context) -> Key {
    Key(context.app.rawValue, context.appVersion.rawValue, context.format.rawValue, 0)
  }

  /// How many launches hold `kind`.
  func holding(_ kind: EventKind) -> Int { holdings[Int(kind.rawValue)] }

  /// How far a kind is known to be recorded that neither a launch nor its declaration holds.
  func knowledge(_ kind: EventKind) -> Knowledge {
    let holding = holding(kind)
    if holding >= Self.heldLimit || holding > 0 && holding * 10 >= launches { return .recorded }
    return holding == 0 && dues[Int(kind.rawValue)] >= Self.dueLimit ? .unrecorded : .unknown
  }

  /// The doubt that is added to a finding that `kind` may explain.
  func doubt(_ kind: EventKind) -> String {
    let due = dues[Int(kind.rawValue)]
    let holding = holding(kind)
    let came = holding == 0 ? "never came" : "came in \(holding) of \(launches) launches"
    return "; \(kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came):"
      + " not recorded, or never called; --records with all kinds that are recorded settles it"
  }
}
