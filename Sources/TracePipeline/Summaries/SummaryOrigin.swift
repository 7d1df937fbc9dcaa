import TraceModel

/// What is known of a summary until all were read, beside what it says itself.
struct SummaryOrigin {
  /// The first file that it names.
  var source = SourceID(rawValue: 0)
  /// The id of its process, where its context does not hold it; else absent.
  var process = Event.absent
  /// Its part, by its place in the list of parts.
  var part: Int32 = 0
}
