/// A record as identity sees it: plain numbers, in which equal means equal.
///
/// What a number stands for is its maker's affair, as long as all records of one stream mean the same by it: in memory
/// they are numbers of `Symbols`, in a store rows of its tables.
public struct IdentityRecord: Sendable {
  /// What records of one event agree in, if both say `seq`.
  public struct Core: Hashable, Sendable {
    public var time: Int64
    public var uptime: Int64
    /// `Event.absent` without one.
    public var seq: Int64
    /// The scene, its connection, the instance of a view, and the task.
    public var subject: SIMD4<Int32>
    /// What happened: event, phase, and the class of a view; the fourth number is free.
    public var event: SIMD4<Int32>

    /// The fields of a record, in their order.
    public init(time: Int64, uptime: Int64, seq: Int64, subject: SIMD4<Int32>, event: SIMD4<Int32>) {
      self.time = time
      self.uptime = uptime
      self.seq = seq
      self.subject = subject
      self.event = event
    }
  }

  /// What else they agree in, if they don't.
  public struct Rest: Hashable, Sendable {
    public var signature: Int64
    public var duration: Int64
    public var memory: Int64
    public var attributes: Int64

    /// The fields of a record, in their order.
    public init(signature: Int64, duration: Int64, memory: Int64, attributes: Int64) {
      self.signature = signature
      self.duration = duration
      self.memory = memory
      self.attributes = attributes
    }
  }

  /// Its position in the stream; of a record that is still to be placed, the first one that it may get.
  public var position: Int64
  public var core: Core
  public var rest: Rest
  public var source: Int32
  /// As `Event.line`.
  public var line: Int32
  /// Whose launch it is of, by the number that `StreamIdentity` gave; -1 where the launch id names one launch.
  public var owner: Int32 = -1

  /// A record of a stream whose launch id, if it has one, names one launch.
  public init(position: Int64, core: Core, rest: Rest, source: Int32, line: Int32) {
    self.position = position
    self.core = core
    self.rest = rest
    self.source = source
    self.line = line
  }

  /// An event by the numbers of `symbols`; `isLaunch` says that its stream is one launch id.
  public init(_ event: Event, isLaunch: Bool, _ symbols: Symbols) {
    let signature = symbols.signature(event)
    position = Self.position(of: event, isLaunch: isLaunch)
    core = Core(
      time: event.time, uptime: event.uptime, seq: event.seq,
      subject: SIMD4(
        event.scene.rawValue, event.sceneInstance.rawValue, event.viewInstance.rawValue, event.task.rawValue),
      event: SIMD4(
        Int32(signature.kind.rawValue), Int32(signature.phase.rawValue), signature.view.rawValue,
        signature.unknownName.rawValue))
    rest = Rest(
      signature: Int64(event.signature.rawValue), duration: event.duration, memory: event.memory,
      attributes: Int64(event.attributes.rawValue))
    source = event.source.rawValue
    line = event.line
  }

  /// The first position that an event may get in its stream: in a launch its `seq`, else below 0, in the order of time.
  ///
  /// A `seq` that is greater than any recorder counts to, as 2^40, is a field like any other.
  public static func position(of event: Event, isLaunch: Bool) -> Int64 {
    if isLaunch, 0..<StreamIdentity.slotSize ~= event.seq { return event.seq }
    let instant = event.time == Event.absent ? event.uptime : event.time
    let rank = UInt64(bitPattern: instant) ^ 1 << 63
    return Int64(bitPattern: rank >> 1) &+ .min
  }

  /// True if `seq` says where it stands: two such records of one launch with one `seq` are one event, or contradict each
  /// other.
  public var isNumbered: Bool { position >= 0 }

  /// True if nothing but equal records tell that it is an event that is known.
  var isCopy: Bool { core.seq == Event.absent }

  /// True if `other` may be the same event: all that it has to agree in is equal.
  func isLike(_ other: IdentityRecord) -> Bool { core == other.core && (!isCopy || rest == other.rest) }
}
