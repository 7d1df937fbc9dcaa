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
  /// Its index in the table, by which it is known there: that of its summary among all.
  var index: Int32 { classified.index }
  /// The index of the one before it on its device.
  private var previous: Int32? { classified.previous }

  /// The launch, counted even on a simulator or under a debugger.
  func withEveryEnvironment() -> Launch { Launch(table, table.withEveryEnvironment(classified)) }

  package var context: LaunchContext { table.context(index) }

  /// Its context, or one that differs by its process alone; the numbers are of its log's symbols.
  var contextValue: Context { table.contexts.value(of: table.summaries[Int(index)].context) }

  /// The sign that showed its nature.
  var natureReason: TextID { table.summaries[Int(index)].natureReason }

  var nature: LaunchNature { table.summaries[Int(index)].nature }

  /// How it follows its life cycle: by its app delegate, or by scenes.
  var model: LifecycleModel { table.summaries[Int(index)].model }

  /// The names of the kinds of events that its recorder can write, joined with commas; a text of its log's symbols.
  var declaredKinds: TextID { table.symbols.context(table.summaries[Int(index)].context).records }

  /// A text of its log's symbols.
  func text(_ id: TextID) -> String { table.symbols.texts.string(id) }

  /// Why it is of its kind, in words.
  package var kindReason: String { table.kindReason(index, after: previous) }

  /// The id of the launch before it on its device, with which its kind was found; nil if none is known.
  package var previousName: String? {
    previous.map { table.symbols.launchID(table.summaries[Int($0)]) }
  }

  /// The summary of that launch; nil if none is known.
  var previousSummary: LaunchSummary? { previous.map { table.summaries[Int($0)] } }

  package var summary: LaunchSummary { table.summaries[Int(index)] }

  /// The index of its context among those of all launches: the same for contexts that differ by their process alone.
  var contextIndex: Int { table.contexts.index(of: table.summaries[Int(index)].context) }

  /// Its milestones, and how much too long a duration may look that was read on its clock.
  var milestones: Milestones { table.summaries[Int(index)].milestones }
  var readingSlack: Int64 { table.summaries[Int(index)].clockSlack }

  /// The kinds of its events, and the order in which they came.
  var kinds: KindSet { table.summaries[Int(index)].kinds }
  var order: EventOrder { table.summaries[Int(index)].order }

  /// The candidates, which become findings where they exceed their budgets.
  var candidates: [Candidate] { table.summaries.candidates(at: Int(index)) }

  /// True if a person waited for it, as far as the log shows.
  var isAwaited: Bool { kind != .background && kind != .extension && ![.unknown, .unseen, .mixed].contains(nature) }

  /// True if a person waited for it and its time has no end.
  var isUnfinished: Bool { isAwaited && time.notCounted == .`no end` }

  /// True if the process died before anything showed whether it was launched for the user, and the launch would count.
  var diedUnseen: Bool {
    let isUnknown = kind == .unclassified && [.unknown, .unseen].contains(nature) && natureReason.isNone
    if time.isLeftOut || !isUnknown || !isSeenFromStart { return false }
    let reason = ExitReason(table.symbols.texts.string(table.summaries[Int(index)].exitReason))
    return reason == .crash || reason == .watchdog
  }

  /// How long its returns from the background took, in nanoseconds; none if it does not count, being an extension's, on a
  /// simulator or under a debugger.
  var resumes: [Int64] { kind == .extension || time.isLeftOut ? [] : table.summaries[Int(index)].resumes }

  /// Its context, by its number in its log's symbols.
  var contextID: ContextID { table.summaries[Int(index)].context }

  /// True if its first event is that of a launch.
  var isSeenFromStart: Bool { table.summaries[Int(index)].isSeenFromStart }
  /// True if it was in the background at some time.
  var wasInBackground: Bool { !isPlaceAssumed && !table.summaries[Int(index)].stays.isEmpty }

  /// True if its stays in the background were measured as if it had been launched there, without an event that shows
  /// it.
  var isPlaceAssumed: Bool { nature == .unseen && kind != .background }

  /// True if it stands for a launch whose events are not here.
  package var isEarlier: Bool { table.summaries[Int(index)].isEarlier }

  /// When its first event came, in nanoseconds; since 1970 if the launch `hasWallClock`.
  package var firstInstant: Int64 { table.firstInstant(index) }
  package var hasWallClock: Bool { table.hasWallClock(index) }

  /// The launch's id, as `Symbols.launchID` makes it.
  package var name: String { table.symbols.launchID(summary) }

  /// When it began, as RFC 3339; nil where the log has `uptime` alone.
  var began: String? { hasWallClock ? Timestamp.rfc3339(firstInstant) : nil }

  /// All launches in one total order (first instant, name, ordinal), classified and timed.
  ///
  /// Select after this, not before: the kind of a launch rests on the one before it.
  ///
  /// What only looks like a launch, being messages of a system log, is among them only with `noise`; what stands for a
  /// launch whose events are not here, only with `earlier`.
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
}

extension LaunchSummary {
  /// UIKit has warned that the app does not adopt scenes: no event of a life cycle, and yet a word about the app.
  package var isWarnedOfScenes: Bool { candidates.contains { $0.rule == .`order.no-scenes` } }
}
