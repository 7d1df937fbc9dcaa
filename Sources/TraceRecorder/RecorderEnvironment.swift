import Dispatch

/// The parts of the operating system that a recorder uses: the disk, the clocks, the boot session, another thread.
///
/// Tests replace them with their own, as in `RecorderEnvironment(disk: FullDisk())`.
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
  /// What was noted before `main`: `uptime` as the image's initializers began; nil if it was not noted.
  var loading = System.loading
  /// Runs what the recorder's caller need not wait for.
  var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
    DispatchQueue.global(qos: .utility).async { work() }
  }
  /// Runs something after so many nanoseconds in which the device is awake, on another thread.
  var later: Later = systemLater

  typealias Later = @Sendable (_ nanos: Int, _ work: @escaping @Sendable () -> Void) -> Void
  static let systemLater: Later = { nanos, work in
    timer.asyncAfter(deadline: .now() + .nanoseconds(nanos)) { work() }
  }

  /// A serial queue gets a thread even while all threads that global queues share are blocked, as they often are when
  /// the main thread waits in a deadlock.
  private static let timer = DispatchQueue(label: "tracetool.recorder.later", qos: .userInitiated)
}
