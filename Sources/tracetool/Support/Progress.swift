import TraceReport

/// A line on a terminal that says how far a run has come; after a moment, and not too often.
struct Progress {
  /// The time since the run began.
  let elapsed: () -> Duration
  let write: (String) -> Void
  /// When it was shown last.
  var last: Duration?

  /// Shows how far the run is, if it is time to.
  mutating func update(bytes: Int64, of total: Int64, events: Int64) {
    let now = elapsed()
    guard now >= last.map({ $0 + .milliseconds(100) }) ?? .milliseconds(300) else { return }
    last = now
    write("\r\(Self.line(bytes: bytes, of: total, events: events, after: now))\u{1B}[K")
  }

  /// Takes the line away.
  mutating func clear() {
    if last != nil { write("\r\u{1B}[K") }
    last = nil
  }

  /// What the line says; a total of 0 is not known.
  static func line(bytes: Int64, of total: Int64, events: Int64, after time: Duration) -> String {
    let seconds = max(time / .seconds(1), 0.001)
    let rate = "\(Units.count(Int(Double(events) / seconds))) events/s"
    let megabytes = Units.count(bytes / 1_000_000)
    guard total >= bytes, bytes > 0 else { return "\(megabytes) MB  \(rate)" }
    let left = Units.count(Int(seconds * Double(total - bytes) / Double(bytes)))
    return "\(megabytes) of \(Units.count(total / 1_000_000)) MB  \(rate)  \(left) s left"
  }
}
