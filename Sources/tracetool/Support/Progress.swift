import TraceReport

/// A line on a terminal that says how far a run has come; after a moment, and not too often.
final class Progress {
  private static let patience = Duration.milliseconds(300)
  private static let pause = Duration.milliseconds(100)

  private let elapsed: () -> Duration
  private let write: (String) -> Void
  private var last: Duration?

  /// A line that is written by `write`; `elapsed` is the time since the run began.
  init(elapsed: @escaping () -> Duration, write: @escaping (String) -> Void) {
    self.elapsed = elapsed
    self.write = write
  }

  /// Shows how far the run is, if it is time to.
  func update(bytes: Int64, of total: Int64, events: Int64) {
    let now = elapsed()
    guard now >= last.map({ $0 + Self.pause }) ?? Self.patience else { return }
    last = now
    write("\r\(Self.line(bytes: bytes, of: total, events: events, after: now))\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
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
