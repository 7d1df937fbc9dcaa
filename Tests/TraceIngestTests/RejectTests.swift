import Testing

@testable import TraceIngest
@testable import TraceModel

/// A line that is no event, and why.
struct BadLine: Sendable, CustomTestStringConvertible {
  var bytes: [UInt8]
  var reason: Reject.Reason
  /// Stream and seq, if they can be known.
  var place: String?

  init(_ text: String, _ reason: Reject.Reason, at place: String? = nil) {
    self.init(Array(text.utf8), reason, at: place)
  }

  init(_ bytes: [UInt8], _ reason: Reject.Reason, at place: String? = nil) {
    self.bytes = bytes
    self.reason = reason
    self.place = place
  }

  var testDescription: String { String(decoding: bytes.prefix(80), as: UTF8.self) }

  static func holding(_ bytes: [UInt8]) -> [UInt8] {
    Array(#"{"event":"a","time":1763632800,"x":""#.utf8) + bytes + Array(#""}"#.utf8)
  }

  static func nested(_ depth: Int) -> String {
    #"{"event":"a","time":1763632800,"x":"# + String(repeating: "[", count: depth - 1)
      + String(repeating: "]", count: depth - 1) + "}"
  }

  static let all: [BadLine] = [
    BadLine("nonsense", .notJSON),
    BadLine("{", .notJSON),
    BadLine("}", .notJSON),
    BadLine(#"{"event":"a","time":1763632800"#, .notJSON),
    BadLine(#"{"event":"a","time":1763632800,}"#, .notJSON),
    BadLine(#"{"event":"a","time":1763632800}}"#, .notJSON),
    BadLine(#"{"event":"a","time":1763632800} x"#, .notJSON),
    BadLine(#"{"event":"a" "time":1763632800}"#, .notJSON),
    BadLine(#"{"event" "a","time":1763632800}"#, .notJSON),
    BadLine(#"{event:"a","time":1763632800}"#, .notJSON),
    BadLine(#"{'event':"a","time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","time":01763632800}"#, .notJSON),
    BadLine(#"{"event":"a","time":+1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","time":1763632800.}"#, .notJSON),
    BadLine(#"{"event":"a","time":.5}"#, .notJSON),
    BadLine(#"{"event":"a","time":1e}"#, .notJSON),
    BadLine(#"{"event":"a","time":-}"#, .notJSON),
    BadLine(#"{"event":"a","time":0x10}"#, .notJSON),
    BadLine(#"{"event":"a","time":NaN}"#, .notJSON),
    BadLine(#"{"event":"a","x":tru,"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":truex,"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":[1,],"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":[1 2],"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":{"a"},"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":{"a":1,},"time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":"\q","time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":"\u12g4","time":1763632800}"#, .notJSON),
    BadLine(#"{"event":"a","x":"\u12"#, .notJSON),
    BadLine(#"{"event":"a","x":"\"#, .notJSON),
    BadLine("{\"event\":\"a\",\"x\":\"tab\there\",\"time\":1763632800}", .notJSON),
    BadLine("{\"event\":\"a\",\"x\":\"\u{0}\",\"time\":1763632800}", .notJSON),
    BadLine(" \u{FEFF}{\"event\":\"a\",\"time\":1763632800}", .notJSON),
    BadLine("{\"event\":\"a\",\u{A0}\"time\":1763632800}", .notJSON),
    BadLine("[1,2]", .notObject),
    BadLine(" 12 ", .notObject),
    BadLine(#""text""#, .notObject),
    BadLine("null", .notObject),
    BadLine("12 13", .notJSON),
    BadLine("{}", .noEvent),
    BadLine(#"{"time":1763632800}"#, .noEvent),
    BadLine(#"{"event":null,"time":1763632800}"#, .noEvent),
    BadLine(#"{"event":"","time":1763632800}"#, .noEvent),
    BadLine(#"{"event":5,"time":1763632800}"#, .noEvent),
    BadLine(#"{"event":"\ud800","time":1763632800}"#, .noEvent),
    BadLine(#"{"type":"a","name":"a","time":1763632800}"#, .noEvent),
    BadLine(#"{"event":"a"}"#, .noTime),
    BadLine(#"{"event":"a","time":"soon"}"#, .noTime),
    BadLine(#"{"event":"a","uptime":1.5}"#, .noTime),
    BadLine(#"{"event":"a","seq":3,"launch":"L"}"#, .noTime, at: "L 3"),
    BadLine(#"{"event":"a","seq":3,"device":"D","pid":9}"#, .noTime, at: "D///9 3"),
    BadLine(#"{"launch":"L","seq":"3","time":1763632800}"#, .noEvent, at: "L 3"),
    BadLine(#"{"launch":"L","seq":3,"event":"a","time":17636"#, .notJSON, at: "L 3"),
    BadLine(#"{"launch":"L","time":1763632800,"seq":3"#, .notJSON),
    BadLine(#"{"seq":3,"time":1763632800,"event":"a"#, .notJSON),
    BadLine(nested(65), .tooDeep),
    BadLine(String(repeating: "[", count: 65), .tooDeep),
    BadLine(String(repeating: "[", count: 100_000), .tooDeep),
    BadLine(holding([0xC0, 0x80]), .invalidUTF8),
    BadLine(holding([0xC1, 0xBF]), .invalidUTF8),
    BadLine(holding([0xE0, 0x9F, 0xBF]), .invalidUTF8),
    BadLine(holding([0xF0, 0x8F, 0xBF, 0xBF]), .invalidUTF8),
    BadLine(holding([0xED, 0xA0, 0x80]), .invalidUTF8),
    BadLine(holding([0xF4, 0x90, 0x80, 0x80]), .invalidUTF8),
    BadLine(holding([0xF5, 0x80, 0x80, 0x80]), .invalidUTF8),
    BadLine(holding([0x80]), .invalidUTF8),
    BadLine(holding([0xE2, 0x82]), .invalidUTF8),
    BadLine(holding([0xFF]), .invalidUTF8),
    BadLine([0x7B, 0xFF], .invalidUTF8),
  ]
}

@Suite(.tags(.medium)) struct RejectTests {
  static let good = #"{"event":"a","time":1763632800}"#

  @Test(arguments: BadLine.all)
  func `a bad line is kept with its reason, and the next one is read`(_ bad: BadLine) throws {
    let reading = try Reading(bad.bytes + Array("\n\(Self.good)\n".utf8))
    #expect(reading.batch.events.count == 1)
    let reject = try #require(reading.batch.rejects.first)
    #expect(reject.reason == bad.reason)
    #expect(reject.length == Int64(bad.bytes.count))
    #expect(reject.raw == Array(bad.bytes.prefix(65_536)))
    let place = reject.stream.map { "\(reading.symbols.streamName($0)) \(reject.seq)" }
    #expect(place == bad.place)
    #expect(reading.batch.events.map(\.lost) == [bad.place == nil ? 1 : 0])
    #expect(reading.batch.counts.lines == 2 && reading.batch.counts.rejected == 1)
  }

  @Test func `64 levels are read`() throws {
    #expect(try Reading(BadLine.nested(64)).batch.events.count == 1)
  }

  @Test func `valid UTF-8 at its edges is read`() throws {
    let edges: [[UInt8]] = [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
      [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0x7F],
    ]
    for edge in edges {
      #expect(try Reading(BadLine.holding(edge)).batch.events.count == 1, "\(edge)")
    }
  }

  @Test func `a mark at the start, blank lines and line ends of both kinds are skipped`() throws {
    let text = "\u{FEFF}\(Self.good)\r\n\r\n \t\n\n\(Self.good)\nbad\r\n"
    let reading = try Reading(text)
    #expect(reading.batch.events.map(\.line) == [1, 5])
    #expect(reading.batch.counts.lines == 6)
    #expect(reading.batch.counts.blank == 3)
    #expect(reading.batch.counts.records == 3)
    let reject = try #require(reading.batch.rejects.first)
    #expect(reject.length == 3 && reject.raw == Array("bad".utf8))
    #expect(reject.offset == Int64(text.utf8.count) - 5)
    #expect(reading.batch.position.offset == Int64(text.utf8.count))
  }

  @Test func `a last line without a newline counts if it is whole`() throws {
    let whole = try Reading("\(Self.good)\n\(Self.good)")
    #expect(whole.batch.events.count == 2)
    #expect(whole.batch.position.offset == Int64(Self.good.utf8.count * 2 + 1))
    let rejected = try Reading("\(Self.good)\n{}")
    #expect(rejected.batch.rejects.map(\.reason) == [.noEvent])
    #expect(rejected.batch.counts.unfinished == 0)
    for part in ["{\"event\":", "12", "nul", "{\"a\":\"\u{e9}".dropLast() + ""] {
      let cut = try Reading("\(Self.good)\n\(part)")
      #expect(cut.batch.counts.unfinished == 1, "\(part)")
      #expect(cut.batch.counts.records == 1)
      #expect(cut.batch.rejects.map(\.reason) == [.unfinished])
      #expect(cut.batch.rejects.map(\.raw) == [Array(part.utf8)])
      #expect(cut.batch.position.offset == Int64(Self.good.utf8.count + 1))
      #expect(cut.batch.position.line == 1)
    }
  }

  @Test(arguments: [1, 7, 100, 4096, 262_144])
  func `a line over the limit is skipped with bounded memory`(_ blockSize: Int) throws {
    var options = IngestOptions()
    options.lineLimit = 100_000
    let long =
      "{\"event\":\"" + String(repeating: "x", count: blockSize < 100 ? 100_000 : 3_000_000)
    let fits = "{\"event\":\"" + String(repeating: "y", count: 99_974) + "\",\"uptime\":1234}"
    #expect(fits.utf8.count == 100_000)
    let reading = try Reading(
      "\(long)\r\n\(fits)\r\n\(fits) \n\(Self.good)\n", options: options, blockSize: blockSize)
    #expect(reading.batch.events.map(\.line) == [2, 4])
    #expect(reading.batch.rejects.map(\.reason) == [.tooLong, .tooLong])
    #expect(reading.batch.rejects.map(\.length) == [Int64(long.utf8.count), 100_001])
    #expect(reading.batch.rejects.map(\.raw.count) == [65_536, 65_536])
    #expect(reading.batch.rejects[0].raw == Array(long.utf8.prefix(65_536)))
    let unfinished = try Reading("\(Self.good)\n\(long)", options: options, blockSize: blockSize)
    #expect(unfinished.batch.rejects.map(\.reason) == [.unfinished])
    #expect(unfinished.batch.rejects.map(\.length) == [Int64(long.utf8.count)])
    #expect(unfinished.batch.position.offset == Int64(Self.good.utf8.count + 1))
  }
}
