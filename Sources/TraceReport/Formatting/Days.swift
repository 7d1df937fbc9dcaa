import TraceModel

/// Days as people write them, in UTC.
package enum Days {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The days of two instants in nanoseconds since 1970: `9 to 10 Oct 2025`, or `10 Oct 2025`.
  package static func text(from first: Int64, to last: Int64) -> String {
    let begin = fields(first)
    let end = fields(last)
    let whole = end.joined(separator: " ")
    if begin == end { return whole }
    // A common month and year are written once, at the end.
    let own = begin[2] != end[2] ? begin[...] : begin[1] != end[1] ? begin[..<2] : begin[..<1]
    return "\(own.joined(separator: " ")) to \(whole)"
  }

  /// The month of a day, as in `Oct`.
  static func month(_ day: Day) -> String { months[(Int(day.month.suffix(2)) ?? 1) - 1] }

  /// The day of a time in RFC 3339, as in `10 Oct 2025`.
  static func text(ofTime time: String) -> String { fields(time).joined(separator: " ") }

  /// A time in RFC 3339 and UTC as people read it, to the millisecond or the second: `2025-10-10 03:49:49.206`.
  static func clock(_ time: String, isOnWholeSeconds: Bool = false) -> String {
    "\(time.prefix(10)) \(time.dropFirst(11).prefix(isOnWholeSeconds ? 8 : 12))"
  }

  private static func fields(_ instant: Int64) -> [String] { fields(Timestamp.rfc3339(instant)) }

  private static func fields(_ time: String) -> [String] {
    let date = time.prefix(10).split(separator: "-").map(String.init)
    let month = Int(date[1]).map { months[$0 - 1] } ?? date[1]
    return [String(Int(date[2]) ?? 0), month, date[0]]
  }
}
