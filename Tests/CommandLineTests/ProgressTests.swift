import Testing

@testable import tracetool

@Suite(.tags(.small)) struct ProgressTests {
  @Test(
    arguments: [
      (0, 0, 0, "0 MB  0 events/s"),
      (1_000_000, 4_000_000, 50_000, "1 of 4 MB  25,000 events/s  6 s left"),
      (9_000_000, 0, 2, "9 MB  1 events/s"),
    ] as [(Int64, Int64, Int64, String)])
  func `progress shows bytes, speed and the time left`(
    _ bytes: Int64, _ total: Int64, _ events: Int64, _ line: String
  ) {
    #expect(
      Progress.line(bytes: bytes, of: total, events: events, after: .seconds(2)) == line)
  }

  @Test func `progress waits a moment, is not shown too often, and goes away`() {
    var now = Duration.zero
    var written = ""
    var progress = Progress(elapsed: { now }, write: { written += $0 })
    progress.update(bytes: 1, of: 2, events: 1)
    progress.clear()
    #expect(written.isEmpty)
    now = .milliseconds(300)
    progress.update(bytes: 1, of: 2, events: 1)
    now = .milliseconds(399)
    progress.update(bytes: 1, of: 2, events: 1)
    #expect(written.split(separator: "\r").count == 1)
    progress.clear()
    #expect(written.hasSuffix("\r\u{1B}[K"))
  }
}
