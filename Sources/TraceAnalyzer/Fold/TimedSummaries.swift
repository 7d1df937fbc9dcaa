package import TraceModel

/// The members of summaries that kinds and times of launches depend on, where only these are asked for.
///
/// For speed and memory: a summary has 192 bytes, and touching so much memory for the first time took a fourth of a
/// report of launch times from a store. Not every input can do with so little: its launches are of one app, each is
/// one, and no two of a device begin at once, as their names would order these.
package struct TimedSummaries: Sendable {
  private(set) var list: [TimedSummary] = []
  /// The indices of the launches in `list`, in the order of their first instants.
  private(set) var order: [Int32] = []
  /// False once a launch was added that needs more than this.
  package private(set) var isEnough = true

  /// No launches yet, of so many.
  package init(capacity: Int) { list.reserveCapacity(capacity) }

  /// How many launches there are.
  package var count: Int { list.count }

  /// Adds a launch; `isKilled` is true if the watchdog ended it.
  package mutating func add(_ launch: borrowing LaunchSummary, isKilled: Bool) {
    if launch.ordinal != 0 || launch.nature == .unseen || !launch.holdsKnownEvents { isEnough = false }
    list.append(
      TimedSummary(
        firstInstant: launch.firstInstant, time: LaunchTime(launch.timeFacts, isKilled: isKilled),
        nature: launch.nature, context: launch.context))
  }

  /// Puts all launches in order, once they were added.
  ///
  /// - Parameter symbols: What their contexts mean.
  /// - Returns: False if the order of a device's launches rests on their names.
  package mutating func sort(_ symbols: Symbols) -> Bool {
    order = list.map(\.firstInstant).risingIndices()
    // By the text of a device, where in `order` the last launches begin that began at one instant, one of them on it.
    var lastTies = [Int](repeating: -1, count: symbols.texts.count + 1)
    func isAlone(_ index: Int, since first: Int) -> Bool {
      let device = Int(symbols.context(list[Int(order[index])].context).device.rawValue)
      defer { lastTies[device] = first }
      return lastTies[device] != first
    }
    var first = 0
    for index in order.indices.dropFirst() {
      if list[Int(order[index])].firstInstant != list[Int(order[first])].firstInstant {
        first = index
        continue
      }
      if index == first + 1 { _ = isAlone(first, since: first) }
      if !isAlone(index, since: first) { return false }
    }
    return true
  }
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
