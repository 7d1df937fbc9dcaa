import Testing
import TraceAnalyzer
import TraceModel
import TraceReport

/// The lines that people read while a log grows.
@Suite(.tags(.small)) struct LiveScreenTests {
  private static func item(_ kind: LiveItem.Kind, _ message: String, _ launch: String?, at time: String?) -> LiveItem {
    var item = LiveItem(kind, "\(name: message)")
    item.launch = launch
    item.time = time
    return item
  }

  @Test func `the day stands above its first line, and times without a date below it`() {
    var screen = LiveScreen()
    #expect(screen.isEmpty)
    let lines = [
      Self.item(.launch, "cold launch", "f8a1", at: "2025-10-09T23:59:59.900000000Z"),
      Self.item(.state, "background", "f8a1", at: "2025-10-09T23:59:59.999999999Z"),
      Self.item(.state, "foreground", "f8a1", at: "2025-10-10T00:00:00.000000000Z"),
      Self.item(.correction, "no longer found", "f8a1", at: nil),
    ]
    let text = lines.map { screen.text(of: $0) }.joined()
    #expect(
      text == """
        9 Oct 2025, UTC
        23:59:59  f8a1  cold launch
        23:59:59  f8a1  background
        10 Oct 2025, UTC
        00:00:00  f8a1  foreground
                  f8a1  corrected: no longer found

        """)
    #expect(!screen.isEmpty)
  }

  @Test(arguments: [
    ("a886b9d4-5f75-4b90-ab92-bcbe28c74f74", "a886b9d4"), ("1", "1"), ("run-of-the-night", "run-of-the-night"),
    ("unified-log/6E1C6C0A-7C0B-4E45-A3E1-0D5A11C0FFEE/612@2026-10-04T15:50:33.800000000Z", "612"),
    ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnop"), ("a\u{1B}[2J", "a\\u{1B}[2J"),
  ])
  func `a launch is named in a few characters`(launch: String, name: String) {
    var screen = LiveScreen()
    #expect(screen.text(of: Self.item(.state, "ended", launch, at: nil)) == "          \(name)  ended\n")
  }
}
