import TraceModel

/// What `SummaryParts.times` asks for of a launch, as one record among those of a row of `launch_times`.
///
/// For speed: SQLite takes a thousand instructions for a row, whatever is in it, so the launches of 32 streams share one;
/// and a record is read in a third of the instructions of twenty columns. The same values are in the columns of
/// `launches`, for people who write SQL.
enum PackedLaunchTimes {
  /// The table's name.
  static let table = "launch_times"
  /// The streams of a row differ in these bits of their ids.
  static let streamBits: Int64 = 5

  // The bits of a record's head, from that of the stream on.
  private static let ordinal: UInt32 = 1 << 5
  private static let killed: UInt32 = 1 << 6
  private static let nature: UInt32 = 7
  private static let marks: UInt32 = 11
  private static let unknown: UInt32 = 1 << 19
  private static let watchdog: UInt32 = 1 << 20
  private static let first: UInt32 = 1 << 21
  private static let resumed: UInt32 = 1 << 22
  private static let milestones: UInt32 = 23
  /// Those milestones that a launch time may rest on.
  private static let milestoneCount = 9
  /// The bits of which each says that one more number follows than the number of events.
  private static let following = ordinal | unknown | watchdog | first | resumed | 0x1ff << milestones

  /// The row in which the launches of a stream stand.
  static func block(of stream: Int64) -> Int64 { stream >> streamBits }

  /// The record of a launch, but for the place of its stream; `isKilled` is true if the watchdog ended it.
  ///
  /// No number is that of a row of another table: such numbers depend on where transactions ended, and two stores of the
  /// same launches hold the same records.
  static func packed(_ launch: LaunchSummary, isKilled: Bool) -> [UInt8] {
    let head = head(of: launch, isKilled)
    var numbers = SizedNumberWriter()
    var launch = launch
    pass(&launch, head, &numbers)
    return numbers.record(head)
  }

  /// The record of a launch of a stream.
  static func packed(_ launch: LaunchSummary, of stream: Int64, isKilled: Bool) -> [UInt8] {
    record(packed(launch, isKilled: isKilled), of: stream)
  }

  /// The record of a launch of this stream, which was packed without it.
  static func record(_ packed: [UInt8], of stream: Int64) -> [UInt8] {
    var record = packed
    // The lowest bits of the head, which stands first with its lowest byte.
    record[0] |= UInt8(stream & 31)
    return record
  }

  /// Adds to a launch what the next record holds.
  ///
  /// - Returns: The place of its stream in the row, and true if the watchdog ended it.
  @inline(__always) static func unpack(
    _ numbers: inout SizedNumberReader, into launch: inout LaunchSummary
  ) -> (stream: Int64, isKilled: Bool) {
    let head = numbers.begin { 1 + ($0 & following).nonzeroBitCount }
    launch.nature = LaunchNature(rawValue: UInt8(head >> nature & 15)) ?? launch.nature
    launch.marks = UInt8(head >> marks & 255)
    pass(&launch, head, &numbers)
    return (Int64(head & 31), head & killed != 0)
  }

  /// Names all numbers in their order.
  @inline(__always) private static func pass(
    _ launch: inout LaunchSummary, _ head: UInt32, _ numbers: inout some SizedNumbers
  ) {
    numbers.number(&launch.eventCount)
    if head & ordinal != 0 {
      var number = Int64(launch.ordinal)
      numbers.number(&number)
      launch.ordinal = Int32(truncatingIfNeeded: number)
    }
    if head & unknown != 0 { numbers.number(&launch.unknownCount) }
    if head & watchdog != 0 { numbers.number(&launch.watchdogNanos) }
    // Each instant as what differs from the one before it.
    var last: Int64 = 0
    if head & first != 0 { numbers.number(&launch.firstInstant, after: &last) }
    if head & resumed != 0 { numbers.number(&launch.milestones.resumed, after: &last) }
    var rest = head >> milestones & 0x1ff
    while rest != 0 {
      numbers.number(&launch.milestones[place: rest.trailingZeroBitCount], after: &last)
      rest &= rest &- 1
    }
  }

  /// What a launch has, as bits.
  private static func head(of launch: LaunchSummary, _ isKilled: Bool) -> UInt32 {
    var head = UInt32(launch.nature.rawValue) << nature | UInt32(launch.marks) << marks
    if launch.ordinal != 0 { head |= ordinal }
    if isKilled { head |= killed }
    if launch.unknownCount != 0 { head |= unknown }
    if launch.watchdogNanos != Event.absent { head |= watchdog }
    if launch.firstInstant != Event.absent { head |= first }
    if launch.milestones.resumed != Event.absent { head |= resumed }
    for name in Milestones.Name.allCases.prefix(milestoneCount) where launch.milestones[name] != Event.absent {
      head |= 1 << (milestones + UInt32(name.rawValue))
    }
    return head
  }
}
