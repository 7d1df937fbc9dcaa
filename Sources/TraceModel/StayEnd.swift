/// How a stay in the background ended.
public enum StayEnd: UInt8, Sendable, CaseIterable {
  case foreground, suspended, suspendedInferred, exited, lastEvent

  /// The case's name in tables and documents, such as `suspended (inferred)`.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = ["foreground", "suspended", "suspended (inferred)", "exited", "last event"]
}
