/// How bad a finding is; `quirk` is legal, seen in the field, and told only on request.
public enum Severity: UInt8, Sendable, CaseIterable, Comparable {
  case quirk, note, warning, error

  /// The word in tables and documents.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

  /// The severity with this name.
  public init?(_ name: some StringProtocol) {
    guard let place = Self.names.firstIndex(where: { $0 == name }) else { return nil }
    self = Self.allCases[place]
  }

  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// How sure a finding is.
public enum Confidence: UInt8, Sendable, Comparable {
  case possible, certain

  /// The word in tables and documents.
  public var name: String { self == .certain ? "certain" : "possible" }

  public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
}

/// The rules of the catalogue that this version has.
public enum RuleID: String, Sendable, CaseIterable {
  case orderProcess = "order.process"
  case orderApp = "order.app"
  case orderScene = "order.scene"
  case orderView = "order.view"
  case orderTask = "order.task"
  case orderLaunch = "order.launch"
  case orderAggregate = "order.aggregate"
  case orderForegroundAtLaunch = "order.foreground-at-launch"
  case orderNeverActivated = "order.never-activated"
  case orderMixed = "order.mixed"
  case orderNoScenes = "order.no-scenes"
  case mainThreadViolated = "main-thread.violated"
  case mainThreadBlocked = "main-thread.blocked"
  case launchSlow = "launch.slow"
  case launchSlowPhase = "launch.slow-phase"
  case launchWatchdog = "launch.watchdog"
  case launchAbandoned = "launch.abandoned"
  case launchCrashed = "launch.crashed"
  case resumeSlow = "resume.slow"
  case terminateHandlerOverrun = "terminate.handler-overrun"
  case backgroundHandlerOverrun = "background.handler-overrun"
  case backgroundTaskOverrun = "background.task-overrun"
  case backgroundTaskLeaked = "background.task-leaked"
  case backgroundTaskLateEnd = "background.task-late-end"
  case backgroundTaskNotCompleted = "background.task-not-completed"
  case backgroundLateRegistration = "background.late-registration"
  case backgroundKilled = "background.killed"
  case backgroundMemoryNotReleased = "background.memory-not-released"
  case memoryWarningIgnored = "memory.warning-ignored"
  case traceGap = "trace.gap"
  case traceClock = "trace.clock"
  case traceConflict = "trace.conflict"
  case traceUnrecorded = "trace.unrecorded"

  /// The rule's name, as in `background.task-overrun`.
  public var name: String { rawValue }

  /// The rule that reports illegal steps of a machine.
  public init(_ machine: MachineID) { self = Self.machines[Int(machine.rawValue)] }

  private static let machines = [orderProcess, orderApp, orderScene, orderView, orderTask]
}
