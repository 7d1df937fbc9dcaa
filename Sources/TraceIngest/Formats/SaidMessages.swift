/// The messages that were read, so that those of a log that was pasted twice, or whose pieces overlap, count once.
///
/// Equal messages may be several where the clock shows whole seconds, or where words are redacted. There they are
/// repetitions only once the log has gone back in time, up to the latest time before that.
struct SaidMessages {
  /// Lines of several processes may stand in the wrong order by less.
  private static let stepNanos: Int64 = 2_000_000_000

  private var hashes: Set<Int> = []
  /// The latest time of a message, and the latest one before the log last went back.
  private var latest = Int64.min
  private var repeatedUntil = Int64.min

  /// Notes a message; returns true if an equal one was read before.
  mutating func isRepeated(_ message: LogMessage) -> Bool {
    let instant = message.instant
    if latest > instant, latest &- instant >= Self.stepNanos { repeatedUntil = latest }
    latest = max(latest, instant)
    let isExact = message.time?.contains(".") ?? message.uptime.map { $0 % 1_000_000_000 != 0 } ?? false
    // Where words are redacted, other messages look equal.
    let isWhole = message.text.firstIndex(of: "<private>".utf8) == nil
    var hasher = Hasher()
    hasher.combine(message.time)
    hasher.combine(message.uptime)
    hasher.combine(message.process)
    hasher.combine(message.pid)
    hasher.combine(message.signpost?.id)
    hasher.combine(message.signpost?.isEnd)
    hasher.combine(message.text)
    let isNew = hashes.insert(hasher.finalize()).inserted
    return !isNew && (isExact && isWhole || instant <= repeatedUntil)
  }
}
