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

  /// The word in tables and documents: asked for each finding, so without reflection.
  public var name: String { self == .certain ? "certain" : "possible" }

  public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
}

/// The rules of the catalogue that this version has.
public enum RuleID: UInt8, Sendable, CaseIterable {
  case `order.process`, `order.app`, `order.scene`, `order.view`, `order.task`, `order.launch`, `order.aggregate`
  case `order.foreground-at-launch`, `order.never-activated`, `order.mixed`, `order.no-scenes`
  case `main-thread.violated`, `main-thread.blocked`
  case `launch.slow`, `launch.slow-phase`, `launch.watchdog`, `launch.abandoned`, `launch.crashed`
  case `launch.early-access`, `launch.locked-access`, `launch.main-thread-work`, `launch.reason-unanswered`,
    `launch.setup-repeated`
  case `resume.slow`, `terminate.handler-overrun`
  case `background.handler-overrun`, `background.task-overrun`, `background.task-leaked`, `background.task-late-end`
  case `background.task-not-completed`, `background.late-registration`
  case `background.uncovered-work`, `background.killed`, `background.memory-not-released`, `memory.warning-ignored`
  case `inactive.work-continues`, `game.resumed-by-itself`, `terminate.work-continues`, `scene.lifetime-leak`
  case `data.lost-at-exit`, `data.saved-only-on-deactivation`
  case `trace.gap`, `trace.clock`, `trace.conflict`, `trace.unrecorded`

  /// The rule's name, as in `background.task-overrun`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)".filter { $0 != "`" } }

  /// The rule that reports illegal steps of a machine.
  public init(_ machine: MachineID) { self = Self.machines[Int(machine.rawValue)] }

  private static let machines = [`order.process`, `order.app`, `order.scene`, `order.view`, `order.task`]

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
