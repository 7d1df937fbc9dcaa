/// How far a run has come, for a progress line.
package struct RunProgress: Sendable {
  package var bytes: Int64 = 0
  /// Of the sources whose size is known.
  package var totalBytes: Int64 = 0
  package var events: Int64 = 0

  /// Nothing done yet.
  package init() {}
}
