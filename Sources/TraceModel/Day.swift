/// A day in UTC.
///
/// ```swift
/// let last = Day("2027-01-31")!
/// Day(of: 1_769_904_000_000_000_000) > last  // the next day began
/// ```
public struct Day: Hashable, Comparable, Sendable {
  /// How many days after 1970-01-01 it is.
  public let number: Int64

  private static let nanoseconds: Int64 = 86_400_000_000_000

  /// The day of an instant, in nanoseconds since 1970.
  public init(of instant: Int64) {
    number = (instant - (instant % Self.nanoseconds + Self.nanoseconds) % Self.nanoseconds) / Self.nanoseconds
  }

  /// The day that a text names as `2027-01-31`; nil for a text that names none from 1678 to 2261.
  public init?(_ text: String) {
    guard text.utf8.count == 10, let instant = Timestamp.parse(Array("\(text)T00:00:00Z".utf8).span) else { return nil }
    self.init(of: instant.nanoseconds)
  }

  /// As in `2027-01-31`.
  public var text: String { String(Timestamp.rfc3339(number * Self.nanoseconds).prefix(10)) }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}
