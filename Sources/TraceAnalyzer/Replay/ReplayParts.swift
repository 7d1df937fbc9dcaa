import TraceModel

/// The parts of replay that look at events of some kinds alone, as bits by kind.
///
/// For speed: an event is shown to those parts that it concerns, of which it has mostly two, and to the rest it costs
/// nothing. Each part lists its kinds beside the code that looks at them. A replay that shows every event to every part
/// (`all`) gives the same summaries, which a test holds.
struct ReplayParts: OptionSet, Sendable {
  let rawValue: UInt16
  static let launchOrder = Self(rawValue: 1)
  static let milestones = Self(rawValue: 2)
  /// Where the app is: in the foreground or in the background.
  static let whereabouts = Self(rawValue: 4)
  static let tasks = Self(rawValue: 8)
  static let swipedAway = Self(rawValue: 16)
  /// How the app is used.
  static let use = Self(rawValue: 32)
  /// The runs of named work, background tasks and events of the app's own.
  static let named = Self(rawValue: 64)
  /// The returns from the background.
  static let resumes = Self(rawValue: 128)
  /// Steps that are legal and surprise; which kinds may do so is said by the machines.
  static let surprises = Self(rawValue: 256)
  static let all: Self = [
    .launchOrder, .milestones, .whereabouts, .tasks, .swipedAway, .use, .named, .resumes, .surprises,
  ]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The parts that look at events of this kind, which may be legal and surprise in one of the `machines`.
  init(_ kind: EventKind, _ machines: [MachineTable]) {
    let kinds: [(Self, KindSet)] = [
      (.launchOrder, Replay.launchOrderKinds), (.milestones, MilestoneBuilder.kinds),
      (.whereabouts, StayBuilder.kinds), (.tasks, TaskBuilder.kinds), (.swipedAway, SwipedAway.kinds),
      (.use, UseBuilder.kinds), (.named, NamedWorkBuilder.kinds), (.resumes, ResumeBuilder.kinds),
    ]
    self = kinds.reduce(into: []) { parts, row in if row.1.contains(kind) { parts.insert(row.0) } }
    if machines.contains(where: { !$0.surprising(on: kind).isEmpty }) { insert(.surprises) }
  }
}
