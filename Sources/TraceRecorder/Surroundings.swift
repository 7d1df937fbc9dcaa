/// What a recorder asks of the system that it runs on; a test says something else.
struct Surroundings: Sendable {
  var disk: any Disk = SystemDisk()
  /// Wall clock since 1970, and a clock that never stops or steps, in nanoseconds.
  var clocks: @Sendable () -> (time: Int, uptime: Int) = { System.clocks }
}
