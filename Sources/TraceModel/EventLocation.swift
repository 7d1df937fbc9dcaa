/// Where an event stands: its clocks, its number and its line.
public struct EventLocation: Sendable, Equatable {
  public var time = Event.absent
  public var uptime = Event.absent
  public var seq = Event.absent
  public var source = SourceID(rawValue: 0)
  /// As `Event.line`.
  public var line: Int32 = 0

  /// The line in the source, from 1; 0 without one.
  public var lineNumber: Int { Int(line.magnitude) }

  /// The line from 1 that a line as in an event stands for; `Event.absent` as it is.
  public static func lineNumber(_ line: Int64) -> Int64 { line == Event.absent ? line : abs(line) }

  /// A place without a clock, a number or a line.
  @inlinable public init() {}
}
