package import TraceModel

/// One launch, with its kind and time, which depend on the launches before it.
///
/// Small, as there may be millions: it takes 32 bytes.
package struct Launch: Sendable {
  let table: LaunchTable
  let classified: ClassifiedLaunch

  init(_ table: LaunchTable, _ classified: ClassifiedLaunch) {
    self.table = table
    self.classified = classified
  }

  package var time: LaunchTime { classified.time }
  package var kind: LaunchKind { classified.kind }
  /// The index of its summary in the table.
  var index: Int32 { classified.index }
  private var previous: Int32? { classified.previous }

  func withEveryEnvironment() -> Launch { Launch(table, table.withEveryEnvironment(classified)) }

  package var context: LaunchContext { table.context(index) }

  /// Its context, or one that differs by its process alone; the numbers are of its log's symbols.
  var contextValue: Context { table.contexts.value(of: table.summaries[Int(index)].context) }

  var natureReason: TextID { table.summaries[Int(index)].natureReason }

  var nature: LaunchNature { table.summaries[Int(index)].nature }

  /// By its app delegate, or by scenes.
  var model: LifecycleModel { table.summaries[Int(index)].model }

  /// The names of the kinds of events that its recorder can write, joined with commas.
  var declaredKinds: TextID { table.symbols.context(table.summaries[Int(index)].context).records }

  func text(_ id: TextID) -> String { table.symbols.texts.string(id) }

  /// Why it is of its kind, in words.
  package var kindReason: String { table.kindReason(index, after: previous) }
  /// `kindReason` as it stands in an explanation, as in `the version before was 4.8.0`.
  var kindExplanation: String { table.kindReason(index, after: previous, isExplanation: true) }

  /// The id of the launch before it on its device, which decided its kind; nil if unknown.
  package var previousName: String? {
    previous.map { table.symbols.launchID(table.summaries[Int($0)]) }
  }

  var previousSummary: LaunchSummary? { previous.map { table.summaries[Int($0)] } }

  package var summary: LaunchSummary { table.summaries[Int(index)] }

  /// The index of its context among those of all launches: equal for contexts that differ by their process alone.
  var contextIndex: Int { table.contexts.index(of: table.summaries[Int(index)].context) }

  var milestones: Milestones { table.summaries[Int(index)].milestones }
  var readingSlack: Int64 { table.summaries[Int(index)].clockSlack }

  var kinds: KindSet { table.summaries[Int(index)].kinds }
  var order: EventOrder { table.summaries[Int(index)].order }

  var candidates: [Candidate] { table.summaries.candidates(at: Int(index)) }

  /// True if a person waited for it, as far as the log shows.
  var isAwaited: Bool { kind != .background && kind != .extension && ![.unknown, .unseen, .mixed].contains(nature) }

  /// True if a person waited for it and its time has no end.
  var isUnfinished: Bool { isAwaited && time.notCounted == .`no end` }

  /// True if the process died before its kind was known, and the launch would count.
  var diedUnseen: Bool {
    let isUnknown = kind == .unclassified && [.unknown, .unseen].contains(nature) && natureReason.isNone
    if time.isLeftOut || !isUnknown || !isSeenFromStart { return false }
    let reason = ExitReason(table.symbols.texts.string(table.summaries[Int(index)].exitReason))
    return reason == .crash || reason == .watchdog
  }

  /// How long its returns from the background took, in nanoseconds; empty if it does not count.
  var resumes: [Int64] { kind == .extension || time.isLeftOut ? [] : table.summaries[Int(index)].resumes }

  var contextID: ContextID { table.summaries[Int(index)].context }

  /// True if its first event is that of a launch.
  var isSeenFromStart: Bool { table.summaries[Int(index)].isSeenFromStart }
  var wasInBackground: Bool { !isPlaceAssumed && !table.summaries[Int(index)].stays.isEmpty }

  /// True if its stays were measured as if it had been launched in the background, without an event that shows it.
  var isPlaceAssumed: Bool { nature == .unseen && kind != .background }

  /// True if it stands for a launch whose events are not here.
  package var isEarlier: Bool { table.summaries[Int(index)].isEarlier }

  /// When its first event came, in nanoseconds; since 1970 if the launch `hasWallClock`.
  package var firstInstant: Int64 { table.firstInstant(index) }
  package var hasWallClock: Bool { table.hasWallClock(index) }

  /// The launch's id, as `Symbols.launchID` makes it.
  package var name: String { table.symbols.launchID(summary) }

  /// RFC 3339; nil if the log has `uptime` alone.
  var began: String? { hasWallClock ? Timestamp.rfc3339(firstInstant) : nil }

  /// All launches in one total order (first instant, name, ordinal), classified and timed; select after this, not
  /// before, as the kind of a launch rests on the one before it.
  ///
  /// With `noise` messages of a system log that only look like a launch are included, with `earlier` stand-ins for
  /// launches whose events are not here.
  package static func all(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment> = [], noise: Bool = false,
    earlier: Bool = false, classes: DeviceClasses = DeviceClasses()
  ) -> [Launch] {
    let table = LaunchTable(summaries, symbols, classes)
    var launches: [Launch] = []
    launches.reserveCapacity(summaries.count)
    table.forEachLaunch(include, noise: noise, earlier: earlier) { launches.append(Launch(table, $0)) }
    return launches
  }

  /// What stands beside launches that are records of their length, and has unknown names alone: no launches, but events
  /// that were not understood.
  package static func unknownBesideRecords(_ summaries: [LaunchSummary], _ symbols: Symbols) -> [Launch] {
    guard summaries.contains(where: { $0.milestones.measure == .record }) else { return [] }
    return all(summaries, symbols, noise: true, earlier: true).filter { launch in
      !launch.summary.holdsKnownEvents && launch.summary.unknownCount > launch.summary.unmappedCount
    }
  }
}

extension LaunchSummary {
  /// UIKit has warned that the app does not adopt scenes: no event of a life cycle, and yet a word about the app.
  package var isWarnedOfScenes: Bool { candidates.contains { $0.rule == .`order.no-scenes` } }
}
