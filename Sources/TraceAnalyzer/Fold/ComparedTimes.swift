import TraceModel

/// The times with which launches of a sample are compared: those of all launches of their apps and kinds.
struct ComparedTimes: Sendable {
  /// Launches whose times are compared with each other are equal in these.
  private struct Group: Hashable {
    /// The number of the app and kind in `kinds`.
    var kind: Int32
    var anchors: Anchors?
    var isSimulator = false
    var isDebugger = false
  }

  /// What an app is called, in the form in which ids are compared, and a kind of launches.
  struct Kind: Hashable {
    var app: String
    var kind: LaunchKind
  }

  private let kinds: [Kind: Int32]
  private var groups: [Group: PhaseTimes] = [:]
  /// The environments in which launches count.
  private var include: Set<ExcludedEnvironment> = []
  /// Most launches are of the group of the one before: it is kept out of `groups`.
  private var last = Group(kind: -1)
  private var lastTimes = PhaseTimes()

  /// No times yet of these apps and kinds, which have numbers.
  init(_ kinds: [Kind: Int32]) { self.kinds = kinds }

  /// Adds a launch of the app and kind with this number, if it counts somewhere.
  ///
  /// - Parameters:
  ///   - launch: Its milestones and nature.
  ///   - time: Its time, counted in each environment.
  ///   - context: Its context.
  ///   - kind: The number.
  mutating func add(_ launch: borrowing LaunchSummary, _ time: LaunchTime, in context: Context, kind: Int32) {
    guard time.notCounted == nil, let nanos = time.nanos else { return }
    let group = Group(
      kind: kind, anchors: time.anchors, isSimulator: context.simulator == true, isDebugger: context.debugger == true)
    if group != last { finish(group) }
    lastTimes.add(nanos, launch.milestones, launch.nature)
  }

  /// Puts the times of the last group where they belong, and goes on with another one.
  private mutating func finish(_ group: Group) {
    if !lastTimes.nanos.isEmpty { groups[last] = lastTimes }
    last = group
    lastTimes = groups.removeValue(forKey: group) ?? PhaseTimes()
  }

  /// All times, once they were added, of launches that count in these environments.
  func counted(_ include: Set<ExcludedEnvironment>) -> Self {
    var times = self
    times.finish(Group(kind: -1))
    times.include = include
    return times
  }

  /// The times of all launches of a launch's app and kind that count and have its ends.
  func times(of launch: Launch) -> PhaseTimes {
    var times = PhaseTimes()
    guard let kind = kinds[Kind(app: Normalised.id(launch.context.app), kind: launch.kind)] else { return times }
    for isSimulator in include.contains(.simulator) ? [false, true] : [false] {
      for isDebugger in include.contains(.debugger) ? [false, true] : [false] {
        let group = Group(
          kind: kind, anchors: launch.time.anchors, isSimulator: isSimulator, isDebugger: isDebugger)
        if let some = groups[group] { times += some }
      }
    }
    return times
  }
}
