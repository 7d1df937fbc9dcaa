import TraceModel

/// The times with which launches of a sample are compared: those of all launches of their apps and kinds.
///
/// For memory no launch is held. Times of launches that neither a finding nor a comparison tells apart stand together.
package struct ComparedTimes: Sendable {
  /// What an app is called, in the form in which ids are compared, and a kind of launches.
  struct AppKind: Hashable {
    var app: String
    var kind: LaunchKind
  }

  /// A launch of which the times are to be added.
  package struct Addition: Sendable {
    /// With the members that its time rests on.
    let summary: LaunchSummary
    let kind: LaunchKind
    /// The watchdog ended it.
    let isKilled: Bool
  }

  /// Launches of one kind whose contexts differ by device, boot, build and recorder alone: they have the same budgets.
  private struct Cohort: Hashable {
    let kind: AppKind
    private let context: Context

    init(_ kind: AppKind, _ context: Context) {
      self.kind = kind
      var context = context
      context.device = .none
      context.boot = .none
      context.appBuild = .none
      context.records = .none
      context.format = .none
      context.pid = Event.absent
      self.context = context
    }
  }

  /// Launches of one cohort whose times are one measure.
  struct Group: Sendable {
    fileprivate let kind: AppKind
    fileprivate let anchors: Anchors?
    /// The context of one of them.
    let context: ContextID
    fileprivate let isSimulator, isDebugger: Bool
    /// The kind of at least one of them is inferred: a prewarmed one that no record calls so.
    fileprivate(set) var isKindInferred = false
    fileprivate(set) var times = PhaseTimes()
  }

  private let cohorts: [Cohort]
  /// By the number of a context and a kind, the index of the cohort of such launches; -1 of those that are not compared.
  private let cohortIndices: [Int32]
  /// By cohort, the indices of its groups: mostly one.
  private var groupIndices: [[Int]]
  private var groups: [Group] = []
  private let contexts: LaunchContexts
  /// The environments in which launches count.
  private var include = everywhere
  private static let everywhere = Set(ExcludedEnvironment.allCases)

  /// No times yet of these apps and kinds, in the contexts of `symbols`.
  init(_ kinds: [AppKind], _ contexts: LaunchContexts, _ symbols: Symbols) {
    self.contexts = contexts
    var cohorts: [Cohort] = []
    var indices: [Cohort: Int32] = [:]
    cohortIndices = symbols.contexts.values.flatMap { context -> [Int32] in
      let app = Normalised.id(symbols.texts.string(context.app))
      return LaunchKind.allCases.map { launchKind -> Int32 in
        let kind = AppKind(app: app, kind: launchKind)
        if !kinds.contains(kind) { return -1 }
        let cohort = Cohort(kind, context)
        if let known = indices[cohort] { return known }
        let index = Int32(cohorts.count)
        cohorts.append(cohort)
        indices[cohort] = index
        return index
      }
    }
    self.cohorts = cohorts
    groupIndices = Array(repeating: [], count: cohorts.count)
  }

  /// True if the times of launches of a kind in a context are compared.
  func isCompared(_ context: ContextID, _ kind: LaunchKind) -> Bool { cohort(context, kind) >= 0 }

  private func cohort(_ context: ContextID, _ kind: LaunchKind) -> Int {
    Int(cohortIndices[Int(context.rawValue) * LaunchKind.allCases.count + kind.index])
  }

  /// Adds launches that are compared, as far as they count in some environment.
  package mutating func add(_ launches: [Addition]) {
    for launch in launches { add(launch.summary, launch.kind, isKilled: launch.isKilled) }
  }

  private mutating func add(_ launch: borrowing LaunchSummary, _ kind: LaunchKind, isKilled: Bool) {
    let context = contexts.value(of: launch.context)
    let hostsTests = contexts.traits(of: launch.context).hostsTests
    let time = LaunchTime(launch.timeFacts, isKilled: isKilled)
      .counted(kind, in: context, hostsTests: hostsTests, Self.everywhere)
    guard time.notCounted == nil, let nanos = time.nanos else { return }
    let cohort = cohort(launch.context, kind)
    let index = groupIndices[cohort].first { groups[$0].anchors == time.anchors } ?? groups.count
    if index == groups.count {
      groupIndices[cohort].append(index)
      groups.append(
        Group(
          kind: cohorts[cohort].kind, anchors: time.anchors, context: launch.context,
          isSimulator: context.simulator == true, isDebugger: context.debugger == true))
    }
    // The one reason that is kept of prewarmed launches is that they are suspected to be.
    if launch.nature == .prewarmed, !launch.natureReason.isNone { groups[index].isKindInferred = true }
    let slack = time.slack(launch.milestones, launch.clockSlack)
    groups[index].times.add(nanos, slack: slack, launch.milestones, launch.nature)
  }

  /// All times, of launches that count in these environments.
  func counted(_ include: Set<ExcludedEnvironment>) -> Self {
    var times = self
    times.include = include
    return times
  }

  /// The launches of a launch's app and kind that count and have its ends.
  func groups(of launch: Launch) -> [Group] {
    let kind = AppKind(app: Normalised.id(launch.context.app), kind: launch.kind)
    return groups.filter { group in
      group.kind == kind && group.anchors == launch.time.anchors
        && (!group.isSimulator || include.contains(.simulator)) && (!group.isDebugger || include.contains(.debugger))
    }
  }
}
