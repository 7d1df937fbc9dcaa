import TraceVocabulary

/// Records when the main thread hangs: when one turn of its run loop lasts so long that a person notices.
///
/// The main thread notes when each turn begins and ends. So it reports a hang itself, once it is over, with its length.
/// If a hang is long, another thread reports that it goes on, as the watchdog may end the process before it is over. A
/// check on that thread is scheduled when a turn begins and no check is due, for the time at which the turn would be a
/// long hang: so the thread wakes once in two seconds at most while the app works, and never while it waits.
///
/// If the check comes late, or never, the other threads may be blocked together with the main one: the hang is recorded
/// all the same, and marked `approximate`. On a device it cannot be a suspension: hangs are watched only in the
/// foreground, where nothing but a debugger suspends a process, and under a debugger no hang is recorded. A Mac sleeps:
/// there, what passed before a late check counts for nothing, but in a hang that was reported before.
final class HangWatch: Sendable {
  /// Source: Apple, "Improving app responsiveness": a delay over 250 ms is a hang.
  static let least = 250_000_000
  /// The length from which a hang is reported while it goes on, and the time between two checks: long before a watchdog
  /// ends the process, which it does after 5 s at the earliest (Apple, "Addressing watchdog terminations").
  static let long = 2_000_000_000
  /// How late a check may come: the system lets it wait for a tenth of its time, and a busy one longer.
  static let latest = 1_000_000_000

  private struct State {
    var isOn = false
    var isObserved = false
    /// The uptime at which the present turn began; nil while the main thread waits.
    var began: Int?
    /// The uptime of the last check that reported that the present hang goes on; nil if none did.
    var reported: Int?
    /// The uptime at which the next check is due; nil if none is.
    var due: Int?
    /// How often watching was started: a check that was scheduled before the last start is ignored.
    var starts = 0

    /// How long the main thread has waited for something to do since watching began.
    var waited = 0
    /// The uptime at which it began to wait; nil while it works.
    var waits: Int?

    /// True if a check should have run by now, and has not.
    func isLate(at now: Int) -> Bool { due.map { now - $0 > HangWatch.latest } ?? false }

    /// Ends the present turn, and returns what it was.
    mutating func endTurn(at now: Int, maySleep: Bool) -> Report? {
      guard let began else { return nil }
      self.began = nil
      let isLate = isLate(at: now)
      if isLate && maySleep && reported == nil { return nil }
      if reported != nil {
        reported = nil
        return .ended(isLate: isLate)
      }
      let nanos = now - began
      return nanos > HangWatch.least ? .took(nanos, isLate: isLate) : nil
    }
  }

  private enum Report {
    case took(Int, isLate: Bool), ended(isLate: Bool)
    case goesOn(since: Int, isNew: Bool, isLate: Bool)
  }

  private let host: any TraceHost
  private let recorder: Recorder
  private let environment: RecorderEnvironment
  private let state = Locked(State())

  init(_ host: any TraceHost, _ recorder: Recorder, _ environment: RecorderEnvironment) {
    self.host = host
    self.recorder = recorder
    self.environment = environment
  }

  private var uptime: Int { environment.clocks().uptime }

  /// How long the main thread has waited for something to do since watching began.
  var waited: Int { state.withLock { $0.waited } }

  /// Begins to watch, in the middle of a turn of the main thread; where it watches, it goes on.
  func start() {
    let (isOn, isFirst) = state.withLock { state in
      let before = (state.isOn, !state.isObserved)
      if state.isOn { return before }
      state.isObserved = true
      state.isOn = true
      state.waited = 0
      state.waits = nil
      state.due = nil
      state.starts += 1
      return before
    }
    if isOn { return }
    if isFirst { host.observeTurns { [self] isBusy in turn(isBusy) } }
    turn(true)
  }

  /// Stops watching until the next `start`: no user waits for an app in the background.
  func pause() {
    let now = uptime
    let report = state.withLock { state in
      state.isOn = false
      return state.endTurn(at: now, maySleep: host.maySleep)
    }
    tell(report)
  }

  /// A turn ends, and another one begins if the main thread is still busy.
  private func turn(_ isBusy: Bool) {
    let now = uptime
    let (report, starts) = state.withLock { state -> (Report?, Int?) in
      let report = state.endTurn(at: now, maySleep: host.maySleep)
      if let waits = state.waits { state.waited += now - waits }
      state.waits = isBusy ? nil : now
      if !state.isOn || !isBusy { return (report, nil) }
      state.began = now
      if state.due != nil { return (report, nil) }
      state.due = now + Self.long
      return (report, state.starts)
    }
    tell(report)
    if let starts { check(after: Self.long, starts) }
  }

  private func check(after nanos: Int, _ starts: Int) {
    environment.later(nanos) { @Sendable [self] in check(starts) }
  }

  /// Checks how long the present turn has lasted.
  private func check(_ starts: Int) {
    let now = uptime
    let (report, wait) = state.withLock { state -> (Report?, Int?) in
      if state.starts != starts { return (nil, nil) }
      let isLate = state.isLate(at: now)
      state.due = nil
      if isLate && host.maySleep && state.began != nil && state.reported == nil { state.began = now }
      guard let began = state.began else { return (nil, nil) }
      var report: Report?
      if now - began >= Self.long {
        report = .goesOn(since: now - began, isNew: state.reported == nil, isLate: isLate)
        state.reported = now
      }
      let wait = state.reported == nil ? began + Self.long - now : Self.long
      state.due = now + wait
      return (report, wait)
    }
    tell(report)
    if let wait { check(after: wait, starts) }
  }

  private func tell(_ report: Report?) {
    guard let report, !host.isTraced else { return }
    func fields(_ isLate: Bool) -> [TraceField] { isLate ? [.attribute("approximate", true)] : [] }
    switch report {
    case .took(let nanos, let isLate):
      recorder.record(.mainHang, [.duration(nanos)] + fields(isLate), isOfMain: true)
    case .goesOn(let nanos, let isNew, let isLate):
      if isNew { recorder.record(.mainHang, [.phase("begin")] + fields(isLate), ago: nanos, isOfMain: true) }
      // It shows that the hang still goes on, whatever ends the process.
      recorder.record(.memorySample, System.footprint)
    case .ended(let isLate): recorder.record(.mainHang, [.phase("end")] + fields(isLate), isOfMain: true)
    }
  }
}
