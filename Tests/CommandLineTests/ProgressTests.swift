import Testing
import TracePipeline

@testable import tracetool

@Suite(.tags(.small)) struct ProgressTests {
  @Test(
    arguments: [
      (0, 0, 0, 0, 1, "0 MB  0 events/s"),
      (1_000_000, 4_000_000, 50_000, 0, 1, "1 of 4 MB  25,000 events/s  6 s left"),
      (9_000_000, 0, 2, 0, 1, "9 MB  1 events/s"),
      (9_000_000, 36_000_000, 50_000, 1_204, 4_680, "1,204 of 4,680 files  9 MB  25,000 events/s  6 s left"),
      (9_000_000, 0, 50_000, 0, 12, "0 of 12 files  9 MB  25,000 events/s"),
    ] as [(Int64, Int64, Int64, Int, Int, String)])
  func `progress shows files, bytes, speed and the time left`(
    _ bytes: Int64, _ total: Int64, _ events: Int64, _ files: Int, _ totalFiles: Int, _ line: String
  ) {
    var progress = RunProgress()
    progress.bytes = bytes
    progress.diskBytes = bytes
    progress.totalDiskBytes = total
    progress.events = events
    progress.sources = files
    progress.totalSources = totalFiles
    #expect(Progress.line(progress, after: .seconds(2)) == line)
  }

  @Test(
    arguments: [
      (.summarizing(done: 0, total: 90), "making summaries"),
      (.summarizing(done: 30, total: 90), "making summaries  33 %  4 s left"),
      (.summarizing(done: 90, total: 90), "making summaries  100 %  0 s left"),
    ] as [(RunProgress.Work, String)])
  func `progress of anything but reading says what is done, how much of it, and the time left`(
    _ work: RunProgress.Work, _ line: String
  ) {
    #expect(Progress.line(RunProgress(work), after: .seconds(2)) == line)
  }

  @Test func `the time left counts from when a run began with what it does`() {
    var now = Duration.zero
    var written = ""
    var progress = Progress(elapsed: { now }, write: { written = $0 })
    progress.update(RunProgress(.reading))
    now = .seconds(100)
    progress.update(RunProgress(.summarizing(done: 0, total: 4)))
    now = .seconds(102)
    progress.update(RunProgress(.summarizing(done: 1, total: 4)))
    #expect(written == "\rmaking summaries  25 %  6 s left\u{1B}[K")
  }

  @Test func `progress waits a moment, is not shown too often, and goes away`() {
    var now = Duration.zero
    var written = ""
    var progress = Progress(elapsed: { now }, write: { written += $0 })
    var done = RunProgress()
    done.bytes = 1
    progress.update(done)
    progress.clear()
    #expect(written.isEmpty)
    now = .milliseconds(300)
    progress.update(done)
    now = .milliseconds(399)
    progress.update(done)
    #expect(written.split(separator: "\r").count == 1)
    progress.clear()
    #expect(written.hasSuffix("\r\u{1B}[K"))
  }
}
