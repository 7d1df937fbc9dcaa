import TraceReport

/// A line on a terminal with the progress of a run, shown after 0.3 s and at most every 0.1 s.
struct Progress {
  /// The time since the run began.
  let elapsed: () -> Duration
  let write: (String) -> Void
  /// The time at which it was last shown; nil if it is not on the terminal.
  var last: Duration?

  /// Shows how far the run has come, unless the line was shown a moment ago.
  mutating func update(bytes: Int64, of total: Int64, events: Int64) {
    let now = elapsed()
    guard now >= last.map({ $0 + .milliseconds(100) }) ?? .milliseconds(300) else { return }
    last = now
    write("\r\(Self.line(bytes: bytes, of: total, events: events, after: now))\u{1B}[K")
  }

  /// Clears the line.
  mutating func clear() {
    if last != nil { write("\r\u{1B}[K") }
    last = nil
  }

  /// The text of the line, as in `1 of 4 MB  25,000 events/s  6 s left`; a `total` of 0 is not known.
  static func line(bytes: Int64, of total: Int64, events: Int64, after time: Duration) -> String {
    let seconds = max(time / .seconds(1), 0.001)
    let rate = "\(Units.count(Int(Double(events) / seconds))) events/s"
    let megabytes = Units.count(bytes / 1_000_000)
    guard total >= bytes, bytes > 0 else { return "\(megabytes) MB  \(rate)" }
    let left = Units.count(Int(seconds * Double(total - bytes) / Double(bytes)))
    return "\(megabytes) of \(Units.count(total / 1_000_000)) MB  \(rate)  \(left) s left"
  }
}
