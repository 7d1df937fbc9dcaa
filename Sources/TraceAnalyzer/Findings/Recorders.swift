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

  private struct Record {
    var launches = 0
    /// Launches that hold a kind, and steps that would have needed it; by `EventKind.rawValue`.
    var holding = [Int](repeating: 0, count: EventKind.allCases.count)
    var due = [Int](repeating: 0, count: EventKind.allCases.count)
  }

  /// Due so often and never seen, a kind is taken for not recorded: this project's number.
  private static let dueLimit = 20

  private var records: [Key: Record] = [:]
  private var declared: [TextID: KindSet] = [:]

  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    for launch in launches {
      let context = symbols.context(launch.context)
      var record = records.removeValue(forKey: Key(context)) ?? Record()
      record.launches += 1
      Self.forEach(launch.kinds) { record.holding[$0] += 1 }
      for candidate in launch.candidates {
        let kinds = candidate.explanations.reduce(KindSet()) { $0.union($1) }
        Self.forEach(kinds) { record.due[$0] += 1 }
      }
      records[Key(context)] = record
      if !context.records.isNone, declared[context.records] == nil {
        let names = symbols.texts.string(context.records).split(separator: ",")
        let meanings = names.compactMap { EventNames.meaning(of: String($0)) }
        declared[context.records] = KindSet(meanings.map(\.kind))
      }
    }
  }

  private static func forEach(_ kinds: KindSet, _ body: (Int) -> Void) {
    var bits = kinds.bits
    while bits != 0 {
      body(bits.trailingZeroBitCount)
      bits &= bits - 1
    }
  }

  /// What is known of `kind` for a launch with these kinds and this context.
  func knowledge(_ kind: EventKind, _ launch: LaunchSummary, _ context: Context) -> Knowledge {
    if launch.kinds.contains(kind) { return .recorded }
    if let declared = declared[context.records] {
      return declared.contains(kind) ? .recorded : .unrecorded
    }
    guard let record = records[Key(context)] else { return .unknown }
    let holding = record.holding[Int(kind.rawValue)]
    if holding > 0, holding * 10 >= record.launches { return .recorded }
    return holding == 0 && due(kind, context) >= Self.dueLimit ? .unrecorded : .unknown
  }

  /// How many steps of this recorder's launches would have needed `kind`.
  func due(_ kind: EventKind, _ context: Context) -> Int {
    records[Key(context)]?.due[Int(kind.rawValue)] ?? 0
  }

  /// How many launches this recorder has, and how many of them hold `kind`.
  func launches(_ kind: EventKind, _ context: Context) -> (all: Int, holding: Int) {
    let record = records[Key(context)]
    return (record?.launches ?? 0, record?.holding[Int(kind.rawValue)] ?? 0)
  }
}
