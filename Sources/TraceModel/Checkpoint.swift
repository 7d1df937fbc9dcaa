/// How far a source was read, and what its next line goes on with.
package struct Checkpoint: Sendable, Equatable {
  /// Decompressed bytes and lines that are passed.
  package var offset: Int64 = 0
  package var line: Int64 = 0
  /// FNV-1a of the 4 KiB before `offset`, or of all bytes before it if they are fewer.
  package var tailHash = Fingerprint().value
  /// FNV-1a of the source's first `headLength` bytes, at most 4096.
  package var headLength = 0
  package var headHash = Fingerprint().value
  /// What a line that says nothing has from the lines before it; empty and `Event.absent` for none.
  package var device = ""
  package var app = ""
  package var boot = ""
  package var pid = Event.absent
  /// The last line before `offset` was whole but had no newline yet.
  package var isLineOpen = false
  /// Rejected lines that the next event has lost before it.
  package var pendingLost: Int64 = 0

  /// The start of a source.
  package init() {}
}
