/// One launch of a side, with the time that is compared and what it may be compared by.
struct CompareEntry {
  var nanos: Int64
  /// The number of its device, the same on both sides; -1 where the log does not say it.
  var device: Int32
  /// The number of its model and system, the same on both sides.
  var model: Int32
  /// Its place among the launches of its side.
  var place: Int32
}
