import TraceModel

/// What one app's recorder writes, told from all its launches: decides which kinds a missing event
/// can be held against, and counts what is not known.
final class Recorder {
  /// Whether a kind that a launch does not hold could have been in it.
  enum Knowledge { case recorded, unrecorded, unknown }

  /// Due so often and never seen, a kind is taken for not recorded: this project's number.
  static let dueLimit = 20

  let app, appVersion: TextID
  private var launches = 0
  /// Launches that hold a kind, and steps that would have needed it; by `EventKind.rawValue`.
  private var holdings = [Int](repeating: 0, count: EventKind.allCases.count)
  private var dues = [Int](repeating: 0, count: EventKind.allCases.count)

  /// Rules about an app's make that were told: one finding for each version is enough.
  var told: Set<RuleID> = []
  /// Kinds that nobody knows of and that may explain a finding: each is told once.
  var asked = KindSet()
  /// Steps that were not judged, and the kinds that would have made them legal.
  var excusedSteps: Int64 = 0
  var excuses = KindSet()

  init(_ context: Context) { (app, appVersion) = (context.app, context.appVersion) }

  /// The recorders of `launches` by app, version and input format: what `key` makes of a context.
  static func all(_ launches: [LaunchSummary], _ symbols: Symbols) -> [[TextID]: Recorder] {
    launches.reduce(into: [:]) { recorders, launch in
      let context = symbols.context(launch.context)
      let recorder = recorders[key(context)] ?? Recorder(context)
      recorder.add(launch)
      recorders[key(context)] = recorder
    }
  }

  static func key(_ context: Context) -> [TextID] { [context.app, context.appVersion, context.format] }

  private func add(_ launch: LaunchSummary) {
    launches += 1
    for kind in launch.kinds.kinds { holdings[Int(kind.rawValue)] += 1 }
    for candidate in launch.candidates where !candidate.explanations.isEmpty {
      let kinds = candidate.explanations.reduce(KindSet()) { $0.union($1) }
      for kind in kinds.kinds { dues[Int(kind.rawValue)] += 1 }
    }
  }

  /// How many launches hold `kind`.
  func holding(_ kind: EventKind) -> Int { holdings[Int(kind.rawValue)] }

  /// The names of the kinds that no launch holds and that may explain what was found.
  var missing: [String] { excuses.union(asked).kinds.filter { holding($0) == 0 }.map(\.name) }

  /// What is known of a kind that neither a launch nor its declaration tells of.
  func knowledge(_ kind: EventKind) -> Knowledge {
    let holding = holding(kind)
    if holding > 0, holding * 10 >= launches { return .recorded }
    return holding == 0 && dues[Int(kind.rawValue)] >= Self.dueLimit ? .unrecorded : .unknown
  }

  /// What is told of a finding that `kind` may explain.
  func doubt(_ kind: EventKind) -> String {
    let (due, holding) = (dues[Int(kind.rawValue)], holding(kind))
    let came = holding == 0 ? "never came" : "came in \(holding) of \(launches) launches"
    return "; \(kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came):"
      + " not recorded, or never called; --records with all kinds that are recorded settles it"
  }
}
