import TraceModel

/// A callback that was entered and has not returned.
struct OpenCallback: Sendable {
  var orderedEvent: OrderedEvent
  /// How many events were lost before it was entered.
  var lostCount: Int64
  /// The app or scene that its entry drove, by its number among the instances, and the number of that entry.
  var instance: Int?
  var entry: Int32 = -1
}
