import TraceModel

/// Where a line belongs: what the fields of `LineFields.place` mean together.
struct LinePlace: BitwiseCopyable {
  /// False before the first line.
  var isFound = false
  var stream = StreamID(rawValue: 0)
  var context = ContextID(rawValue: 0)
  /// How many events were lost before it, in the log in which it was first recorded.
  var lost: Int64 = 0
}
