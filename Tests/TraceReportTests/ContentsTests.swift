import Testing
import TraceModel

@testable import TraceReport

@Suite(.tags(.small)) struct ContentsTests {
  private static let day: Int64 = 86_400_000_000_000
  /// 2025-10-09, 00:00.
  private static let begin: Int64 = 1_759_968_000_000_000_000

  @Test(
    arguments: [
      (0, 0, "9 Oct 2025"), (0, 1, "9 to 10 Oct 2025"), (0, 30, "9 Oct to 8 Nov 2025"),
      (0, 100, "9 Oct 2025 to 17 Jan 2026"), (0, 365, "9 Oct 2025 to 9 Oct 2026"), (-9, -8, "30 Sep to 1 Oct 2025"),
    ] as [(Int64, Int64, String)])
  func `days in common parts say these once`(_ first: Int64, _ last: Int64, _ text: String) {
    #expect(Days.text(from: Self.begin + first * Self.day, to: Self.begin + last * Self.day + Self.day - 1) == text)
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (61_440, "61 kB"), (1_343_488, "1.3 MB"),
      (344_000_000, "344 MB"), (20_000_000_000, "20 GB"), (12_345_000_000_000, "12,345 GB"),
    ] as [(Int64, String)])
  func `an amount of bytes has two digits or more`(_ count: Int64, _ text: String) {
    #expect(Units.bytes(count) == text)
  }

  @Test func `apps are named with their versions, and many of both in short`() {
    func versions(_ app: String, _ versions: String...) -> [VersionContents] {
      versions.map { VersionContents(app: app, appVersion: $0, launches: 2) }
    }
    #expect(versions("a.shop", "4.8", "4.9").text == "a.shop 4.8, 4.9")
    #expect(versions("", "").text == nil)
    #expect(versions("a.shop", "1", "2", "3", "4", "5", "6").text == "a.shop 1 to 6 (6 versions)")
    let all = ["a", "b", "c", "d", "e"].flatMap { versions($0, "1.0") }
    #expect(all.text == "a 1.0; b 1.0; c 1.0; 2 more apps" && all.launches == 10)
  }

  @Test func `a store says what was not read to its end`() {
    var screen = StoreScreen(path: "shop.db")
    screen.bytes = 1_343_488
    screen.events = 19_096
    screen.versions = [
      VersionContents(
        app: "com.example.shop", appVersion: "4.8.0", launches: 251, devices: 8, first: Self.begin, last: Self.begin)
    ]
    screen.devices = 8
    screen.formats = ["canonical", "unified-log"]
    screen.sources = 14
    screen.unread = (1...7).map { "logs/\($0).jsonl" }
    screen.rejects = [("not JSON", 2), ("no event name", 1)]
    screen.unknownNames = [("APP_UP", 3)]
    #expect(
      screen.tables.map { $0.text(Drawing(width: 80)) }.joined(separator: "\n") == """
        Store shop.db
        app               version  launches  devices  days
        com.example.shop  4.8.0         251        8  9 Oct 2025
        1.3 MB, 19,096 events of 251 launches on 8 devices
        7 of 14 sources (canonical, unified-log) were not read to the end: run
          'tracetool ingest' again
          logs/1.jsonl
          logs/2.jsonl
          logs/3.jsonl
          logs/4.jsonl
          logs/5.jsonl
          and 2 more

        3 rejects, 'tracetool store rejects' lists them
        count  reason
            2  not JSON
            1  no event name

        Unknown event names, the most frequent
        count  name
            3  APP_UP

        """)
  }

  @Test(
    arguments: [
      (1, "1 event of 1 launch|1 event was there before|1 record was rejected|1 last line was not|1 file was"),
      (
        2,
        "2 events of 2 launches|2 events were there before|2 records were rejected|2 last lines were not|2 files were"
      ),
    ] as [(Int64, String)])
  func `an ingest counts one and several`(_ count: Int64, _ text: String) {
    let lines = text.split(separator: "|")
    var screen = IngestScreen()
    screen.versions = [VersionContents(app: "a.shop", appVersion: "1", launches: count)]
    screen.sources = 1
    screen.lines = count
    screen.newEvents = count
    screen.duplicates = count
    screen.rejected = count
    screen.unfinished = count
    screen.passedOverFiles = Int(count)
    let shown = screen.table.text().split(separator: "\n")
    #expect(shown.count >= lines.count)
    for (line, beginning) in zip(shown, lines) { #expect(line.hasPrefix(beginning)) }
  }

  @Test(
    arguments: [
      (1, "1 event of 1 launch on 1 device|1 of 1 source (canonical) was not read to the end|1 reject, "),
      (2, "2 events of 2 launches on 2 devices|2 of 2 sources (canonical) were not read to the end|2 rejects, "),
    ] as [(Int64, String)])
  func `a store counts one and several`(_ count: Int64, _ lines: String) {
    var screen = StoreScreen(path: "shop.db")
    screen.bytes = 1000
    screen.events = count
    screen.versions = [VersionContents(app: "a.shop", appVersion: "1", launches: count, devices: count)]
    screen.devices = count
    screen.formats = ["canonical"]
    screen.sources = count
    screen.unread = (0..<count).map { "\($0).jsonl" }
    screen.rejects = [("not JSON", count)]
    let text = screen.tables.map { $0.text() }.joined()
    for line in lines.split(separator: "|") { #expect(text.contains(line), "\(text)") }
  }
}
