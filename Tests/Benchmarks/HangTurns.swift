import Foundation
import TraceVocabulary

@testable import TraceRecorder

/// Watches the main thread of an app that does nothing but turn its run loop: `HangTurns FOLDER TURNS SECONDS`.
///
/// TURNS is how often the loop turns in a second, by a clock of the script's own. Each turn is what Core Foundation tells of
/// one: it wakes, looks at its timers, and sleeps.
@main struct HangTurns {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 4, let turns = Int(words[2]), let seconds = Int(words[3]) else {
      print("usage: HangTurns FOLDER TURNS SECONDS")
      exit(2)
    }
    let loop = Loop()
    let environment = RecorderEnvironment(clocks: loop.clocks, later: loop.later)
    let host = LoopHost(loop: loop)
    let recorder = Recorder(to: URL(fileURLWithPath: words[1]))
    let watch = HangWatch(host, recorder, environment)
    watch.start()
    loop.tell(false)
    for turn in 0..<(turns * seconds) {
      loop.pass(to: turn * 1_000_000_000 / max(turns, 1))
      loop.tell(true)
      loop.tell(true)
      loop.tell(false)
    }
    loop.pass(to: seconds * 1_000_000_000)
  }
}

/// The run loop of the script, and what waits for its clock.
final class Loop: Sendable {
  private struct State {
    var time = 0
    var due: [(time: Int, work: @Sendable () -> Void)] = []
    var handler: (@Sendable (Bool) -> Void)?
  }

  private let state = Locked(State())

  func observe(_ handler: @escaping @Sendable (Bool) -> Void) { state.withLock { $0.handler = handler } }

  func tell(_ isBusy: Bool) { state.withLock { $0.handler }?(isBusy) }

  /// The time of the script, which takes as long to read as that of the system.
  func clocks() -> (time: Int, uptime: Int) {
    let clocks = System.clocks
    return state.withLock { (clocks.time, $0.time + 1) }
  }

  func later(_ nanos: Int, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.due.append(($0.time + nanos, work)) }
  }

  /// Lets time pass, and does what is due meanwhile.
  func pass(to time: Int) {
    state.withLock { $0.time = time }
    while let work = state.withLock({ state in
      state.due.firstIndex { $0.time <= time }.map { state.due.remove(at: $0).work }
    }) { work() }
  }
}

/// A host in which nothing happens but turns of the loop.
struct LoopHost: TraceHost {
  let loop: Loop
  let role: [TraceField] = []
  let posted: [EventKind] = []
  let isTraced = false

  func variable(_ name: String) -> String? { nil }
  func observe(_ handler: @escaping @Sendable (HostEvent) -> Void) {}
  func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) { loop.observe(handler) }
}
