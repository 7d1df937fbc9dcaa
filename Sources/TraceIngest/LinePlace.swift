import TraceModel

/// The place of a line: the stream, context and thread that the fields of `LineFields.place` name together.
struct LinePlace {
  /// False before the first line.
  var isFound = false
  var stream = StreamID(rawValue: 0)
  var context = ContextID(rawValue: 0)
  /// How many events were lost before it, in the log in which it was first recorded.
  var lost: Int64 = 0

  /// The place before the first line.
  init() {}

  /// The place that `numbers` stand for.
  init(_ numbers: (Int64, Int64)) {
    isFound = true
    stream = StreamID(rawValue: Int32(truncatingIfNeeded: numbers.0 >> 32))
    context = ContextID(rawValue: Int32(truncatingIfNeeded: numbers.0))
    lost = numbers.1
  }

  /// All of it as `ValueGroups` keeps it.
  var numbers: (Int64, Int64) { (Int64(stream.rawValue) << 32 | Int64(context.rawValue), lost) }
}
