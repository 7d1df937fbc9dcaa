import TraceModel

/// The times with which launches of a sample are compared: those of all launches of their apps and kinds.
struct ComparedTimes: Sendable {
  /// Launches whose times are compared with each other are equal in these.
  private struct Group: Equatable {
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
  private var groups: [(group: Group, times: PhaseTimes)] = []
  /// By the number of an app and kind, the index of the last group: mostly the next launch of the kind is of that, too.
  private var last: [Int]
  /// The environments in which launches count.
  private var include: Set<ExcludedEnvironment> = []

  /// So many launches may be of one group.
  private let capacity: Int

  /// No times yet of these apps and kinds, which have numbers from 0.
  init(_ kinds: [Kind: Int32], capacity: Int) {
    self.kinds = kinds
    self.capacity = capacity
    last = Array(repeating: 0, count: kinds.count)
  }

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
    var index = last[Int(kind)]
    if index == groups.count || groups[index].group != group {
      index = groups.firstIndex { $0.group == group } ?? groups.count
      last[Int(kind)] = index
    }
    if index == groups.count { groups.append((group, PhaseTimes(capacity: capacity))) }
    groups[index].times.add(nanos, launch.milestones, launch.nature)
  }

  /// All times, of launches that count in these environments.
  func counted(_ include: Set<ExcludedEnvironment>) -> Self {
    var times = self
    times.include = include
    return times
  }

  /// The times of all launches of a launch's app and kind that count and have its ends.
  func times(of launch: Launch) -> PhaseTimes {
    var alike = PhaseTimes()
    guard let kind = kinds[Kind(app: Normalised.id(launch.context.app), kind: launch.kind)] else { return alike }
    for isSimulator in include.contains(.simulator) ? [false, true] : [false] {
      for isDebugger in include.contains(.debugger) ? [false, true] : [false] {
        let group = Group(
          kind: kind, anchors: launch.time.anchors, isSimulator: isSimulator, isDebugger: isDebugger)
        if let found = groups.first(where: { $0.group == group }) { alike += found.times }
      }
    }
    return alike
  }
}
