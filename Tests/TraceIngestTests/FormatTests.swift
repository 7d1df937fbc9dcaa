import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

/// A log in a format of others, and what is to be read in it.
struct Fixture: Sendable, CustomTestStringConvertible {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Formats").path

  /// All of them: in a folder for each format, each with `NAME.expected` beside it.
  static let all: [Fixture] = {
    func members(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
    return members(folder).filter { !$0.contains(".") }.flatMap { format in
      members("\(folder)/\(format)").filter { !$0.hasSuffix(".expected") }
        .map { Fixture(format: format, path: "\(folder)/\(format)/\($0)") }
    }
  }()

  var format: String
  var path: String

  var testDescription: String { "\(format)/\(path.split(separator: "/").last ?? "")" }

  var bytes: [UInt8] { get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) } }

  /// What stands in its name is read with these.
  var options: IngestOptions {
    var options = IngestOptions()
    if path.contains("dateless") { options.day = 1_793_404_800_000_000_000 }  // 2026-10-31
    return options
  }
}

extension String {
  /// An event without the name of its source, which is that of its first bytes.
  fileprivate var withoutSource: String { replacing(/source:[0-9a-f]+/, with: "") }
}

/// The records that a transcoder makes, in words: line, what becomes of it, the event.
func transcribed(
  _ path: String, _ options: IngestOptions, blockSize: Int = 262_144, limit: Int = 5000, stop: Int = .max
) throws -> [String] {
  var options = options
  options.blockSize = blockSize
  var reader = try SourceReader(SourcePath(path), options: options)
  var words = [String]()
  var isMore = true
  while isMore {
    var batch = EventBatch()
    var symbols = Symbols()
    isMore = try reader.cut(into: &batch, limit: limit)
    for line in batch.lines {
      let rows = String(decoding: batch.text[line.range], as: UTF8.self).split(separator: "\n")
      let text = rows.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
      words.append("\(line.number)\(line.more > 0 ? "+\(line.more)" : "") \(line.fate) \(text)")
    }
    batch.scan(options)
    #expect(batch.rejects.allSatisfy { $0.raw.count <= Int($0.length) })
    reader.settle(&batch, &symbols, source: SourceID(rawValue: 0))
    // Whoever goes on there begins with another reader.
    if isMore, words.count >= stop {
      reader = try SourceReader(SourcePath(path), options: options)
      #expect(try reader.resume(at: batch.position))
    }
  }
  return words
}

/// Logs in the formats of others, folder by folder.
@Suite(.tags(.medium)) struct FormatTests {
  @Test func `there are logs to read`() {
    #expect(Fixture.all.count >= 20)
    #expect(Fixture.all.contains { $0.format.hasPrefix("unified-log") })
  }

  @Test(arguments: Fixture.all)
  func `a log is read as the file beside it says`(fixture: Fixture) throws {
    let words = try transcribed(fixture.path, fixture.options).joined(separator: "\n") + "\n"
    try KeptText.expect(words, in: "Tests/Formats/\(fixture.testDescription).expected")
  }

  /// Numbers and marks that no program writes, and how many records of each log are taken.
  private static let odd: [(String, Int)] = [
    (
      #"{"bug_type":"309","os_version":"iOS 18.0","timestamp":"2026-01-02 03:04:05 +0000"}"# + "\n"
        + #"{"pid":7,"captureTime":"2026-01-02 03:04:05 +0000","termination":{"namespace":"FRONTBOARD","code":2343432205,"#
        + #""details":["elapsed total CPU time (seconds): 99999999999999999999 (user 1, system 1), 1.2.3 % CPU"]}}"#, 1
    ),
    (
      #"{"events":[{"session_id":"s","timestamp":"2262-04-11T23:47:16.854775807Z","type":"lifecycle_app","#
        + #""lifecycle_app":{"type":"terminated"}},{"session_id":"s","timestamp":"2026-01-02T03:04:05Z","#
        + #""type":"memory_usage","memory_usage":{"used_memory":9223372036854775807}}]}"#, 3
    ),
    (
      #"{"timestamp":"2026-10-04 17:50:33.803491+0200","machTimestamp":-9000000000000000000,"processID":1,"#
        + #""eventMessage":"x 9000000000000000000","signpostName":"ApplicationFirstFramePresentation","#
        + #""signpostID":1,"signpostType":"begin"}"#, 1
    ),
    (
      "<?xml version=\"1.0\"?><t name=\"life-cycle-period\"></row><row><start-time>9223372036854775807</start-time>"
        + "<duration>9223372036854775807</duration><app-period>Launching - UIKit Scene Creation</app-period></row></t>",
      0
    ),
    (
      #"{"timeStampBegin":"1677-09-21 00:12:44","timeStampEnd":"2262-04-11 23:47:16","applicationLaunchMetrics":{"#
        + #""histogrammedTimeToFirstDrawKey":{"histogramValue":{"0":{"bucketStart":"1 ms","bucketEnd":"2 ms","#
        + #""bucketCount":9223372036854775807}}}}}"#, 2
    ),
    (
      #"{"time":1760000000000000000,"event":"a","origin":{"lost":9223372036854775807}}"# + "\n"
        + #"oops"# + "\n" + #"{"time":1760000000000000001,"event":"b","origin":{"lost":9223372036854775807}}"#, 2
    ),
    (
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a","startTimeUnixNano":"1760000000000000000","#
        + #""events":[{"name":"b","timeUnixNano":"soon"}]}]}]}]}"#, 1
    ),
    (
      #"{"time":1760000000000000000,"event":"a","seq":1}"# + "\n"
        + #"{"time":1760000000000000000,"event":"a",  "x":1}"#, 2
    ),
    ("default\t17:50:33.95\tShop\tone\n\n\ndefault\t17:50:34.06\tShop\ttwo\n", 2),
    // More may be written behind the last line.
    ("default\t17:50:33.95\tShop\tone\n\n\ndefault\t17:50:34.06\tShop\ttwo", 1),
  ]

  @Test(arguments: odd)
  func `numbers out of any range and marks out of place stop nothing`(log: String, count: Int) throws {
    let reading = try Reading(log)
    #expect(reading.batch.events.count == count, "\(reading.described) \(reading.batch.rejects)")
    let counts = reading.batch.counts
    #expect(counts.lines == counts.records + counts.blank + counts.envelope + counts.unfinished)
  }

  @Test(arguments: MessageTable.standard.rows)
  func `a pattern's example is of its row`(row: MessageRow) throws {
    for who in row.who {
      let found = try #require(
        MessageTable.standard.find(Array(row.example.utf8)[...], of: who == "app" ? "Shop" : who))
      #expect(found.rows.contains { $0.event == row.event && $0.example == row.example })
    }
  }

  @Test(
    arguments: [
      ("1", "7", "memoryLimit"), ("jetsam(1)", "per-process-limit(7)", "memoryLimit"), ("1", "2", "memoryLimit"),
      ("1", "9", "idle"), ("1", "17", "idle"), ("1", "8", "diskSpace"), ("1", "100", "cpu"),
      ("1", "3", "memoryPressure"),
      ("2", "11", "crash"), ("2", "0xb", "crash"), ("signal(2)", "SIGKILL(9)", nil), ("2", "15", nil),
      ("2", "0x9", nil),
      ("10", "0x8badf00d", "watchdog"), ("FRONTBOARD(10)", "0x8BADF00D", "watchdog"),
      ("SPRINGBOARD", "2343432205", "watchdog"), ("10", "0xdeadfa11", "user"), ("10", "0xfbfbfbfb", "tool"),
      ("15", "0xdead10cc", "fileLock"), ("RUNNINGBOARD(15)", "0xbaddd15c", "cacheDelete"), ("0", "0", nil),
      ("10", "1", nil),
    ] as [(String, String, String?)])
  func `domain and code give the reason of an exit`(domain: String, code: String, reason: String?) {
    #expect(MessageTable.standard.reason(domain, code) == reason)
  }

  /// Of a name that is left out, another process number, another language, the events are the same but for those.
  @Test(
    arguments: Fixture.all.filter { $0.format.hasPrefix("unified-log") },
    [
      ("taskName = upload", "taskName = <private>"), ("512", "10512"), ("612", "9"),
      ("default\t", "Standardeinstellung\t"),
    ])
  func `what is no part of a message's wording changes no event`(fixture: Fixture, change: (String, String)) throws {
    func kinds(_ text: String) throws -> [String] {
      let reading = try Reading(text, options: fixture.options)
      return reading.batch.events.map { "\($0.line) \($0.time) \(reading.symbols.signature($0).kind)" }
    }
    let text = String(decoding: try fixture.bytes, as: UTF8.self)
    #expect(try kinds(text.replacingOccurrences(of: change.0, with: change.1)) == kinds(text))
  }

  @Test(arguments: Fixture.all)
  func `its first bytes are taken for its own format, and for no other`(fixture: Fixture) throws {
    let head = LogHead(Array(try fixture.bytes.prefix(SourceFingerprint.length)))
    let takers = LogFormat.readers.filter { $0.recognized(head) != nil }.map { $0.name }
    #expect(takers == [fixture.format].filter { $0 != LogFormat.canonical })
  }

  @Test(arguments: Fixture.all)
  func `blocks and batches of any size give the same, and a stop anywhere`(fixture: Fixture) throws {
    let expected = try transcribed(fixture.path, fixture.options)
    for blockSize in [1, 7, 64, 1000, 5000] {
      #expect(try transcribed(fixture.path, fixture.options, blockSize: blockSize) == expected)
    }
    for limit in [1, 2, 3, 7] {
      #expect(try transcribed(fixture.path, fixture.options, limit: limit) == expected)
      #expect(try transcribed(fixture.path, fixture.options, limit: limit, stop: limit) == expected)
    }
  }

  /// A line of text that is not whole may look whole: text grows line by line.
  @Test(arguments: Fixture.all.filter { $0.format.hasPrefix("unified-log") })
  func `a log that grows gives what it gives as a whole`(fixture: Fixture) throws {
    let whole = try fixture.bytes
    let scratch = try Scratch()
    let expected = try Reading(path: fixture.path, options: fixture.options)
    let isText = fixture.format.hasSuffix("text")
    let newlines = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for length in isText ? newlines : Array(stride(from: 600, to: whole.count, by: 211)) {
      // Nor is it read before it is whole.
      let isWithin = ["on two lines", "    bg", ")}"].contains { whole[length...].starts(with: Array($0.utf8)) }
      if isText, length < 200 || isWithin { continue }
      let path = try scratch.write(Array(whole[..<length]))
      var reading = try Reading(path: path, options: fixture.options)
      var events = reading.described
      try scratch.write(whole)
      var reader = try SourceReader(SourcePath(path), options: fixture.options)
      #expect(try reader.resume(at: reading.batch.position))
      while try reader.read(
        into: &reading.batch, symbols: &reading.symbols, source: SourceID(rawValue: 0), limit: 7,
        options: fixture.options)
      { events += reading.described }
      events += reading.described
      #expect(events.map(\.withoutSource) == expected.described.map(\.withoutSource), "cut at \(length)")
    }
  }

  @Test(arguments: Fixture.all)
  func `every line and every record is accounted for, and every event is one`(fixture: Fixture) throws {
    let reading = try Reading(path: fixture.path, options: fixture.options)
    let counts = reading.batch.counts
    #expect(counts.lines == counts.records + counts.blank + counts.envelope + counts.unfinished)
    let records = reading.batch.events.count { !$0.isFurther }
    #expect(counts.records == Int64(records) + counts.passedOver + counts.rejected)
    #expect(counts.misfits == 0 && counts.duplicateKeys == 0)
    // A record that tracetool has exported says itself which format it came in.
    if fixture.path.hasSuffix("/otlp/tracetool.jsonl") { return }
    for event in reading.batch.events {
      #expect(reading.symbols.texts.string(reading.symbols.context(event.context).format) == fixture.format)
    }
  }

  @Test(
    arguments: [
      ("380 ms", 380_000_000), ("1,530毫秒", 1_530_000_000), ("20 sec", 20_000_000_000), ("1.530,5 ms", 1_530_500_000),
      ("1.530 ms", 1_530_000_000), ("1\u{202F}530\u{A0}ms", 1_530_000_000), ("1’530 ms", 1_530_000_000),
      ("1,190,070毫秒", 1_190_070_000_000), ("0.123 sec", 123_000_000), ("1,5 Sek.", 1_500_000_000),
      ("\u{200F}٣٨٠ ملي ث", 380_000_000), ("1.5 s", 1_500_000_000), ("380ミリ秒", 380_000_000), ("0 ms", 0),
      ("1,530.25 ms", 1_530_250_000), ("12 furlongs", nil), ("", nil), ("ms", nil), ("3-4 ms", nil), ("380", nil),
      ("99999999999999999999 s", nil),
    ] as [(String, Int64?)])
  func `a length of time is read in any language`(text: String, nanos: Int64?) throws {
    #expect(MetricKitReader.nanos(try JSONValue(Array("\"\(text)\"".utf8)[...])) == nanos)
  }

  @Test(
    arguments: [
      ("812800800", "2026-10-04T10:00:00"), ("1791108000", "2026-10-04T10:00:00"),
      ("1791108000000", "2026-10-04T10:00:00"), (#""2026-10-04T10:00:00Z""#, "2026-10-04T10:00:00"), ("{}", nil),
      (#""yesterday""#, nil),
    ] as [(String, String?)])
  func `a report's time is known from what it counts from, else it is rejected`(time: String, said: String?) throws {
    let reading = try Reading(#"{"intervalEntries":[],"timeRange":{"end":\#(time)}}"#)
    let times = reading.batch.events.map { String(Timestamp.rfc3339($0.time).prefix(19)) }
    #expect(Set(times) == Set([said].compactMap(\.self)))
    #expect(reading.batch.rejects.count == (said == nil ? 1 : 0))
  }
}
