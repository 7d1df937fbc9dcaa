/// A fault that can be planted, by the name that `tracemaker --fault` takes.
///
/// To add one, add its case here, its row in `FaultRow.swift`, and the function that plants it. The simulation then
/// plants it and asks for its rule.
enum Fault: String, Sendable, Codable, CaseIterable {
  /// An event that must have come is not there, and the numbers do not show it.
  case dropped
  /// An event comes twice.
  case doubled
  /// Two neighbours of one scene come in the wrong order.
  case swapped
  case endedTwice = "ended-twice"
  case begunTwice = "begun-twice"
  case endWithoutBegin = "end-without-begin"
  /// A task expires, is never ended, and the process lives on.
  case leaked
  /// A task runs longer than its background time, and expires in it.
  case overrun
  /// The move to the background takes longer than five seconds.
  case handlerOverrun = "handler-overrun"
  /// An event after the process is gone.
  case afterDeath = "after-death"
  /// The scene connects before launch finished.
  case connectBeforeLaunch = "connect-before-launch"
  /// An event has the id of another scene.
  case wrongScene = "wrong-scene"
  /// A callback comes before its app was launched.
  case beforeLaunch = "before-launch"
  /// A delegate's method runs off the main thread.
  case offMain = "off-main"
  /// A task outlives its expiration: leaked, or overrun.
  case outlived
  /// Events are missing, and the numbers show it.
  case hole
  /// A game goes on while the app is inactive.
  case playedOn = "played-on"
  /// A game goes on by itself when the app is active again.
  case resumedItself = "resumed-itself"
  /// Work goes on in the background without a task.
  case uncovered
  /// Data is changed and not saved before the end.
  case unsaved
  /// Disk or keychain are read before the launch.
  case earlyAccess = "early-access"
  /// The keychain is read before the device is unlocked.
  case lockedAccess = "locked-access"
  /// The launch waits for work on the main thread.
  case slowWork = "slow-work"
  /// Work goes on after the app learned of its end.
  case lateWork = "late-work"
  /// Work of a scene goes on without it.
  case sceneLeak = "scene-leak"
  /// The app was launched for something and does nothing.
  case unanswered

  /// The faults that the simulation plants in whole lives and proves.
  static let proved = allCases.filter { $0.row.plantAnywhere != nil }

  /// True if it lies in how long something takes, so that nothing of the launch may be lost.
  var isOfTime: Bool { row.isOfWork || [.outlived, .handlerOverrun, .leaked, .overrun].contains(self) }
}
