import TraceModel

/// The summaries of launches, and what their numbers mean.
final class LaunchTable: Sendable {
  /// Empty if only kinds, times and groups are asked for.
  let summaries: [LaunchSummary]
  /// In place of `summaries`, and their order; else empty.
  private let times: [TimedSummary]
  private let timesOrder: [Int32]
  let symbols: Symbols
  let contexts: LaunchContexts
  private let extensions: Extensions
  private let activations: RecordedActivations
  /// True if a launch is known only by a record of its length.
  private let holdsRecords: Bool
  /// What launches of a sample are compared with; nil if all launches are in the table.
  let compared: ComparedTimes?

  /// The launches of an input; with `extensions`, launches of an input with these extensions.
  init(
    _ summaries: [LaunchSummary], _ symbols: Symbols, _ classes: DeviceClasses, _ extensions: Extensions? = nil,
    _ compared: ComparedTimes? = nil
  ) {
    self.compared = compared
    self.summaries = summaries
    times = []
    timesOrder = []
    self.symbols = symbols
    contexts = LaunchContexts(symbols, classes)
    self.extensions = extensions ?? Extensions(summaries, symbols)
    activations = RecordedActivations(summaries, symbols)
    holdsRecords = summaries.contains { $0.milestones.measure == .record }
  }

  /// Launches for kinds, times and groups alone: of one app, or of apps that `extensions` tells apart.
  init(
    _ times: TimedSummaries, _ symbols: Symbols, _ classes: DeviceClasses, _ extensions: Extensions? = nil
  ) {
    compared = nil
    summaries = []
    self.times = times.list
    timesOrder = times.order
    self.symbols = symbols
    contexts = LaunchContexts(symbols, classes)
    self.extensions = extensions ?? Extensions([], symbols)
    // Launches for times alone do not ask for activations.
    activations = RecordedActivations([], symbols)
    holdsRecords = false
  }

  // Summaries are large: members are read without a copy of the summary.

  func firstInstant(_ index: Int32) -> Int64 {
    times.isEmpty ? summaries[Int(index)].firstInstant : times[Int(index)].firstInstant
  }

  func nature(_ index: Int32) -> LaunchNature {
    times.isEmpty ? summaries[Int(index)].nature : times[Int(index)].nature
  }

  func contextID(_ index: Int32) -> ContextID {
    times.isEmpty ? summaries[Int(index)].context : times[Int(index)].context
  }

  func hasWallClock(_ index: Int32) -> Bool { LaunchSummary.isOnWallClock(firstInstant(index)) }

  func context(_ index: Int32) -> LaunchContext { contexts[contextID(index)] }

  func traits(_ index: Int32) -> LaunchContexts.Traits { contexts.traits(of: contextID(index)) }

  /// The time of a launch of this kind; on a simulator or under a debugger it counts only if `include` says so.
  func time(_ index: Int32, of kind: LaunchKind, _ include: Set<ExcludedEnvironment>) -> LaunchTime {
    let time = times.isEmpty ? summaryTime(at: Int(index)) : times[Int(index)].time
    let id = contextID(index)
    return time.counted(kind, in: contexts.value(of: id), hostsTests: contexts.traits(of: id).hostsTests, include)
  }

  private func summaryTime(at index: Int) -> LaunchTime {
    LaunchTime(summaries[index].timeFacts, isKilled: isKilled(at: index))
  }

  private func isKilled(at index: Int) -> Bool {
    ExitReason(symbols.texts.string(summaries[index].exitReason)) == .watchdog
  }

  func kind(_ index: Int32, after previous: Int32?) -> (LaunchKind, LaunchKindReason) {
    let id = contextID(index)
    let nature = nature(index)
    let first = firstInstant(index)
    let isUnseen = nature == .unseen
    return LaunchKind.of(
      nature, first...(isUnseen ? max(first, summaries[Int(index)].lastInstant) : first), in: id, contexts, extensions,
      recordsActivations: isUnseen && activations.areRecorded(in: id),
      after: previous.map { (contextID($0), firstInstant($0)) })
  }

  func kindReason(_ index: Int32, after previous: Int32?, isExplanation: Bool = false) -> String {
    kind(index, after: previous).1.words(
      summaries[Int(index)], after: previous.map(context), symbols.texts, isExplanation: isExplanation)
  }

  /// The launches in one total order: first instant, name, ordinal; messages of a system log only with `noise`.
  func order(noise: Bool) -> [Int32] {
    if !times.isEmpty { return timesOrder }
    let summaries = summaries
    let all = summaries.span
    var order = all.indices.map { all[$0].firstInstant }.risingIndices()
    if !noise, all.indices.contains(where: isNoise) { order.removeAll { isNoise(Int($0)) } }
    // Launches that began at once stand by name, not in an order in which logs came in.
    var begin = 0
    while begin < order.count {
      let instant = all[Int(order[begin])].firstInstant
      var end = begin + 1
      while end < order.count, all[Int(order[end])].firstInstant == instant { end += 1 }
      if end > begin + 1 {
        order[begin..<end].sort {
          let a = Int($0)
          let b = Int($1)
          return (symbols.launchID(all[a]), all[a].ordinal) < (symbols.launchID(all[b]), all[b].ordinal)
        }
      }
      begin = end
    }
    return order
  }

  /// True if a launch holds only messages of a system log, a daemon's and no app's, or other numbers of a log whose
  /// launches are records of their own.
  private func isNoise(_ index: Int) -> Bool {
    if summaries[index].holdsKnownEvents { return false }
    if holdsRecords { return true }
    let format = symbols.texts.string(symbols.context(summaries[index].context).format)
    return !summaries[index].isWarnedOfScenes && !InputFormat.isOwn(format)
  }
}

extension LaunchTable {
  /// Calls `body` with all launches in one total order (first instant, name, ordinal), classified and timed.
  ///
  /// With `noise` messages of a system log that only look like a launch are included, with `earlier` stand-ins for
  /// launches whose events are not here.
  func forEachLaunch(
    _ include: Set<ExcludedEnvironment>, noise: Bool = false, earlier: Bool = false, _ body: (ClassifiedLaunch) -> Void
  ) {
    forEachKind(noise: noise) { index, kind, previous in
      if earlier || nature(index) != .earlier { body(launch(index, of: kind, after: previous, include)) }
    }
  }

  /// Calls `body` with all launches in their total order, also with stand-ins: the index of each, its kind, and the
  /// index of the one before it on its device.
  func forEachKind(noise: Bool = false, _ body: (Int32, LaunchKind, Int32?) -> Void) {
    // The last launch of each app on each device, for each clock that instants are read on.
    var previous = [Int32?](repeating: nil, count: 2 * contexts.ownerCount)
    func owner(_ index: Int32) -> Int { 2 * Int(traits(index).owner) + (hasWallClock(index) ? 1 : 0) }
    let order = order(noise: noise)
    // If a launch's own events are here as well, its stand-in does not count.
    var known: Set<SIMD2<Int64>> = []
    if order.contains(where: { nature($0) == .earlier }) {
      for index in order where nature(index) != .earlier {
        known.insert(SIMD2(Int64(owner(index)), firstInstant(index)))
      }
    }
    for index in order {
      let owner = owner(index)
      let kind = kind(index, after: previous[owner]).0
      body(index, kind, previous[owner])
      let isKnown =
        nature(index) == .earlier && known.contains(SIMD2(Int64(owner), firstInstant(index)))
      if kind != .extension, !isKnown, nature(index) != .mixed { previous[owner] = index }
    }
  }

  func withEveryEnvironment(_ launch: ClassifiedLaunch) -> ClassifiedLaunch {
    let kind = kind(launch.index, after: launch.previous).0
    return self.launch(launch.index, of: kind, after: launch.previous, Set(ExcludedEnvironment.allCases))
  }

  func launch(
    _ index: Int32, of kind: LaunchKind, after previous: Int32?, _ include: Set<ExcludedEnvironment>
  ) -> ClassifiedLaunch {
    let time = time(index, of: kind, include)
    return ClassifiedLaunch(time: time, kind: kind, index: index, previous: previous)
  }
}

/// A launch by its number, with its kind and time, which depend on the launches before it.
///
/// For speed and memory: a report of millions of launches that needs no more makes no `Launch` of each.
struct ClassifiedLaunch: Sendable {
  // In this order it has 24 bytes.

  let time: LaunchTime
  let kind: LaunchKind
  /// The index of its summary in the table.
  let index: Int32
  /// The index of the one before it on its device, below 0 without one.
  private let before: Int32

  init(time: LaunchTime, kind: LaunchKind, index: Int32, previous: Int32?) {
    self.time = time
    self.kind = kind
    self.index = index
    before = previous ?? -1
  }

  var previous: Int32? { before < 0 ? nil : before }
}

/// Which recorders write that an app comes to the foreground, so that a launch without it was not one to the
/// foreground.
///
/// A recorder is an app, its version and the input format. One launch with an activation shows it, and so does a log of
/// the project's own whose `records` name one. A log that was copied as text does not, as lines are missing.
private struct RecordedActivations {
  /// The kinds of events that come at each launch to the foreground.
  private static let kinds: KindSet = [
    .appDidBecomeActive, .sceneDidActivate, .sceneWillEnterForeground, .logSceneForeground,
  ]

  private let symbols: Symbols
  private var recorders: Set<SIMD4<Int32>> = []

  /// What the recorders of these launches write; searched when a launch asks for it.
  init(_ summaries: [LaunchSummary], _ symbols: Symbols) {
    self.symbols = symbols
    let all = summaries.span  // Summaries are large: members are read without a copy of the summary.
    guard all.indices.contains(where: { all[$0].nature == .unseen }) else { return }
    for index in all.indices where all[index].kinds.bits & Self.kinds.bits != 0 {
      recorders.insert(Self.key(symbols.context(all[index].context)))
    }
  }

  private static func key(_ context: Context) -> SIMD4<Int32> {
    SIMD4(context.app.rawValue, context.appVersion.rawValue, context.format.rawValue, 0)
  }

  func areRecorded(in id: ContextID) -> Bool {
    let context = symbols.context(id)
    let format = symbols.texts.string(context.format)
    if InputFormat(format)?.losesLines == true { return false }
    guard InputFormat.isOwn(format), !context.records.isNone else { return recorders.contains(Self.key(context)) }
    return symbols.texts.string(context.records).split(separator: ",").contains { name in
      EventNames.meaning(of: String(name)).map { Self.kinds.contains($0.kind) } ?? false
    }
  }
}
