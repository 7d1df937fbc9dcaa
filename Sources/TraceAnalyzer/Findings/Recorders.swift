import TraceModel

/// What an app's recorder writes, told from all its launches: decides which kinds a missing event
/// can be held against.
struct Recorders {
  /// An app's recorder: app, version and input format.
  struct Key: Hashable {
    var app, appVersion, format: TextID

    init(_ context: Context) {
      app = context.app
      appVersion = context.appVersion
      format = context.format
    }
  }

  /// Whether a kind that a launch does not hold could have been in it.
  enum Knowledge { case recorded, unrecorded, unknown }

  /// All launches of one recorder.
  struct Record {
    fileprivate var launches = 0
    /// Launches that hold a kind, and steps that would have needed it; by `EventKind.rawValue`.
    fileprivate var holdings = [Int](repeating: 0, count: EventKind.allCases.count)
    fileprivate var dues = [Int](repeating: 0, count: EventKind.allCases.count)

    fileprivate mutating func add(_ launch: LaunchSummary) {
      launches += 1
      for kind in launch.kinds.kinds { holdings[Int(kind.rawValue)] += 1 }
      for candidate in launch.candidates where !candidate.explanations.isEmpty {
        let kinds = candidate.explanations.reduce(KindSet()) { $0.union($1) }
        for kind in kinds.kinds { dues[Int(kind.rawValue)] += 1 }
      }
    }

    /// How many launches hold `kind`.
    func holding(_ kind: EventKind) -> Int { holdings[Int(kind.rawValue)] }

    /// The names of those of `kinds` that no launch holds.
    func missing(of kinds: KindSet) -> [String] {
      kinds.kinds.filter { holding($0) == 0 }.map(\.name)
    }

    /// What is told of a finding that `kind` may explain.
    func doubt(_ kind: EventKind) -> String {
      let (due, holding) = (dues[Int(kind.rawValue)], holding(kind))
      let came = holding == 0 ? "never came" : "came in \(holding) of \(launches) launches"
      return "; \(kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came):"
        + " not recorded, or never called; --records \(kind.name) settles it"
    }
  }

  /// Due so often and never seen, a kind is taken for not recorded: this project's number.
  static let dueLimit = 20

  private var records: [Key: Record] = [:]
  private var declared: [TextID: KindSet] = [:]

  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    for launch in launches {
      let context = symbols.context(launch.context)
      records[Key(context), default: Record()].add(launch)
      if !context.records.isNone, declared[context.records] == nil {
        let names = symbols.texts.string(context.records).split(separator: ",")
        let meanings = names.compactMap { EventNames.meaning(of: String($0)) }
        declared[context.records] = KindSet(meanings.map(\.kind))
      }
    }
  }

  /// What is known of `kind` for a launch with this context, of the recorder with this record.
  func knowledge(_ kind: EventKind, _ launch: LaunchSummary, _ context: Context, _ record: Record)
    -> Knowledge
  {
    if launch.kinds.contains(kind) { return .recorded }
    if let declared = declared[context.records] {
      return declared.contains(kind) ? .recorded : .unrecorded
    }
    let holding = record.holdings[Int(kind.rawValue)]
    if holding > 0, holding * 10 >= record.launches { return .recorded }
    let isDue = record.dues[Int(kind.rawValue)] >= Self.dueLimit
    return holding == 0 && isDue ? .unrecorded : .unknown
  }

  /// All launches of one recorder.
  subscript(key: Key) -> Record { records[key] ?? Record() }
}
