import TraceVocabulary

/// Records when the main thread hangs: when one turn of its run loop lasts so long that a person notices.
///
/// The main thread notes when each turn begins and ends. So it reports a hang itself, once it is over, with its length.
/// If a hang is long, another thread reports that it goes on, as the watchdog may end the process before it is over. A
/// check on that thread is scheduled when a turn begins and no check is due, for the time at which the turn would be a
/// long hang: so the thread wakes once in two seconds at most while the app works, and never while it waits.
///
/// A process that the system suspends in the middle of a turn does not hang. The check that was due meanwhile shows the
/// suspension: it runs late as well.
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
    /// The uptime at which the present turn began, or was resumed; nil while the main thread waits.
    var began: Int?
    /// The uptime of the last check that reported that the present hang goes on; nil if none did.
    var reported: Int?
    /// The uptime at which the next check is due; nil if none is.
    var due: Int?
    /// How often watching was started: a check that was scheduled before the last start is ignored.
    var starts = 0

    /// Ends the present turn, and returns what it was.
    mutating func endTurn(at now: Int) -> Report? {
      guard let began else { return nil }
      self.began = nil
      let isSuspended = due.map { now - $0 > HangWatch.latest } ?? false
      defer { reported = nil }
      if let reported { return .ended(ago: isSuspended ? now - reported : 0) }
      let nanos = now - began
      return nanos > HangWatch.least && !isSuspended ? .took(nanos) : nil
    }
  }

  private enum Report { case took(Int), goesOn(since: Int, isNew: Bool), ended(ago: Int) }

  private let host: any TraceHost
  private let recorder: TraceRecorder
  private let environment: RecorderEnvironment
  private let state = Locked(State())

  init(_ host: any TraceHost, _ recorder: TraceRecorder, _ environment: RecorderEnvironment) {
    self.host = host
    self.recorder = recorder
    self.environment = environment
  }

  private var uptime: Int { environment.clocks().uptime }

  /// Begins to watch, in the middle of a turn of the main thread.
  func start() {
    let isFirst = state.withLock { state in
      let isFirst = !state.isObserved
      state.isObserved = true
      state.isOn = true
      state.due = nil
      state.starts += 1
      return isFirst
    }
    if isFirst { host.observeTurns { [self] isBusy in turn(isBusy) } }
    turn(true)
  }

  /// Stops watching until the next `start`: no user waits for an app in the background.
  func pause() {
    let now = uptime
    let report = state.withLock { state in
      state.isOn = false
      return state.endTurn(at: now)
    }
    tell(report)
  }

  /// A turn ends, and another one begins if the main thread is still busy.
  private func turn(_ isBusy: Bool) {
    let now = uptime
    let (report, starts) = state.withLock { state -> (Report?, Int?) in
      let report = state.endTurn(at: now)
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
      let isLate = state.due.map { now - $0 > Self.latest } ?? false
      var report: Report?
      if isLate, state.began != nil {
        // It was suspended, and goes on from here.
        report = state.endTurn(at: now)
        state.began = now
      }
      state.due = nil
      guard let began = state.began else { return (report, nil) }
      if now - began >= Self.long {
        report = .goesOn(since: now - began, isNew: state.reported == nil)
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
    switch report {
    case .took(let nanos): recorder.record(.mainHang, [.duration(nanos)], isOfMain: true)
    case .goesOn(let nanos, let isNew):
      if isNew { recorder.record(.mainHang, [.phase("begin")], ago: nanos, isOfMain: true) }
      // It shows that the hang still goes on, whatever ends the process.
      recorder.record(.memorySample, System.footprint)
    case .ended(let ago): recorder.record(.mainHang, [.phase("end")], ago: ago, isOfMain: true)
    }
  }
}
