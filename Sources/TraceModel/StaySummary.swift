/// One stay in the background.
public struct StaySummary: Sendable, Equatable {
  /// Where it begins: the entry of `didEnterBackground`, a disconnect, a wake.
  public var begin = EventLocation()
  public var nanos: Int64 = 0
  public var end = StayEnd.lastEvent
  /// How long `didEnterBackground` took, if recorded.
  public var handlerNanos = Event.absent
  /// How long the app was away, in nanoseconds: from this stay's begin to the return to the foreground.
  ///
  /// Only the first stay of an absence has it, if the return is recorded.
  public var awayNanos = Event.absent
  /// Union of the background times of the app's assertions in this stay.
  public var assertionNanos: Int64 = 0
  /// The end of the last assertion in it, or its begin if it has not ended.
  public var assertionLocation = EventLocation()
  /// True if another kind of task, or work that iOS lets run, kept the app running meanwhile.
  public var isCovered = false

  /// A stay of no length.
  public init() {}
}

/// How a stay in the background ended.
public enum StayEnd: UInt8, Sendable, CaseIterable {
  case foreground, suspended, suspendedInferred, exited, lastEvent

  /// The case's name in tables and documents, such as `suspended (inferred)`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = ["foreground", "suspended", "suspended (inferred)", "exited", "last event"]
}
