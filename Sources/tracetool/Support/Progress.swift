import TracePipeline
import TraceReport

/// A line on a terminal with the progress of a run, shown after 0.3 s and at most every 0.1 s.
struct Progress {
  /// The time since the run began.
  let elapsed: () -> Duration
  let write: (String) -> Void
  /// The time at which it was last shown; nil if it is not on the terminal.
  var last: Duration?

  /// Shows how far the run has come, unless the line was shown a moment ago.
  mutating func update(_ progress: RunProgress) {
    let now = elapsed()
    guard now >= last.map({ $0 + .milliseconds(100) }) ?? .milliseconds(300) else { return }
    last = now
    write("\r\(Self.line(progress, after: now))\u{1B}[K")
  }

  /// Clears the line.
  mutating func clear() {
    if last != nil { write("\r\u{1B}[K") }
    last = nil
  }

  /// The text of the line: `1 of 4 MB  25,000 events/s  6 s left` for one file,
  /// `1,204 of 4,680 files  1,209 MB  25,000 events/s  31 s left` for several.
  ///
  /// The time that is left is shown if the size of all files is known.
  static func line(_ progress: RunProgress, after time: Duration) -> String {
    let seconds = max(time / .seconds(1), 0.001)
    let rate = "\(Units.count(Int(Double(progress.events) / seconds))) events/s"
    let done = progress.diskBytes
    let total = progress.totalDiskBytes
    let isKnown = total >= done && done > 0
    var parts: [String] = []
    var size = Units.count(progress.bytes / 1_000_000)
    if progress.totalSources > 1 {
      parts.append("\(Units.count(progress.sources)) of \(Units.count(progress.totalSources)) files")
    } else if isKnown {
      size += " of \(Units.count(total / 1_000_000))"
    }
    parts.append("\(size) MB")
    parts.append(rate)
    if isKnown { parts.append("\(Units.count(Int(seconds * Double(total - done) / Double(done)))) s left") }
    return parts.joined(separator: "  ")
  }
}
