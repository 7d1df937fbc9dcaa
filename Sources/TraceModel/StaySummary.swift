/// One stay in the background.
public struct StaySummary: Sendable, Equatable {
  /// Where it begins: the entry of `didEnterBackground`, a disconnect, a wake.
  public var begin = EventLocation()
  public var nanos: Int64 = 0
  public var end = StayEnd.lastEvent
  /// How long `didEnterBackground` took, where that is recorded.
  public var handlerNanos = Event.absent
  /// How long the app was away, in nanoseconds: from where this stay begins to the app's return to the foreground, in
  /// however many stays that is.
  ///
  /// Only the first stay after the app left the foreground has it, if the return is recorded: where the process ended
  /// there was none.
  public var awayNanos = Event.absent
  /// Union of the background times of the app's assertions in this stay.
  public var assertionNanos: Int64 = 0
  /// The end of the last assertion in it, or its begin without one.
  public var assertionLocation = EventLocation()
  /// Another kind of task, or work that iOS lets run, kept the app running meanwhile.
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
