/// What `launch_times` holds of one launch.
struct LaunchTimesEntry {
  /// The row of its stream.
  var stream: Int64
  /// Which launch of its stream, from 0.
  var ordinal: Int32
  /// The row of its context.
  var context: Int64
  /// The record that `PackedLaunchTimes` made.
  var record: ArraySlice<UInt8>
}
