/// How much is kept.
struct TraceLimits: Sendable {
  /// The size in bytes of all traces of the app together.
  let bytes: Int
  /// The number of days after which a trace is removed.
  let days: Int
  /// The size in bytes at which a file is full and the next one begins.
  let fileBytes: Int

  /// The number of files that use up the bytes, each at least a block.
  var mostFiles: Int { bytes / Self.blockBytes }

  /// The size in bytes that a launch may write in a minute: what it may keep, or some 16,000 events.
  var bytesAMinute: Int { max(half, 1 << 22) }

  /// Files use the device's storage in blocks of this size (Apple File System).
  static let blockBytes = 4096

  /// Limits for a number of bytes, which eight files use up.
  init(bytes: Int, days: Int) { self.init(bytes: bytes, days: days, fileBytes: min(max(bytes, 0) / 8, 1 << 18)) }

  init(bytes: Int, days: Int, fileBytes: Int) {
    self.bytes = max(bytes, 0)
    // As many as `Int.max` would overflow as seconds.
    self.days = min(max(days, 0), 1 << 20)
    self.fileBytes = fileBytes
  }

  /// The size in bytes that all traces of one launch, and those of all launches in the background, may have: so neither
  /// replaces all others.
  var half: Int { bytes / 2 }
}
