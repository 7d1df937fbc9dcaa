package import TraceModel

/// What the kinds and times of launches rest on, where nothing else is asked for.
///
/// For speed and memory: a summary takes 256 bytes, and to touch so much memory for the first time took a fourth of a report
/// of launch times from a store. Not every input can do with so little: its launches are of one app, each is one, and
/// no two begin at once, as their names would order these.
package struct TimedSummaries: Sendable {
  private(set) var list: [TimedSummary] = []
  /// The places of the launches in `list`, in the order of their first instants.
  private(set) var order: [Int32] = []
  /// False once a launch was added that needs more than this.
  package private(set) var isEnough = true

  /// No launches yet, with room for so many.
  package init(capacity: Int) { list.reserveCapacity(capacity) }

  /// Adds a launch, with the number that its context has; `isKilled` is true if the watchdog ended it.
  package mutating func add(_ launch: LaunchSummary, in context: ContextID, isKilled: Bool) {
    let isSpecial = launch.isEarlier || launch.nature == .unseen
    if launch.ordinal != 0 || isSpecial || !launch.holdsKnownEvents { isEnough = false }
    list.append(
      TimedSummary(
        firstInstant: launch.firstInstant, time: LaunchTime(launch.timeFacts, isKilled: isKilled),
        nature: launch.nature, context: context))
  }

  /// Puts all launches in order, once they were added.
  ///
  /// - Returns: False if the order rests on their names.
  package mutating func sort() -> Bool {
    order = list.map(\.firstInstant).risingPlaces()
    let list = list
    return !order.indices.dropFirst().contains { place in
      list[Int(order[place])].firstInstant == list[Int(order[place - 1])].firstInstant
    }
  }
}
