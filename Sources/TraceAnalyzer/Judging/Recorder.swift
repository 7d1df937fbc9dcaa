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
  private let counts: Counts

  /// What the launches of one recorder hold.
  private struct Counts {
    var launches = 0
    /// Launches that hold a kind, and steps that would have needed it; by `EventKind.rawValue`.
    var holdings = [Int](repeating: 0, count: EventKind.allCases.count)
    var dues = [Int](repeating: 0, count: EventKind.allCases.count)

    mutating func add(_ kinds: KindSet, _ candidates: Span<Candidate>) {
      launches += 1
      kinds.forEach { holdings[Int($0.rawValue)] += 1 }
      for place in candidates.indices where !candidates[place].explanations.isEmpty {
        let kinds = candidates[place].explanations.reduce(KindSet()) { $0.union($1) }
        kinds.forEach { dues[Int($0.rawValue)] += 1 }
      }
    }
  }

  /// The recorder with this context, of which no launch is known.
  convenience init(_ context: Context) { self.init(context, Counts()) }

  private init(_ context: Context, _ counts: Counts) {
    app = context.app
    appVersion = context.appVersion
    self.counts = counts
  }

  /// The recorders of `launches`.
  static func all(_ launches: [LaunchSummary], _ symbols: Symbols) -> [Key: Recorder] {
    // By the number of a context, the place of its recorder: each context is looked at once.
    var places = [Int32](repeating: -1, count: symbols.contexts.count)
    var placesByKey: [Key: Int32] = [:]
    var contexts: [Context] = []
    var counts: [Counts] = []
    let all = launches.span  // Summaries are large: what is needed of one is read in its place.
    for launch in all.indices where !all[launch].isEarlier {
      let number = Int(all[launch].context.rawValue)
      if places[number] < 0 {
        let context = symbols.context(all[launch].context)
        let place = placesByKey[key(context)] ?? Int32(counts.count)
        if place == counts.count {
          placesByKey[key(context)] = place
          contexts.append(context)
          counts.append(Counts())
        }
        places[number] = place
      }
      let candidates = launches.candidates(at: launch)
      counts[Int(places[number])].add(all[launch].kinds, candidates.span)
    }
    return placesByKey.mapValues { Recorder(contexts[Int($0)], counts[Int($0)]) }
  }

  static func key(_ context: Context) -> Key {
    Key(context.app.rawValue, context.appVersion.rawValue, context.format.rawValue, 0)
  }

  /// How many launches hold `kind`.
  func holding(_ kind: EventKind) -> Int { counts.holdings[Int(kind.rawValue)] }

  /// How far a kind is known to be recorded that neither a launch nor its declaration holds.
  func knowledge(_ kind: EventKind) -> Knowledge {
    let holding = holding(kind)
    if holding >= Self.heldLimit || holding > 0 && holding * 10 >= counts.launches { return .recorded }
    return holding == 0 && counts.dues[Int(kind.rawValue)] >= Self.dueLimit ? .unrecorded : .unknown
  }

  /// The doubt that is added to a finding that `kind` may explain.
  func doubt(_ kind: EventKind) -> String {
    let due = counts.dues[Int(kind.rawValue)]
    let holding = holding(kind)
    let came = holding == 0 ? "never came" : "came in \(holding) of \(counts.launches) launches"
    return "; \(kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came):"
      + " not recorded, or never called; --records with all kinds that are recorded settles it"
  }
}
