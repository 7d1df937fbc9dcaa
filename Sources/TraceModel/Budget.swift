/// What defines a budget, before `--budget` sets another limit; `BudgetID` lists all of them.
public struct Budget: Sendable {
  /// What a limit counts.
  public enum Unit: Sendable {
    /// Nanoseconds.
    case time
    /// Bytes.
    case memory
  }

  /// The name on the command line and in documents.
  public let name: String
  public let unit: Unit
  /// In nanoseconds or bytes; nil for a budget that holds only where it is set.
  public let limit: Int64?
  /// The severity of a finding over it.
  public let severity: Severity
  /// Who publishes the number.
  public let source: String
  /// How far over the limit a value must be to be certainly too long, in nanoseconds: one second, this project's
  /// number, where the source says "about"; else 0.
  public let tolerance: Int64
  /// The lowest limit that can be set, in nanoseconds or bytes: a launch's summary holds no callback or resume below
  /// it; 0 where the summary holds all of them.
  public let least: Int64

  /// What a callback or a resume must exceed to be held, in nanoseconds: below 100 ms people notice no delay (Apple,
  /// *Improving app responsiveness*).
  public static let leastHeldNanos: Int64 = 100_000_000

  /// The time that iOS' watchdog usually allows a launch, in nanoseconds; a log may name another.
  public static let launchWatchdogNanos: Int64 = 20_000_000_000

  static func time(
    _ name: String, ms: Int64, isAbout: Bool = false, least: Int64 = 0, _ severity: Severity, _ source: String
  ) -> Self {
    Budget(
      name: name, unit: .time, limit: ms * 1_000_000, severity: severity, source: source,
      tolerance: isAbout ? 1_000_000_000 : 0, least: least)
  }

  static func memory(_ name: String, megabytes: Int64, _ severity: Severity, _ source: String) -> Self {
    Budget(
      name: name, unit: .memory, limit: megabytes * 1_000_000, severity: severity, source: source, tolerance: 0,
      least: 0)
  }

  static func phase(_ phase: LaunchPhaseName) -> Self {
    Budget(
      name: "phase.\(phase.name)", unit: .time, limit: nil, severity: .warning, source: "your setting",
      tolerance: 0, least: 0)
  }
}
