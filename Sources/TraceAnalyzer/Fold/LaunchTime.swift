import TraceModel

/// A launch's time to its first frame, or why it has none.
package struct LaunchTime: Sendable, Equatable {
  // There may be millions: in this order it has 13 bytes.

  /// `nanos`, or `Event.absent`: an optional would take 16 bytes.
  private var length = Event.absent
  package private(set) var anchors: Anchors?
  package private(set) var notCounted: NotCounted?
  /// Both of its ends are whole seconds: a length of 0 means less than one.
  package private(set) var isOnWholeSeconds = false
  /// True with tests in the process; on a simulator or under a debugger, unless such launches are to count.
  private(set) var isLeftOut = false

  /// Nanoseconds between the anchors, also of a launch that does not count.
  package var nanos: Int64? { length == Event.absent ? nil : length }

  /// The time of a launch as if to the foreground, in an environment in which launches count; few launches are so long
  /// that `isKilled`, by the watchdog, matters.
  @inline(__always) init(_ facts: TimeFacts, isKilled: @autoclosure () -> Bool) {
    let milestones = facts.milestones
    let nature = facts.nature
    let hasClockStep = facts.hasClockStep
    let measured = Anchors(milestones.measure, isPrewarmed: nature == .prewarmed)
    let from = milestones.from(nature)
    let to = milestones.to
    var isOutOfOrder = facts.hasMilestonesOutOfOrder
    if let from, let to, !hasClockStep, !isOutOfOrder {
      anchors = measured ?? Anchors(from: from.anchor, to: to.anchor)
      let (difference, overflow) = to.instant.subtractingReportingOverflow(from.instant)
      isOutOfOrder = overflow || difference == Event.absent || measured == nil && !milestones.isRising(from, to)
      if !isOutOfOrder {
        length = difference
        let isOnSeconds = DurationText.isWholeSecond(from.instant) && DurationText.isWholeSecond(to.instant)
        isOnWholeSeconds = measured == nil && isOnSeconds
      }
    }
    // A clock that stands still tells no time: another key may hold what is to be added to it.
    if facts.isClockStill, measured == nil, length != Event.absent { length = Event.absent }
    let watchdogNanos = facts.watchdogNanos
    // If the log does not say what the watchdog allowed, a launch beyond the usual time had no watchdog.
    let granted = watchdogNanos == Event.absent ? Budget.launchWatchdogNanos : watchdogNanos
    // The first reason that applies is reported.
    notCounted =
      switch true {
      case nature == .mixed: .mixed
      case nature == .returned: .return
      case isOutOfOrder: .`milestones out of order`
      case from == nil: nature == .prewarmed ? .`prewarmed, no anchor` : .`no start`
      case facts.isInterrupted: .interrupted
      case to == nil: .`no end`
      case hasClockStep, facts.isClockStill && measured == nil: .clock
      case nanos ?? 0 > granted && !isKilled(): .`over the watchdog and alive`
      default: nil
      }
  }

  /// The time for people, as in `489 ms`; nil if there is none.
  package var text: String? { nanos.map { DurationText.of($0, isOnWholeSeconds: isOnWholeSeconds) } }

  /// How much longer than it was the time of a launch with these milestones may look, if `reading` is the slack of its
  /// clock: an approximate start was cut to the second.
  func slack(_ milestones: Milestones, _ reading: Int64) -> Int64 {
    let isRounded = anchors?.from == .start && milestones.isApproximate(.start)
    return max(isRounded ? 1_000_000_000 : 0, milestones.slack(reading))
  }

  /// The time of a launch of this kind and context; it counts on a simulator or under a debugger only if `include` says
  /// so, and never with unit tests in the process: no user waits for its first frame.
  @inline(__always) func counted(
    _ kind: LaunchKind, in context: Context, hostsTests: Bool, _ include: Set<ExcludedEnvironment>
  ) -> LaunchTime {
    let isSimulated = context.simulator == true && !include.contains(.simulator)
    let isDebugged = context.debugger == true && !include.contains(.debugger)
    var time = self
    time.isLeftOut = isSimulated || isDebugged || hostsTests
    // These reasons come before all others.
    time.notCounted =
      switch true {
      case kind == .extension: .extension
      case kind == .background: .background
      case hostsTests: .`hosted tests`
      case isSimulated: .simulator
      case isDebugged: .debugger
      default: notCounted
      }
    return time
  }
}

extension Launch {
  /// True if its time is compared with the budget of a launch, or with a multiple of it.
  ///
  /// A record of a length may end at the activation, which is not so long after the first frame that this could be all.
  package var isCompared: Bool {
    let measure = summary.milestones.measure
    return measure != .events && !measure.isUntilReady || time.anchors?.hasBudget ?? true
  }

  /// The pieces of its time: they follow each other and add up to it exactly.
  package var phases: [LaunchPhase] {
    var phases: [LaunchPhase] = []
    phases.reserveCapacity(8)
    forEachPhase { phases.append($0) }
    return phases
  }

  /// Where its time begins, on the clock of its milestones; nil if it has none.
  package var timeBegin: Int64? { time.nanos == nil ? nil : milestones.from(nature)?.instant }

  func forEachPhase(_ body: (LaunchPhase) -> Void) {
    if time.nanos != nil { milestones.forEachPhase(nature, body) }
  }
}

extension Milestones {
  /// How much longer than it was the time between two milestones may look, if `reading` is the slack of the clock; the
  /// length in a record counts finely.
  func slack(_ reading: Int64) -> Int64 {
    if reading == 0 || measure != .events { return 0 }
    if !isUptime { return reading }
    // The slack may be that of the wall clock, if events have no `uptime`.
    var resolution = ClockResolution()
    for name in Name.allCases { resolution.note(self[name]) }
    return min(reading, 2 * resolution.step)
  }

  /// Calls `body` with each piece of the time of a launch of this nature, in order: their indices rise.
  func forEachPhase(_ nature: LaunchNature, _ body: (LaunchPhase) -> Void) {
    // A record of its length does not say what happened within.
    guard measure == .events, let from = from(nature), let to else { return }
    var begin = from
    forEachCut(from, to) { cut in
      body(LaunchPhase(begin, cut))
      begin = cut
    }
    body(LaunchPhase(begin, to))
  }
}

extension LaunchPhase {
  fileprivate init(_ begin: End, _ end: End) {
    let name: LaunchPhaseName =
      switch end.milestone {
      case .start: .processCreation
      case .initializers: .systemInterface
      case .main: begin.milestone == .initializers ? .staticInitializers : .preMain
      case .launchBegin: .uikitInit
      // Without the delegate's first entry nobody knows where the app's own part begins.
      case .launchEnd: begin.milestone == .launchBegin ? .appInit : .launching
      case .sceneConnected: .sceneConnect
      default: .firstFrame
      }
    self.init(
      index: Int(name.rawValue), nanos: end.instant &- begin.instant,
      // `launching` ends at the recorded instant, wherever in the callback that was written.
      isApproximate: begin.isApproximate || end.isApproximate && name != .launching,
      isOnWholeSeconds: DurationText.isWholeSecond(begin.instant) && DurationText.isWholeSecond(end.instant))
  }
}

/// An end of a launch time or of one of its phases.
private struct End {
  var anchor: Anchor
  var instant: Int64
  var isApproximate = false
  /// Nil for the end of a prewarmed launch's wait.
  var milestone: Milestones.Name?
}

extension Milestones {
  /// Calls `body` with the milestones that cut a launch time between its ends; the wait of a prewarmed launch and what
  /// comes before it are not part of the time.
  fileprivate func forEachCut(_ from: End, _ to: End, _ body: (End) -> Void) {
    var number = from.milestone.map { Int($0.rawValue) + 1 } ?? Self.firstCut
    while number <= Self.lastCut {
      let instant = self[number: number]
      let isWithin = instant != Event.absent && (from.milestone != nil || instant > from.instant)
      if isWithin, !isSameInstant(number, from), let name = Name(rawValue: UInt8(number)) {
        body(End(anchor: to.anchor, instant: instant, isApproximate: isApproximate(name), milestone: name))
      }
      number += 1
    }
  }

  /// True if the milestone cuts nothing: `launchBegin` and `launchEnd` are one instant of `didFinishLaunching`, the
  /// launch's begin or else the end of its phase `launching`.
  @inline(__always) private func isSameInstant(_ number: Int, _ from: End) -> Bool {
    guard isApproximate(.launchBegin) else { return false }
    let unused = from.milestone == .launchBegin ? Name.launchEnd : .launchBegin
    return number == Int(unused.rawValue)
  }

  fileprivate func isRising(_ from: End, _ to: End) -> Bool {
    var last = from.instant
    var number = from.milestone.map { Int($0.rawValue) + 1 } ?? Self.firstCut
    while number <= Self.lastCut {
      let instant = self[number: number]
      if instant != Event.absent, from.milestone != nil || instant > from.instant {
        if instant < last { return false }
        last = instant
      }
      number += 1
    }
    return to.instant >= last
  }

  /// The milestones that may stand between the ends of a launch time.
  private static let firstCut = 1
  private static let lastCut = 6

  @inline(__always) private func end(_ anchor: Anchor, _ name: Name) -> End? {
    guard self[name] != Event.absent else { return nil }
    return End(anchor: anchor, instant: self[name], isApproximate: isApproximate(name), milestone: name)
  }

  /// Where a launch begins; a prewarmed one, where it is wanted at last.
  @inline(__always) fileprivate func from(_ nature: LaunchNature) -> End? {
    if measure != .events { return end(.start, .start) }
    if nature != .prewarmed {
      return end(.request, .request) ?? end(isStartOfInterface ? .interfaceStart : .start, .start) ?? end(.main, .main)
        ?? end(.launchBegin, .launchBegin)
    }
    // An absent milestone is smaller than any instant.
    if self[.request] > self[.start] { return End(anchor: .request, instant: self[.request]) }
    return resumed == Event.absent ? nil : End(anchor: .resumed, instant: resumed)
  }

  @inline(__always) fileprivate var to: End? {
    end(isFirstFrameFromLog ? .sceneReady : .firstFrame, .firstFrame) ?? end(.active, .active)
  }
}

/// The members of a summary that a launch's time depends on.
///
/// For speed: passing a summary copies it, and counts a reference to its details.
struct TimeFacts {
  var milestones: Milestones
  var nature: LaunchNature
  var hasClockStep, hasMilestonesOutOfOrder, isInterrupted: Bool
  var watchdogNanos: Int64
  /// True if three events or more, from the begin to the end, are of one instant.
  var isClockStill: Bool
}

extension LaunchSummary {
  @inline(__always) var timeFacts: TimeFacts {
    TimeFacts(
      milestones: milestones, nature: nature, hasClockStep: hasClockStep,
      hasMilestonesOutOfOrder: hasMilestonesOutOfOrder, isInterrupted: isInterrupted, watchdogNanos: watchdogNanos,
      isClockStill: eventCount > 2 && firstInstant == lastInstant && !milestones.isUptime)
  }
}

/// Why a launch has no launch time that counts.
package enum NotCounted: String, Sendable, CaseIterable {
  case `extension`, background, mixed, `return`, simulator, debugger, `hosted tests`, interrupted, clock
  case `milestones out of order`
  case `prewarmed, no anchor`, `no start`, `no end`, `over the watchdog and alive`

  /// The words in tables and documents.
  package var name: String { rawValue }
}
