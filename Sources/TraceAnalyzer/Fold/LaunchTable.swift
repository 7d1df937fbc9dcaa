import TraceModel

/// The summaries of launches, and what their numbers mean.
final class LaunchTable: Sendable {
  /// Empty where nothing but kinds, times and groups is asked for.
  let summaries: [LaunchSummary]
  /// In place of the summaries there, and their order; else empty.
  private let times: [TimedSummary]
  private let timesOrder: [Int32]
  let symbols: Symbols
  let contexts: LaunchContexts
  private let extensions: Extensions
  private let activations: RecordedActivations
  /// Some launch is a record of its length.
  private let holdsRecords: Bool

  /// The launches of an input; with `extensions`, some of an input in which these are.
  init(
    _ summaries: [LaunchSummary], _ symbols: Symbols, _ classes: DeviceClasses, _ extensions: Extensions? = nil
  ) {
    self.summaries = summaries
    times = []
    timesOrder = []
    self.symbols = symbols
    contexts = LaunchContexts(symbols, classes)
    self.extensions = extensions ?? Extensions(summaries, symbols)
    activations = RecordedActivations(summaries, symbols)
    holdsRecords = summaries.contains { $0.milestones.measure == .record }
  }

  /// Launches of which nothing but kinds, times and groups is asked for: of one app, or of those that `extensions` tells
  /// apart.
  init(
    _ times: TimedSummaries, _ symbols: Symbols, _ classes: DeviceClasses, _ extensions: Extensions? = nil
  ) {
    summaries = []
    self.times = times.list
    timesOrder = times.order
    self.symbols = symbols
    contexts = LaunchContexts(symbols, classes)
    self.extensions = extensions ?? Extensions([], symbols)
    // Those that it is asked of are not among such launches.
    activations = RecordedActivations([], symbols)
    holdsRecords = false
  }

  // Summaries are large: what is needed of one is read in its place.

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

  /// The launch's context in words.
  func context(_ index: Int32) -> LaunchContext { contexts[contextID(index)] }

  /// The part of the launch's context that decides its kind.
  func traits(_ index: Int32) -> LaunchContexts.Traits { contexts.traits(of: contextID(index)) }

  /// The time of a launch of this kind; one on a simulator or under a debugger counts only if `include` says so.
  func time(_ index: Int32, of kind: LaunchKind, _ include: Set<ExcludedEnvironment>) -> LaunchTime {
    let time = times.isEmpty ? summaryTime(at: Int(index)) : times[Int(index)].time
    let id = contextID(index)
    return time.counted(kind, in: contexts.value(of: id), hostsTests: contexts.traits(of: id).hostsTests, include)
  }

  private func summaryTime(at place: Int) -> LaunchTime {
    LaunchTime(summaries[place].timeFacts, isKilled: isKilled(at: place))
  }

  /// True if the watchdog ended the launch.
  private func isKilled(at place: Int) -> Bool {
    ExitReason(symbols.texts.string(summaries[place].exitReason)) == .watchdog
  }

  /// The kind of a launch after another, if there is one, and why.
  func kind(_ index: Int32, after previous: Int32?) -> (LaunchKind, LaunchKindReason) {
    let id = contextID(index)
    if extensions.areAny, let app = extensions.app(of: contexts.value(of: id).app) {
      return (.extension, .below(app: app))
    }
    let before = previous.map { (traits($0), firstInstant($0)) }
    let nature = nature(index)
    let first = firstInstant(index)
    let isUnseen = nature == .unseen
    return LaunchKind.of(
      nature, first...(isUnseen ? max(first, summaries[Int(index)].lastInstant) : first), contexts.traits(of: id),
      recordsActivations: isUnseen && activations.areRecorded(in: id), after: before)
  }

  /// Why a launch after another is of its kind, in words.
  func kindReason(_ index: Int32, after previous: Int32?) -> String {
    kind(index, after: previous).1.words(summaries[Int(index)], after: previous.map(context), symbols.texts)
  }

  /// The launches in one total order: first instant, name, ordinal; of messages of a system log only with `noise`.
  func order(noise: Bool) -> [Int32] {
    if !times.isEmpty { return timesOrder }
    return summaryOrder(noise: noise).map { Int32($0) }
  }

  private func summaryOrder(noise: Bool) -> [Int] {
    let summaries = summaries
    let all = summaries.span
    let known = summaries.indices.filter { noise || !isNoise($0) }
    var order = known.map { all[$0].firstInstant }.risingPlaces().map { known[Int($0)] }
    // By name and not in an order in which logs came in, where they began at once.
    var begin = 0
    while begin < order.count {
      var end = begin + 1
      while end < order.count, all[order[end]].firstInstant == all[order[begin]].firstInstant { end += 1 }
      if end > begin + 1 {
        order[begin..<end].sort { a, b in
          (symbols.launchID(all[a]), all[a].ordinal) < (symbols.launchID(all[b]), all[b].ordinal)
        }
      }
      begin = end
    }
    return order
  }

  /// True if a launch holds nothing but messages of a system log: a daemon's, no app's; or other numbers of a log whose
  /// launches are records of their own.
  private func isNoise(_ index: Int) -> Bool {
    if summaries[index].holdsKnownEvents { return false }
    if holdsRecords { return true }
    let format = symbols.texts.string(symbols.context(summaries[index].context).format)
    return !summaries[index].isWarnedOfScenes && !InputFormat.isOwn(format)
  }
}
