import TraceModel

/// What `SummaryParts.times` asks for of a launch, in one blob of `launch_times`.
///
/// For speed: to read one blob takes less time than to read twenty columns, and a report of launch times takes two thirds
/// of the instructions. It costs 50 bytes a launch. The same values are in the columns of `launches`, for people who write
/// SQL.
enum PackedLaunchTimes {
  /// The table's name.
  static let table = "launch_times"
  /// In a blob's first number, the bit of the first milestone.
  private static let firstMilestone: Int64 = 4
  /// Those that a launch time may rest on.
  private static let milestoneCount = 9
  /// All bits of milestones; what somebody else has set above them is passed over.
  private static let milestoneBits: UInt16 = 1 << 10 - 1

  /// The blob of a launch; `isKilled` is true if the watchdog ended it.
  static func packed(_ launch: LaunchSummary, isKilled: Bool) -> [UInt8] {
    var numbers = NumberPacker(after: StreamBase())
    var launch = launch
    _ = pass(&launch, isKilled: isKilled, &numbers)
    return numbers.bytes
  }

  /// Adds to a launch what its blob holds, of which these are the numbers; true if the watchdog ended it.
  static func unpack(_ numbers: inout NumberUnpacker, into launch: inout LaunchSummary) -> Bool {
    pass(&launch, isKilled: false, &numbers)
  }

  /// Names all numbers in their order.
  ///
  /// The first is a set of bits, which says which of the optional numbers follow.
  /// No number is that of a row: such numbers depend on where transactions ended, and two stores of the same launches
  /// hold the same blobs.
  @inline(__always) private static func pass(
    _ launch: inout LaunchSummary, isKilled: Bool, _ numbers: inout some PackedNumbers
  ) -> Bool {
    var parts = numbers.isReading ? 0 : parts(of: launch, isKilled)
    numbers.whole(&parts)
    var marks = launch.nature.rawValue | launch.marks << 3
    numbers.integer(&marks)
    launch.nature = LaunchNature(rawValue: marks & 7) ?? launch.nature
    launch.marks = marks >> 3
    numbers.whole(&launch.eventCount)
    if parts & 1 != 0 { numbers.whole(&launch.unknownCount) }
    if parts & 4 != 0 { numbers.number(&launch.watchdogNanos) }
    numbers.number(&launch.firstInstant)
    // Each instant as what differs from the one before it.
    var last = launch.firstInstant == Event.absent ? 0 : launch.firstInstant
    if parts & 8 != 0 { instant(&launch.milestones.resumed, after: &last, &numbers) }
    var rest = UInt16(truncatingIfNeeded: parts >> firstMilestone) & milestoneBits
    while rest != 0 {
      instant(&launch.milestones[place: rest.trailingZeroBitCount], after: &last, &numbers)
      rest &= rest - 1
    }
    return parts & 2 != 0
  }

  /// Which parts a launch has, as bits.
  private static func parts(of launch: LaunchSummary, _ isKilled: Bool) -> Int64 {
    var parts: Int64 = (launch.unknownCount == 0 ? 0 : 1) | (isKilled ? 2 : 0)
    parts |= (launch.watchdogNanos == Event.absent ? 0 : 4) | (launch.milestones.resumed == Event.absent ? 0 : 8)
    for name in Milestones.Name.allCases.prefix(milestoneCount) where launch.milestones[name] != Event.absent {
      parts |= 1 << (firstMilestone + Int64(name.rawValue))
    }
    return parts
  }

  @inline(__always) private static func instant(
    _ value: inout Int64, after last: inout Int64, _ numbers: inout some PackedNumbers
  ) {
    var difference = value &- last
    numbers.whole(&difference)
    value = difference &+ last
    last = value
  }
}
