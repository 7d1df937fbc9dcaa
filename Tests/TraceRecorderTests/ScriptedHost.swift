import Foundation
import Synchronization
import TraceVocabulary

@testable import TraceRecorder

/// A host that does what a test says.
struct ScriptedHost: TraceHost {
  var environment: [String: String] = [:]
  var role: [TraceField] = []
  var posted: [EventKind] = []
  var maySleep = false
  /// True if the app is active when its recorder begins to watch it.
  var isActive = false
  private let script = Script()

  /// What a host is told by its recorder, and what it is.
  private final class Script: Sendable {
    let handlers = Mutex<[@Sendable (HostEvent) -> Void]>([])
    let turns = Mutex<[@Sendable (Bool) -> Void]>([])
    let frames = Mutex<[@Sendable (StaticString) -> Void]>([])
    let isTraced = Mutex(false)
  }

  /// The number of times that it was observed.
  var observed: Int { script.handlers.withLock(\.count) }

  /// True while the main thread's run loop is observed.
  var isWatched: Bool { !script.turns.withLock(\.isEmpty) }

  var isTraced: Bool { script.isTraced.withLock(\.self) }

  func variable(_ name: String) -> String? { environment[name] }

  func ifActive(_ work: @escaping @Sendable () -> Void) { if isActive { work() } }

  func trace(_ isTraced: Bool) { script.isTraced.withLock { $0 = isTraced } }

  func observe(_ handler: @escaping @Sendable (HostEvent) -> Void) {
    script.handlers.withLock { $0.append(handler) }
  }

  func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {
    script.turns.withLock { $0.append(handler) }
  }

  /// Posts as UIKit does; a scene that is about to enter the foreground has a window, and an app that becomes active too.
  func post(_ kind: EventKind, _ fields: TraceField...) {
    var event = HostEvent(kind, [.source("notification")] + fields)
    if [.sceneWillEnterForeground, .appDidBecomeActive].contains(kind) {
      event.awaitFrame = { @Sendable drawn in script.frames.withLock { $0.append(drawn) } }
    }
    for handler in script.handlers.withLock({ $0 }) { handler(event) }
  }

  /// Draws a frame in every scene that somebody waits for; returns how many those are.
  @discardableResult func draw(_ frame: StaticString = "commit") -> Int {
    let waiting = script.frames.withLock { frames in
      defer { frames = [] }
      return frames
    }
    for drawn in waiting { drawn(frame) }
    return waiting.count
  }

  /// The main thread's run loop begins to work, or goes to sleep.
  func turn(_ isBusy: Bool) {
    for handler in script.turns.withLock({ $0 }) { handler(isBusy) }
  }
}
