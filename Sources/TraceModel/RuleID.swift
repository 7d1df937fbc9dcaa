/// The rules of this version, in the order in which `explain` lists them and replay shows events to them.
///
/// A name that was released is never changed or used again: stores and fingerprints hold it. In documents a rule is its
/// name.
public enum RuleID: UInt8, Sendable, CaseIterable {
  case `order.process`, `order.app`, `order.scene`, `order.view`, `order.task`, `order.launch`, `order.aggregate`
  case `order.foreground-at-launch`, `order.never-activated`, `order.mixed`, `order.no-scenes`
  case `main-thread.violated`, `main-thread.blocked`
  case `launch.slow`, `launch.slow-phase`, `launch.watchdog`, `launch.abandoned`, `launch.crashed`
  case `launch.early-access`, `launch.locked-access`, `launch.main-thread-work`, `launch.reason-unanswered`,
    `launch.setup-repeated`
  case `resume.slow`, `terminate.handler-overrun`
  case `background.handler-overrun`, `background.task-overrun`, `background.task-leaked`, `background.task-late-end`
  case `background.task-not-completed`, `background.late-registration`, `background.task-refused`
  case `background.uncovered-work`, `background.killed`, `process.killed`, `background.memory-not-released`
  case `memory.warning-ignored`
  case `inactive.work-continues`, `game.resumed-by-itself`, `terminate.work-continues`, `scene.lifetime-leak`
  case `data.lost-at-exit`, `data.saved-only-on-deactivation`
  case `trace.gap`, `trace.clock`, `trace.conflict`, `trace.unrecorded`

  /// The rule's name, as in `background.task-overrun`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)".filter { $0 != "`" } }

  /// The rule that reports illegal steps of a machine.
  public init(_ machine: MachineID) { self = Self.machines[Int(machine.rawValue)] }

  private static let machines = [`order.process`, `order.app`, `order.scene`, `order.view`, `order.task`]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The rule of this name; nil if there is none.
  public init?(name: String) {
    guard let rule = Self.byName[name] else { return nil }
    self = rule
  }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}

extension RuleID: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
