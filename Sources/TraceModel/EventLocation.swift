/// Where an event stands: its clocks, its number and its line.
public struct EventLocation: Sendable, Equatable {
  public var time = Event.absent
  public var uptime = Event.absent
  public var seq = Event.absent
  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  public var line: Int32 = 0

  /// A place without a clock, a number or a line.
  @inlinable public init() {}
}
