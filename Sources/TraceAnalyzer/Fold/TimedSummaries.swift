package import TraceModel

/// The members of summaries that kinds and times of launches depend on, if only these are asked for.
///
/// For speed and memory: a summary has 192 bytes, and touching so much memory for the first time took a fourth of a
/// report of launch times from a store. It suffices only if all launches are of one app, each is one, and no two of a
/// device begin at once, as their names would order these.
package struct TimedSummaries: Sendable {
  private(set) var list: [TimedSummary] = []
  /// The indices in `list`, so that launches of a device follow each other in the order of their first instants.
  private(set) var order: [Int32] = []
  /// False once a launch was added that needs more than this.
  package private(set) var isEnough = true

  /// An empty list.
  package init() {}

  /// The number of launches.
  package var count: Int { list.count }

  /// Adds a launch; `isKilled` is true if the watchdog ended it.
  package mutating func add(_ launch: borrowing LaunchSummary, isKilled: Bool) {
    if launch.needsWholeSummary { isEnough = false }
    list.append(
      TimedSummary(
        firstInstant: launch.firstInstant, time: LaunchTime(launch.timeFacts, isKilled: isKilled),
        nature: launch.nature, context: launch.context))
  }

  /// True if not all launches are of one app.
  package func areOfSeveralApps(_ symbols: Symbols) -> Bool {
    var isOfLaunch = [Bool](repeating: false, count: symbols.contexts.count)
    for launch in list { isOfLaunch[Int(launch.context.rawValue)] = true }
    return Set(zip(symbols.contexts.values, isOfLaunch).lazy.filter(\.1).map(\.0.app)).count > 1
  }

  /// Sorts all launches, once they were added; false if the order of a device's launches rests on their names.
  package mutating func sort(_ symbols: Symbols) -> Bool {
    var names = NormalisedTexts(symbols.texts)
    let devices = symbols.contexts.values.map { Int(names.id($0.device)) }
    order = list.indices.map { Int32($0) }
    if isRising(devices) { return true }
    order = list.map(\.firstInstant).risingIndices()
    return isRising(devices)
  }

  private func isRising(_ devices: [Int]) -> Bool {
    var lasts = [Int64](repeating: .min, count: (devices.max() ?? 0) + 1)
    for index in order {
      let launch = list[Int(index)]
      let device = devices[Int(launch.context.rawValue)]
      if lasts[device] >= launch.firstInstant { return false }
      lasts[device] = launch.firstInstant
    }
    return true
  }
}

extension LaunchSummary {
  /// True if its kind, or whether it is a launch, needs more of it.
  var needsWholeSummary: Bool { ordinal != 0 || nature == .unseen || !holdsKnownEvents }
}

/// What the kind and the time of a launch rest on: a sixth of the room of its summary.
struct TimedSummary: Sendable {
  // In this order it has 32 bytes.

  let firstInstant: Int64
  /// The time before nature, simulator and debugger are considered.
  let time: LaunchTime
  let nature: LaunchNature
  let context: ContextID
}
