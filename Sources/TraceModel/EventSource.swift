/// Who reported an event: the field `source` of the record.
///
/// An event of an `unknown` source drives the machines, but does not show whether the app lives by scenes.
public enum EventSource: UInt8, Named, Sendable, CaseIterable {
  case unknown, delegate, notification, system, swiftui, app

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
