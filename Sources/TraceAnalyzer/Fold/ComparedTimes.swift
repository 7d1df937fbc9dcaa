import TraceModel

/// The times with which launches of a sample are compared: those of all launches of their apps and kinds.
///
/// For memory no launch is held; times that neither a finding nor a comparison tells apart stand together.
package struct ComparedTimes: Sendable {
  /// The normalised id of an app, and a kind of launches.
  struct AppKind: Hashable {
    var app: String
    var kind: LaunchKind
  }

  /// A launch whose times are to be added.
  package struct Addition: Sendable {
    /// With the members that its time rests on.
    let summary: LaunchSummary
    let kind: LaunchKind
    let isKilled: Bool
  }

  /// Launches of one kind whose contexts differ only by device, boot, build and recorder: they share their budgets.
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
    let context: ContextID
    fileprivate let isSimulator, isDebugger: Bool
    /// The kind of at least one launch is inferred: no record calls it prewarmed.
    fileprivate(set) var isKindInferred = false
    fileprivate(set) var times = PhaseTimes()
  }

  private let cohorts: [Cohort]
  /// By context and kind, the index of the cohort; -1 for launches that are not compared.
  private let cohortIndices: [Int32]
  /// By cohort, the indices of its groups: mostly one.
  private var groupIndices: [[Int]]
  private var groups: [Group] = []
  private let contexts: LaunchContexts
  private var include = everywhere
  private static let everywhere = Set(ExcludedEnvironment.allCases)

  /// An empty list for these apps and kinds, in the contexts of `symbols`.
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

  func isCompared(_ context: ContextID, _ kind: LaunchKind) -> Bool { cohort(context, kind) >= 0 }

  private func cohort(_ context: ContextID, _ kind: LaunchKind) -> Int {
    Int(cohortIndices[Int(context.rawValue) * LaunchKind.allCases.count + kind.index])
  }

  /// Adds compared launches, as far as they count in some environment.
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
    // A prewarmed launch keeps a reason only if it is suspected to be one.
    if launch.nature == .prewarmed, !launch.natureReason.isNone { groups[index].isKindInferred = true }
    let slack = time.slack(launch.milestones, launch.clockSlack)
    groups[index].times.add(nanos, slack: slack, launch.milestones, launch.nature)
  }

  func counted(_ include: Set<ExcludedEnvironment>) -> Self {
    var times = self
    times.include = include
    return times
  }

  func groups(of launch: Launch) -> [Group] {
    let kind = AppKind(app: Normalised.id(launch.context.app), kind: launch.kind)
    return groups.filter { group in
      group.kind == kind && group.anchors == launch.time.anchors
        && (!group.isSimulator || include.contains(.simulator)) && (!group.isDebugger || include.contains(.debugger))
    }
  }
}
