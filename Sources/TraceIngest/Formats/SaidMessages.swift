/// The messages read so far, so that those of a log that was pasted twice, or whose pieces overlap, count once.
///
/// Where the clock shows whole seconds, or words are redacted, equal messages may be distinct. There they are
/// repetitions only once the log has gone back in time, up to the latest time before that. A copy of a message of
/// several lines may hold its first line twice.
struct SaidMessages {
  /// Lines of several processes may be out of order by less.
  private static let stepNanos: Int64 = 2_000_000_000

  private var hashes: Set<Int> = []
  /// The hashes of the first lines of messages of several lines.
  private var heads: Set<Int> = []
  private var last: Int?
  /// The latest time of a message, and the latest before the log last went back.
  private var latest = Int64.min
  private var repeatedUntil = Int64.min

  /// True if an equal message was read before.
  mutating func isRepeated(_ message: LogMessage) -> Bool {
    let instant = message.instant
    if latest > instant, latest &- instant >= Self.stepNanos { repeatedUntil = latest }
    latest = max(latest, instant)
    let isExact = message.time?.contains(".") ?? message.uptime.map { $0 % 1_000_000_000 != 0 } ?? false
    // With redacted words different messages look equal.
    let isWhole = message.text.firstIndex(of: "<private>".utf8) == nil
    let hash = Self.hash(message, message.text)
    let isNew = hashes.insert(hash).inserted
    let end = message.text.firstIndex(of: UInt8(ascii: "\n"))
    let head = end.map { Self.hash(message, message.text[..<$0]) }
    let isOfHead = head.map(hashes.contains) ?? heads.contains(hash)
    let isBelowHead = head != nil && head == last
    if let head { heads.insert(head) }
    last = hash
    return isBelowHead || (!isNew || isOfHead) && isExact && isWhole || !isNew && instant <= repeatedUntil
  }

  private static func hash(_ message: LogMessage, _ text: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(message.time)
    hasher.combine(message.uptime)
    hasher.combine(message.process)
    hasher.combine(message.pid)
    hasher.combine(message.signpost?.id)
    hasher.combine(message.signpost?.isEnd)
    hasher.combine(text)
    return hasher.finalize()
  }
}
