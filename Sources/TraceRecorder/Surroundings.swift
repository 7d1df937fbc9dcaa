/// What a recorder asks of the system that it runs on; a test says something else.
struct Surroundings: Sendable {
  var disk: any Disk = SystemDisk()
  /// Wall clock since 1970, and a clock that never stops or steps, in nanoseconds.
  var clocks: @Sendable () -> (time: Int, uptime: Int) = { System.clocks }
  /// The id of the device's boot session, which all its apps can read.
  var bootSession = System.bootSession
  /// Nanoseconds since the process began, or nothing if the system does not say.
  var age = System.age
}
