/// How often something came in one period of one device, as MetricKit counted it.
public struct MetricCount: Sendable, Equatable {
  /// The name of its event, as `metrickit.timeToFirstDraw`.
  public var event = TextID.none
  /// Why the app ended, of a counter of exits.
  public var reason = TextID.none
  /// The period.
  public var begin = Event.absent
  public var end = Event.absent
  /// The bucket's bounds in nanoseconds; absent where they could not be read.
  public var lower = Event.absent
  public var upper = Event.absent
  public var count = Event.absent

  /// A count of nothing.
  public init() {}
}
