import TraceModel

/// Reads the launches in one row of `launch_times`, which are in the order of their streams and ordinals.
struct LaunchTimesReader {
  private let firstStream: Int64
  private var records: SizedNumberReader
  private var contexts: NumberUnpacker
  /// Of the launch that was read last, the rows of its stream and of its context.
  private(set) var stream: Int64 = 0
  private(set) var context: Int64 = 0

  /// Those in a row of which `LaunchTimesColumn.list` was selected.
  init(_ row: Statement) {
    firstStream = row.integer(LaunchTimesColumn.block) &<< PackedLaunchTimes.streamBits
    records = SizedNumberReader(row.bytes(LaunchTimesColumn.times.rawValue))
    contexts = NumberUnpacker(row.bytes(LaunchTimesColumn.contexts.rawValue), after: StreamBase())
  }

  /// True if there is another launch.
  var isMore: Bool { records.isMore }

  /// Adds to a launch what its record holds; true if the watchdog ended it.
  @inline(__always) mutating func read(into launch: inout LaunchSummary) -> Bool {
    let (place, isKilled) = PackedLaunchTimes.unpack(&records, into: &launch)
    stream = firstStream | place
    var difference: Int64 = 0
    contexts.whole(&difference)
    context &+= difference
    return isKilled
  }

  /// All launches that are left, packed.
  mutating func entries() -> [LaunchTimesEntry] {
    var entries: [LaunchTimesEntry] = []
    while isMore {
      let begin = records.next
      var launch = LaunchSummary()
      _ = read(into: &launch)
      entries.append(
        LaunchTimesEntry(
          stream: stream, ordinal: launch.ordinal, context: context, record: records.bytes(from: begin)))
    }
    return entries
  }
}
