import TraceModel
import TracePipeline
import TraceReport

/// A line on a terminal with the progress of a run, shown after 0.3 s and at most every 0.1 s.
struct Progress {
  let elapsed: () -> Duration
  let write: (String) -> Void
  /// When it was last shown; nil if it is not on the terminal.
  var last: Duration?
  /// What the run does, and when it began with that.
  private var label = ""
  private var start = Duration.zero

  static let clearing = "\r\u{1B}[K"

  init(elapsed: @escaping () -> Duration, write: @escaping (String) -> Void) {
    self.elapsed = elapsed
    self.write = write
  }

  /// Shows how far the run has come, unless the line was shown a moment ago.
  mutating func update(_ progress: RunProgress) {
    let now = elapsed()
    if label != Self.label(progress.work) {
      label = Self.label(progress.work)
      start = now
    }
    guard now >= last.map({ $0 + .milliseconds(100) }) ?? .milliseconds(300) else { return }
    last = now
    write("\r\(Self.line(progress, after: now - start))\u{1B}[K")
  }

  mutating func clear() {
    if last != nil { write(Self.clearing) }
    last = nil
  }

  /// The line of one file, of several, or of other work than reading.
  ///
  /// - `1 of 4 MB  25,000 events/s  6 s left`
  /// - `1,204 of 4,680 files  1,209 MB  25,000 events/s  31 s left`
  /// - `making summaries  25 %  9 s left`
  ///
  /// The time left is shown if the total is known. `time` is the time since this work began.
  static func line(_ progress: RunProgress, after time: Duration) -> String {
    switch progress.work {
    case .reading: line(ofReading: progress, after: time)
    case .summarizing(let done, let total):
      ([label(progress.work)] + share(done, of: total, after: time)).joined(separator: "  ")
    }
  }

  /// Empty for reading logs.
  private static func label(_ work: RunProgress.Work) -> String {
    switch work {
    case .reading: ""
    case .summarizing: "making summaries"
    }
  }

  /// The share that is done, `25 %`, and the time left, `9 s left`; empty before any is done.
  private static func share(_ done: Int64, of total: Int64, after time: Duration) -> [String] {
    if done <= 0 || total < done { return [] }
    let left = time / .seconds(1) * Double(total - done) / Double(done)
    return ["\(100 * done / total) %", "\(Units.count(Int(left))) s left"]
  }

  private static func line(ofReading progress: RunProgress, after time: Duration) -> String {
    let seconds = max(time / .seconds(1), 0.001)
    let rate = "\(Units.count(Int(Double(progress.events) / seconds))) events/s"
    let done = progress.diskBytes
    let total = progress.totalDiskBytes
    let hasTotal = total >= done && done > 0
    var pieces: [String] = []
    var size = Units.count(progress.bytes / 1_000_000)
    if progress.totalSources > 1 {
      pieces.append("\(Units.count(progress.sources)) of \(Units.count(progress.totalSources)) files")
    } else if hasTotal {
      size += " of \(Units.count(total / 1_000_000))"
    }
    pieces.append("\(size) MB")
    pieces.append(rate)
    if hasTotal { pieces.append("\(Units.count(Int(seconds * Double(total - done) / Double(done)))) s left") }
    return pieces.joined(separator: "  ")
  }
}
