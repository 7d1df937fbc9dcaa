/// The part of a callback that an event stands for: the field `phase` of the record.
///
/// `instant` is an event without a phase; `unknown` has one that is neither `begin` nor `end`.
public enum CallbackPhase: UInt8, Sendable {
  case instant, begin, end, unknown

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable public static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }
}
