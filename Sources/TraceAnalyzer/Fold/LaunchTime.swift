import TraceModel

/// Launches that are left out of launch times unless asked for.
package struct Include: OptionSet, Sendable {
  package var rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let simulator = Include(rawValue: 1)
  package static let debugger = Include(rawValue: 2)

  /// The words for `--include`, in order.
  package var names: [String] {
    (contains(.simulator) ? ["simulator"] : []) + (contains(.debugger) ? ["debugger"] : [])
  }
}

/// Where a launch time begins or ends; the earlier stands first.
package enum Anchor: UInt8, Sendable, Comparable {
  case request, start, resumed, main, launchBegin, firstFrame, sceneReady, active

  /// The word in tables and documents.
  package var name: String { "\(self)" }

  package static func < (a: Anchor, b: Anchor) -> Bool { a.rawValue < b.rawValue }
}

/// The two ends of a launch time; times between different ends are different measures.
package struct Anchors: Hashable, Comparable, Sendable {
  package var from: Anchor
  package var to: Anchor

  package static func < (a: Anchors, b: Anchors) -> Bool { (a.from, a.to) < (b.from, b.to) }
}

/// Why a launch has no launch time that counts.
package enum NotCounted: UInt8, Sendable, CaseIterable {
  case `extension`, background, simulator, debugger, milestonesOutOfOrder, prewarmedNoAnchor
  case noStart, interrupted, noEnd, clock, overWatchdogAndAlive

  /// The words in tables and documents.
  package var name: String {
    switch self {
    case .milestonesOutOfOrder: "milestones out of order"
    case .prewarmedNoAnchor: "prewarmed, no anchor"
    case .noStart: "no start"
    case .noEnd: "no end"
    case .overWatchdogAndAlive: "over the watchdog and alive"
    default: "\(self)"
    }
  }
}

/// One piece of a launch time, between two milestones that the launch has.
package struct LaunchPhase: Sendable, Equatable {
  package var name: String
  package var nanos: Int64
  /// An edge of it is not really known.
  package var isApproximate: Bool

  /// The names in the order in which phases follow each other.
  package static let names = [
    "processCreation", "systemInterface", "staticInitializers", "preMain", "uikitInit", "appInit",
    "sceneConnect", "firstFrame",
  ]
}

/// A launch's time to its first frame, or why it has none.
package struct LaunchTime: Sendable, Equatable {
  /// The watchdog's usual allowance: a launch that lives beyond it had none.
  private static let watchdog: Int64 = 20_000_000_000

  package private(set) var anchors: Anchors?
  /// Nanoseconds between the anchors, also of a launch that does not count.
  package private(set) var nanos: Int64?
  package private(set) var notCounted: NotCounted?
  private var from: End?
  private var to: End?

  /// No time yet.
  init() { notCounted = .noStart }

  init(_ launch: Launch, _ include: Include) {
    let (summary, milestones) = (launch.summary, launch.summary.milestones)
    let from = Self.from(milestones, isPrewarmed: summary.nature == .prewarmed)
    let to = Self.to(milestones)
    (self.from, self.to) = (from, to)
    var isOutOfOrder = summary.hasMilestonesOutOfOrder
    if let from, let to, !summary.hasClockStep, !isOutOfOrder {
      anchors = Anchors(from: from.anchor, to: to.anchor)
      let (difference, overflow) = to.instant.subtractingReportingOverflow(from.instant)
      isOutOfOrder = overflow || Self.runsBackwards(milestones, from: from, to: to)
      nanos = isOutOfOrder ? nil : difference
    }
    notCounted =
      if summary.nature == .extension { .extension } else if summary.nature == .background {
        .background
      } else if launch.context.isSimulator && !include.contains(.simulator) {
        .simulator
      } else if launch.context.isDebugger && !include.contains(.debugger) {
        .debugger
      } else if isOutOfOrder { .milestonesOutOfOrder } else if from == nil {
        summary.nature == .prewarmed ? .prewarmedNoAnchor : .noStart
      } else if summary.isInterrupted { .interrupted } else if to == nil {
        .noEnd
      } else if summary.hasClockStep {
        .clock
      } else if nanos ?? 0 > Self.watchdog && launch.exitReason != "watchdog" {
        .overWatchdogAndAlive
      } else { nil }
  }

  fileprivate func phases(_ milestones: Milestones) -> [LaunchPhase] {
    guard let from, let to, nanos != nil else { return [] }
    return Self.phases(milestones, from: from, to: to)
  }

  private struct End: Equatable {
    var anchor: Anchor
    var instant: Int64
    var isApproximate = false
    /// The milestone that it is; none for the end of a prewarmed launch's wait.
    var milestone: Milestones.Name?

    init(_ anchor: Anchor, _ milestone: Milestones.Name, _ milestones: Milestones) {
      self.anchor = anchor
      self.milestone = milestone
      instant = milestones[milestone]
      isApproximate = milestones.isApproximate(milestone)
    }

    /// Where a prewarmed launch is wanted at last.
    init(afterWait anchor: Anchor, _ instant: Int64) {
      self.anchor = anchor
      self.instant = instant
    }
  }

  private static func from(_ milestones: Milestones, isPrewarmed: Bool) -> End? {
    if isPrewarmed {
      let (request, resumed) = (milestones[.request], milestones.resumed)
      if request != Event.absent, request > milestones[.start] {
        return End(afterWait: .request, request)
      }
      return resumed == Event.absent ? nil : End(afterWait: .resumed, resumed)
    }
    let candidates: [(Anchor, Milestones.Name)] = [
      (.request, .request), (.start, .start), (.main, .main), (.launchBegin, .launchBegin),
    ]
    let found = candidates.first { milestones[$0.1] != Event.absent }
    return found.map { End($0.0, $0.1, milestones) }
  }

  private static func to(_ milestones: Milestones) -> End? {
    if milestones[.firstFrame] != Event.absent {
      let frame: Anchor = milestones.isFirstFrameFromLog ? .sceneReady : .firstFrame
      return End(frame, .firstFrame, milestones)
    }
    return milestones[.active] == Event.absent ? nil : End(.active, .active, milestones)
  }

  /// The milestones that cut a launch time, in their order.
  private static let inner: [Milestones.Name] = [
    .start, .initializers, .main, .launchBegin, .launchEnd, .sceneConnected,
  ]

  /// Whether a milestone lies inside the time: what comes before the wait of a prewarmed launch
  /// belongs to no launch time.
  private static func isInside(
    _ name: Milestones.Name, _ milestones: Milestones, from: End
  ) -> Bool {
    guard milestones[name] != Event.absent else { return false }
    return from.milestone.map { name.rawValue > $0.rawValue }
      ?? (milestones[name] > from.instant)
  }

  private static func runsBackwards(_ milestones: Milestones, from: End, to: End) -> Bool {
    var last = from.instant
    for name in inner where isInside(name, milestones, from: from) {
      if milestones[name] < last { return true }
      last = milestones[name]
    }
    return to.instant < last
  }

  private static func phases(_ milestones: Milestones, from: End, to: End) -> [LaunchPhase] {
    var cuts: [(name: String, instant: Int64, isApproximate: Bool)] = []
    var isSplit = false
    for name in inner where isInside(name, milestones, from: from) {
      let instant = milestones[name]
      cuts.append((phaseName(name, isSplit), instant, milestones.isApproximate(name)))
      isSplit = name == .initializers
    }
    cuts.append(("firstFrame", to.instant, to.isApproximate))
    var last = (instant: from.instant, isApproximate: from.isApproximate)
    var result: [LaunchPhase] = []
    for cut in cuts {
      let nanos = cut.instant - last.instant
      let isApproximate = cut.isApproximate || last.isApproximate
      result.append(LaunchPhase(name: cut.name, nanos: nanos, isApproximate: isApproximate))
      last = (cut.instant, cut.isApproximate)
    }
    return result
  }

  private static func phaseName(_ milestone: Milestones.Name, _ isSplit: Bool) -> String {
    switch milestone {
    case .start: "processCreation"
    case .initializers: "systemInterface"
    case .main: isSplit ? "staticInitializers" : "preMain"
    case .launchBegin: "uikitInit"
    case .launchEnd: "appInit"
    case .sceneConnected: "sceneConnect"
    default: "firstFrame"
    }
  }
}

extension Launch {
  /// The pieces of its time: they follow each other and add up to that exactly.
  var phases: [LaunchPhase] { time.phases(summary.milestones) }
}
