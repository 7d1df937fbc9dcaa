package import TraceModel

/// The summaries of launches, and what their numbers mean.
private final class LaunchTable: Sendable {
  let summaries: [LaunchSummary]
  let symbols: Symbols
  /// By the numbers of contexts.
  let contexts: [LaunchContext]
  private let extensions: Extensions

  init(_ summaries: [LaunchSummary], _ symbols: Symbols, _ contexts: [LaunchContext]) {
    self.summaries = summaries
    self.symbols = symbols
    self.contexts = contexts
    extensions = Extensions(summaries, symbols)
  }

  func context(_ index: Int32) -> LaunchContext { contexts[Int(summaries[Int(index)].context.rawValue)] }

  /// The kind of a launch after another, if there is one, and why.
  func kind(_ index: Int32, after previous: Int32?) -> (LaunchKind, String) {
    let previous = previous.map { (context($0), summaries[Int($0)].firstInstant) }
    let told = symbols.context(summaries[Int(index)].context)
    if let app = extensions.app(of: told.app) {
      let name = symbols.texts.string(app)
      return (.extension, "its id is below that of \(name), and nothing of an app's life ever comes in it")
    }
    return LaunchKind.of(summaries[Int(index)], context(index), after: previous, symbols.texts)
  }
}

/// One launch, with its kind and time, which depend on the launches before it.
///
/// A class, as reports sort, select and group launches; small, as there may be millions.
package final class Launch: Sendable {
  private let table: LaunchTable
  package let time: LaunchTime
  package let kind: LaunchKind
  /// Its place in the table, and that of the one before it on its device.
  private let index: Int32, previous: Int32?

  private init(_ table: LaunchTable, _ index: Int32, after previous: Int32?, _ include: Set<ExcludedEnvironment>) {
    self.table = table
    self.index = index
    self.previous = previous
    kind = table.kind(index, after: previous).0
    time = LaunchTime(
      table.summaries[Int(index)], table.context(index), table.symbols.texts, include, isExtension: kind == .extension)
  }

  /// The launch, counted even on a simulator or under a debugger.
  func withEveryEnvironment() -> Launch { Launch(table, index, after: previous, Set(ExcludedEnvironment.allCases)) }

  package var context: LaunchContext { table.context(index) }

  /// Why it is of its kind, in words.
  package var kindReason: String { table.kind(index, after: previous).1 }

  /// The id of the launch before it on its device, with which its kind was found; nothing if none is known.
  package var previousName: String? {
    previous.map { table.symbols.launchID(table.summaries[Int($0)]) }
  }

  package var summary: LaunchSummary { table.summaries[Int(index)] }

  /// When its first event came, in nanoseconds; since 1970 if the launch `hasWallClock`.
  package var firstInstant: Int64 { table.summaries[Int(index)].firstInstant }
  package var hasWallClock: Bool { table.summaries[Int(index)].hasWallClock }

  /// The launch's id, as `Symbols.launchID` makes it.
  package var name: String { table.symbols.launchID(summary) }

  /// When it began, as RFC 3339; nothing where the log has `uptime` alone.
  var began: String? { summary.hasWallClock ? Timestamp.rfc3339(summary.firstInstant) : nil }

  /// All launches in one total order (first instant, name, ordinal), classified and timed.
  ///
  /// Select after this, not before: the kind of a launch rests on the one before it.
  ///
  /// What only looks like a launch, being messages of a system log, is among them only with `noise`.
  package static func all(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment> = [], noise: Bool = false,
    classes: DeviceClasses = DeviceClasses()
  ) -> [Launch] {
    // By name and not in an order in which logs came in, where they began at once.
    let all = summaries.span
    let order = summaries.indices.filter { noise || !summaries[$0].isNoise(symbols) }.sorted { a, b in
      if all[a].firstInstant != all[b].firstInstant { return all[a].firstInstant < all[b].firstInstant }
      return (symbols.launchID(all[a]), all[a].ordinal) < (symbols.launchID(all[b]), all[b].ordinal)
    }
    // Launches of one app on one device follow each other.
    var owners: [[String]: Int] = [:]
    var known: [SIMD2<Int32>: Int] = [:]  // Mostly they are written alike.
    var alike: [Context: LaunchContext] = [:]  // Mostly they differ by their process alone.
    let contexts = symbols.contexts.values.map { told in
      var shared = told
      shared.pid = Event.absent
      let context = alike[shared] ?? LaunchContext(told, symbols.texts, classes)
      alike[shared] = context
      let pair = SIMD2(told.device.rawValue, told.app.rawValue)
      let key = known[pair] == nil ? [context.device, context.app].map(Normalised.id) : []
      let owner = known[pair] ?? owners[key, default: owners.count]
      if !key.isEmpty {
        known[pair] = owner
        owners[key] = owner
      }
      return (context, owner)
    }
    let table = LaunchTable(summaries, symbols, contexts.map(\.0))
    // The last launch of each, for each clock that instants are read on.
    var previous = [Int32?](repeating: nil, count: 2 * owners.count)
    return order.map { index in
      let place = 2 * contexts[Int(all[index].context.rawValue)].1 + (all[index].hasWallClock ? 1 : 0)
      let launch = Launch(table, Int32(index), after: previous[place], include)
      if launch.kind != .extension { previous[place] = Int32(index) }
      return launch
    }
  }
}

extension LaunchSummary {
  /// Whether it holds nothing but messages of a system log: a daemon's, no app's.
  fileprivate func isNoise(_ symbols: Symbols) -> Bool {
    eventCount == unknownCount && !isWarnedOfScenes
      && !["canonical", ""].contains(symbols.texts.string(symbols.context(context).format))
  }
}

extension LaunchSummary {
  /// UIKit has warned that the app does not adopt scenes: no event of a life cycle, and yet a word about the app.
  package var isWarnedOfScenes: Bool { candidates.contains { $0.rule == .`order.no-scenes` } }
}
