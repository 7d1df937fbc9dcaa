/// A line that is no event, kept with its bytes.
public struct Reject: Sendable, Equatable {
  /// How many bytes of a line are kept.
  public static let keptBytes = 65_536

  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  public var line: Int32 = 0
  /// Where the line begins, in decompressed bytes.
  public var offset: Int64 = 0
  /// The line's length in bytes, without its newline; may be more than is kept.
  public var length: Int64 = 0
  public var reason = Reason.notJSON
  /// The line's first `keptBytes` bytes.
  public var raw: [UInt8] = []
  /// The stream and `seq` of the record, where both could be read: it fills that place.
  public var stream: StreamID?
  public var seq = Event.absent

  /// FNV-1a of reason, length and bytes: the same line of a copy has the same.
  public var digest: UInt64 {
    var digest = Fingerprint()
    digest.add("\(reason) \(length) ".utf8)
    digest.add(raw)
    return digest.value
  }

  /// A reject with nothing in it.
  public init() {}

  /// A line of which as much was read as `event` holds, without its bytes.
  public init(_ event: Event, _ reason: Reason) {
    source = event.source
    line = event.line
    self.reason = reason
    if event.seq != Event.absent {
      stream = event.stream
      seq = event.seq
    }
  }
}
