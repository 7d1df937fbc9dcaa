import Dispatch

/// The parts of the operating system that a recorder uses: the disk, the clocks, the boot session, another thread.
///
/// Tests put their own in its place, as in `RecorderEnvironment(disk: FullDisk())`.
struct RecorderEnvironment: Sendable {
  var disk: any Disk = SystemDisk()
  /// The wall clock since 1970 and a clock that neither stops nor steps, both in nanoseconds.
  var clocks: @Sendable () -> (time: Int, uptime: Int) = { System.clocks }
  /// The id of the device's boot session.
  ///
  /// All apps of the device read the same one.
  var bootSession = System.bootSession
  /// Nanoseconds since the process began; nil if the system does not say.
  var age = System.age
  /// Runs what the recorder's caller need not wait for.
  var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
    DispatchQueue.global(qos: .utility).async { work() }
  }
}
