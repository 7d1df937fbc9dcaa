import TraceModel

/// Where a summary comes from, which is needed until all were read.
struct SummaryOrigin {
  /// The first file that it names.
  var source = SourceID(rawValue: 0)
  /// The id of its process, where its context does not hold it; else absent.
  var process = Event.absent
  /// The index of its part in the list of parts.
  var part: Int32 = 0
}
