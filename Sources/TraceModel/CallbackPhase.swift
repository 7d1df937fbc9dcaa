/// Whether a callback was entered, returned, or is told as an instant; or in a word that nobody knows.
public enum CallbackPhase: UInt8, Sendable {
  case instant, begin, end, unknown

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
