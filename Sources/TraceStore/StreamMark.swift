/// Streams into which something came since this was asked for, by their rows.
package struct StreamMark: Sendable {
  /// Streams with larger rows are new.
  var last: Int64 = 0
  /// Older streams that have got more events since.
  var changed: [Int64] = []

  /// A mark in an empty store.
  package init() {}
}
