/// Who told an event (`source` in the record); `unknown` drives the machines but proves no model.
public enum EventSource: UInt8, Named, Sendable, CaseIterable {
  case unknown, delegate, notification, system, swiftui, app

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
