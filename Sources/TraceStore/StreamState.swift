import TraceModel

/// What is known of a stream while its events are written.
struct StreamState {
  var row: Int64 = 0
  var base = StreamBase()
  /// The highest position in the table.
  var last = Int64.min
  var isLaunch = false
  /// Of records that `seq` does not place, those among which the last one's place was looked for.
  var ties: TieGroup?
  /// Of a named launch, whose launches its events are.
  var owners = StreamOwners()
  /// Its row came in this transaction, and it has no summaries.
  var isNew = false
  /// Events or rejects came to it, of which neither its mark nor its summaries tell.
  var isChanged = false
  var texts: [PackedText: Int64] = [:]
  /// The last of its texts that was asked for, in each of four columns: the next event often says
  /// the same.
  var recentTexts = SIMD4<Int32>.zero
  var recentNumbers = SIMD4<Int64>.zero
}
