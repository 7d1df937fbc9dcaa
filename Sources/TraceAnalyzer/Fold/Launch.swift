package import TraceModel

/// One launch, with its kind and time, which depend on the launches before it.
///
/// A class, as reports sort, select and group launches; small, as there may be millions.
package final class Launch: Sendable {
  private let table: LaunchTable
  package let time: LaunchTime
  package let kind: LaunchKind
  /// Its place in the table: that of its summary among all.
  let place: Int32
  /// The place of the one before it on its device.
  private let previous: Int32?

  private init(_ table: LaunchTable, _ place: Int32, after previous: Int32?, _ include: Set<ExcludedEnvironment>) {
    self.table = table
    self.place = place
    self.previous = previous
    kind = table.kind(place, after: previous).0
    time = table.time(place, include, isExtension: kind == .extension)
  }

  /// The launch, counted even on a simulator or under a debugger.
  func withEveryEnvironment() -> Launch { Launch(table, place, after: previous, Set(ExcludedEnvironment.allCases)) }

  package var context: LaunchContext { table.context(place) }

  /// Its context, or one that differs by its process alone; the numbers are of its log's symbols.
  var contextValue: Context { table.contexts.value(of: table.summaries[Int(place)].context) }

  var nature: LaunchNature { table.summaries[Int(place)].nature }

  /// How it follows its life cycle: by its app delegate, or by scenes.
  var model: LifecycleModel { table.summaries[Int(place)].model }

  /// The names of the kinds of events that its recorder can write, joined with commas; a text of its log's symbols.
  var declaredKinds: TextID { table.symbols.context(table.summaries[Int(place)].context).records }

  /// A text of its log's symbols.
  func text(_ id: TextID) -> String { table.symbols.texts.string(id) }

  /// Why it is of its kind, in words.
  package var kindReason: String { table.kindReason(place, after: previous) }

  /// The id of the launch before it on its device, with which its kind was found; nothing if none is known.
  package var previousName: String? {
    previous.map { table.symbols.launchID(table.summaries[Int($0)]) }
  }

  /// The summary of that launch; nothing if none is known.
  var previousSummary: LaunchSummary? { previous.map { table.summaries[Int($0)] } }

  package var summary: LaunchSummary { table.summaries[Int(place)] }

  /// The place of its context among those of all launches: the same for contexts that differ by their process alone.
  var contextPlace: Int { table.contexts.place(of: table.summaries[Int(place)].context) }

  /// Its milestones, and how much too long a duration may look that was read on its clock.
  var milestones: Milestones { table.summaries[Int(place)].milestones }
  var readingSlack: Int64 { table.summaries[Int(place)].clockSlack }

  /// The kinds of its events, and the order in which they came.
  var kinds: KindSet { table.summaries[Int(place)].kinds }
  var order: EventOrder { table.summaries[Int(place)].order }

  /// The candidates, which become findings where they exceed their budgets.
  var candidates: [Candidate] { table.summaries[Int(place)].candidates }

  /// How long its returns from the background took, in nanoseconds; none if it does not count, being an extension's, on a
  /// simulator or under a debugger.
  var resumes: [Int64] { kind == .extension || time.isLeftOut ? [] : table.summaries[Int(place)].resumes }

  /// Its context, by its number in its log's symbols.
  var contextID: ContextID { table.summaries[Int(place)].context }

  /// True if its first event is that of a launch.
  var isSeenFromStart: Bool { table.summaries[Int(place)].isSeenFromStart }
  /// True if it was in the background at some time.
  var wasInBackground: Bool { !table.summaries[Int(place)].stays.isEmpty }

  /// True if it stands for a launch whose events are not here.
  package var isEarlier: Bool { table.summaries[Int(place)].isEarlier }

  /// When its first event came, in nanoseconds; since 1970 if the launch `hasWallClock`.
  package var firstInstant: Int64 { table.summaries[Int(place)].firstInstant }
  package var hasWallClock: Bool { table.summaries[Int(place)].hasWallClock }

  /// The launch's id, as `Symbols.launchID` makes it.
  package var name: String { table.symbols.launchID(summary) }

  /// When it began, as RFC 3339; nothing where the log has `uptime` alone.
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
    // Launches of one app on one device follow each other: the last of each, for each clock that instants are read on.
    var previous = [Int32?](repeating: nil, count: 2 * table.contexts.ownerCount)
    let all = summaries.span  // Summaries are large: what is needed of one is read in its place.
    func owner(_ place: Int, _ hasWallClock: Bool) -> Int {
      2 * Int(table.traits(Int32(place)).owner) + (hasWallClock ? 1 : 0)
    }
    let order = table.order(noise: noise)
    // Where a launch's own events are here as well, the event that stood for it does not count.
    var known: Set<SIMD2<Int64>> = []
    if order.contains(where: { all[$0].isEarlier }) {
      for place in order where !all[place].isEarlier {
        known.insert(SIMD2(Int64(owner(place, all[place].hasWallClock)), all[place].firstInstant))
      }
    }
    var launches: [Launch] = []
    launches.reserveCapacity(order.count)
    for place in order {
      let owner = owner(place, all[place].hasWallClock)
      let isEarlier = all[place].isEarlier
      let launch = Launch(table, Int32(place), after: previous[owner], include)
      let isKnown = isEarlier && known.contains(SIMD2(Int64(owner), all[place].firstInstant))
      if launch.kind != .extension, !isKnown { previous[owner] = Int32(place) }
      if !isEarlier || earlier { launches.append(launch) }
    }
    return launches
  }
}

extension LaunchSummary {
  /// UIKit has warned that the app does not adopt scenes: no event of a life cycle, and yet a word about the app.
  package var isWarnedOfScenes: Bool { candidates.contains { $0.rule == .`order.no-scenes` } }
}
