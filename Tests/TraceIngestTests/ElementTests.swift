import Testing

@testable import TraceIngest
@testable import TraceModel

/// JSON documents that hold records: arrays, objects on several lines, objects around an array.
@Suite(.tags(.medium)) struct ElementTests {
  /// A record on several lines, as a program writes it that indents.
  static func pretty(_ record: String, indent: String = "", step: String = "  ") -> String {
    var text = ""
    var depth = 0
    var isInString = false
    var isEscaped = false
    func line() -> String { "\n" + indent + String(repeating: step, count: depth) }
    for character in record {
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = true
      case "\"": isInString.toggle()
      default: break
      }
      switch character {
      case "{" where !isInString, "[" where !isInString:
        depth += 1
        text += String(character) + line()
      case "}" where !isInString, "]" where !isInString:
        depth -= 1
        text += line() + String(character)
      case "," where !isInString: text += "," + line()
      default: text.append(character)
      }
    }
    return text
  }

  static let records = [
    #"{"event":"process.start","time":1763632800,"launch":"L","seq":0,"device":"D"}"#,
    #"{"event":"odd } ] [ { \" \\ name","time":1763632801,"launch":"L","seq":1,"x":{"a":[{"b":[1,2]},{"c":"}"}]}}"#,
    #"{"event":"ünknown","uptime":5,"pid":3,"attributes":{"list":[{"event":"inner","time":1}]}}"#,
    #"{"event":"app.didBecomeActive","time":1763632802,"x":[]}"#,
    #"{"event":"app.didBecomeActive","time":1763632802,"x":[]}"#,
  ]

  /// The same records in many shapes, each with the lines on which they begin.
  static let shapes: [(text: String, lines: [Int32])] = {
    let indented = records.map { pretty($0, indent: "  ") }
    let plain = records.map { pretty($0) }
    /// Where records begin that follow each other from a line on, so many lines apart.
    func lines(_ texts: [String], from first: Int32, apart: Int32 = 1) -> [Int32] {
      var line = first
      return texts.map { text in
        defer { line += Int32(text.count { $0 == "\n" }) + apart }
        return line
      }
    }
    let one = Array(1...Int32(records.count))
    return [
      ("[" + records.joined(separator: ",") + "]", one),
      ("[" + records.joined(separator: ", ") + "]\n", one),
      ("[\n" + records.joined(separator: ",\n") + "\n]\n", lines(records, from: 2)),
      ("[\r\n" + records.joined(separator: ",\r\n") + "\r\n]\r\n", lines(records, from: 2)),
      ("\u{FEFF}[" + records.joined(separator: "\n,") + "\n]", one),
      ("[\n  " + indented.joined(separator: ",\n  ") + "\n]\n", lines(indented, from: 2)),
      ("[" + plain.joined(separator: ", ") + "]", lines(plain, from: 1, apart: 0)),
      (plain.joined(separator: "\n"), lines(plain, from: 1)),
      (plain.joined(separator: "\n\n"), lines(plain, from: 1, apart: 2)),
      (plain.joined(separator: "\n\n\n") + "\n", lines(plain, from: 1, apart: 3)),
      (records.joined(separator: ",\n") + ",\n", one),
      (records.map { "[\($0)]" }.joined(separator: "\n"), one),
      (#"{"events":["# + records.joined(separator: ",") + "]}", one),
      (
        "{\n \"version\": 1,\n \"data\" : { \"logs\": [\n" + records.joined(separator: ",\n")
          + "\n]},\n \"next\":[{\"event\":\"no record\"}]\n}\n", lines(records, from: 4)
      ), (#"{"mine":["# + records.joined(separator: ",\n") + #"],"n":[1,{"a":"b"}]}"#, one),
      (records.map { #"{"records":[\#($0)],"token":"]"}"# }.joined(separator: "\n"), one),
      (#"{"events":["# + records.map { #"{"id":1,"message":\#(quoted($0))}"# }.joined(separator: ",") + "]}", one),
      (#"{"data":{"result":[{"values":["# + pairs + #"],"stream":{}}]},"status":"success"}"#, one),
      (records.map { #"{"log":\#(quoted($0)),"stream":"stdout"}"# }.joined(separator: "\n"), one),
      ("{\n\"hits\":{\"hits\":[\n" + hits.joined(separator: ",\n") + "\n]}}\n", lines(hits, from: 3)),
    ]
  }()

  /// A text as JSON.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Pairs of a time, which is not theirs, and a record.
  private static let pairs = records.map { #"["1700000000000000000",\#(quoted($0))]"# }.joined(separator: ",")
  private static let hits = records.map { "{\"_source\":\($0)}" }

  /// An event without where it stands.
  private static func said(_ event: String) -> String {
    event.replacing(/\ line=\d+/, with: "").replacing(/source:[0-9a-f]+/, with: "")
  }

  @Test(arguments: shapes.indices)
  func `a document gives the events that its records give a line each`(shape: Int) throws {
    let (text, lines) = Self.shapes[shape]
    let expected = try Reading(Self.records.map { $0 + "\n" }.joined())
    #expect(expected.batch.events.count == 5)
    let reading = try Reading(text)
    #expect(reading.described.map(Self.said) == expected.described.map(Self.said))
    #expect(reading.batch.events.map(\.line) == lines)
    #expect(reading.batch.rejects.isEmpty, "\(reading.batch.rejects.map { describe($0, reading.symbols) })")
    let counts = reading.batch.counts
    #expect(counts.records == 5 && counts.addsUp(events: 5), "\(counts)")
  }

  @Test(arguments: shapes.indices)
  func `blocks of any size give the same`(shape: Int) throws {
    let text = Self.shapes[shape].text
    let expected = try Reading(text)
    for blockSize in [1, 2, 3, 5, 7, 16, 64, 100, 1000] {
      let reading = try Reading(text, blockSize: blockSize)
      #expect(reading.all == expected.all, "\(blockSize)")
      #expect(reading.batch.position == expected.batch.position)
    }
  }

  /// What a source gives that ends at `length` when it is read first, and is whole later.
  private static func grown(_ whole: [UInt8], at length: Int, limit: Int = 100) throws -> Reading {
    let scratch = try Scratch()
    let path = try scratch.write(Array(whole[..<length]))
    var reading = try Reading(path: path, limit: limit)
    reading.batch.rejects.removeAll { $0.reason == .unfinished }
    try scratch.write(whole)
    var reader = try SourceReader(SourcePath(path), options: IngestOptions())
    #expect(try reader.resume(at: reading.batch.position))
    while try reading.batch.add(from: &reader, &reading.symbols, limit: limit) {}
    return reading
  }

  @Test(arguments: shapes.indices)
  func `a document that grows gives what it gives as a whole`(shape: Int) throws {
    let whole = Array(Self.shapes[shape].text.utf8)
    let expected = try Reading(whole)
    // Before that it can't be known from lines.
    let first = try #require(whole.firstIndex(of: UInt8(ascii: "}")))
    for length in stride(from: first + 60, to: whole.count, by: 3) {
      let reading = try Self.grown(whole, at: length, limit: 1 + length % 3)
      #expect(reading.described.map(Self.said) == expected.described.map(Self.said), "cut at \(length)")
      #expect(reading.batch.events.map(\.line) == expected.batch.events.map(\.line), "cut at \(length)")
      #expect(reading.batch.rejects.isEmpty, "cut at \(length)")
    }
  }

  static let good = #"{"event":"a","time":1763632800}"#

  /// What is damaged, how many records are read, and what is rejected.
  static let damaged: [(text: String, count: Int, rejects: [String])] = [
    ("[\(good),{\"event\":\"b\",\"time\":},\(good)]", 2, [#"{"event":"b","time":}"#]),
    ("[\(good),{\"event\":\"b\",\(good)]", 2, [#"{"event":"b""#]),
    ("[\(good),{\"event\":\"b,\"time\":1},\(good)]", 2, [#"{"event":"b,"time":1}"#]),
    ("[\(good), 12, \"x\", \(good)]", 2, [#"12, "x""#]), ("[\(good)}, \(good)]", 2, ["}"]),
    ("[\n\(good),\n{\"event\":\"b\",\"time\":17636\n\(good),\n\(good)\n]\n", 3, [#"{"event":"b","time":17636"#]),
    ("[\n\(good),\n{\"event\":\"b\",\"x\":\n\(good),\n\(good)\n]\n", 3, [#"{"event":"b","x":"#]),
    ("[\n\(good),\n{\"event\":\"b\n\(good)\n]\n", 2, [#"{"event":"b"#]),
    ("[\n\(good),\nlog rotated here\n\(good)\n]\n", 2, ["log rotated here"]),
    ("[\n\(good),\n{\"event\":\"b\",\"x\":[1,2}\n]\n", 1, ["{\"event\":\"b\",\"x\":[1,2}\n]"]),
    (
      "[\n  {\n    \"event\": \"a\",\n    \"x\": {\n      \"y\": 1\n  },\n  {\n    \"event\": \"a\",\n    \"uptime\": 1\n  }\n]\n",
      1, ["{\n    \"event\": \"a\",\n    \"x\": {\n      \"y\": 1\n  }"]
    ),
    (
      "{\n  \"event\": \"a\",\n  \"uptime\": 1\n}\n{\n  \"event\": \"b\"\n  uptime: }\n}\n{\n  \"event\": \"c\",\n  \"uptime\": 3\n}\n",
      2, ["{\n  \"event\": \"b\"\n  uptime: }\n}"]
    ),
    (#"{"events":[\#(good),{"event":"b",tru},\#(good)],"n":1}"#, 2, [#"{"event":"b",tru}"#]),
    ("[\(good),{\"event\":7,\"time\":1763632800},{},\(good)]", 2, [#"{"event":7,"time":1763632800}"#, "{}"]),
  ]

  @Test(arguments: damaged.indices)
  func `what comes after damage is read, and the damage is kept`(index: Int) throws {
    let (text, count, rejects) = Self.damaged[index]
    for blockSize in [262_144, 1, 7] {
      let reading = try Reading(text, blockSize: blockSize)
      #expect(reading.batch.events.count == count)
      #expect(reading.batch.rejects.map { String(decoding: $0.raw, as: UTF8.self) } == rejects)
      #expect(reading.batch.rejects.allSatisfy { $0.reason != .unfinished })
      for reject in reading.batch.rejects {
        #expect(Array(text.utf8)[Int(reject.offset)...].starts(with: reject.raw))
      }
      #expect(reading.batch.counts.addsUp(events: Int64(count)))
    }
  }

  @Test func `a record over the limit is skipped with bounded memory`() throws {
    var options = IngestOptions()
    options.lineLimit = 100_000
    let long = #"{"event":"b","x":["# + String(repeating: "\n\"xxxxxxxxxx\",", count: 300_000) + "1]}"
    for blockSize in [4096, 262_144] {
      let reading = try Reading("[\n\(Self.good),\n\(long),\n\(Self.good)\n]", options: options, blockSize: blockSize)
      #expect(reading.batch.events.map(\.line) == [2, 300_004])
      #expect(reading.batch.rejects.map(\.reason) == [.tooLong])
      #expect(reading.batch.rejects.map(\.length) == [Int64(long.utf8.count)])
      #expect(reading.batch.rejects.map(\.raw) == [Array(long.utf8.prefix(65_536))])
    }
    // One whose end was lost swallows nothing.
    let lost = #"{"event":"b","x":["# + "\n" + String(repeating: Self.good + ",\n", count: 10_000) + "]"
    let reading = try Reading("[\n\(lost)", options: options, blockSize: 4096)
    #expect(reading.batch.events.count == 10_000)
  }

  @Test func `an array of any length is read with as much memory as one of few records`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("[" + Array(repeating: Self.good, count: 100_000).joined(separator: ",") + "]")
    var options = IngestOptions()
    options.blockSize = 4096
    var input = try ByteInput(SourcePath(path), options)
    var lines = LineReader(options, .elements(nil))
    var storage: [UInt8] = []
    var count = 0
    while !lines.isFinished {
      while try lines.next(from: &input, until: .now + .seconds(1)) != nil { count += 1 }
      lines.finishBatch(&storage)
    }
    #expect(count == 100_000)
    #expect(lines.buffer.count + storage.count < 600_000)
  }

  @Test(
    arguments: [
      "{\"event\":\"a\",\n{\"event\":\"b\",\"uptime\":1}\n", "{\"event\":\n\"b\n{\"event\":\"b\",\"uptime\":1}\n",
      "{\"event\":\"b\",\"uptime\":1,\"crumbs\":[{\"event\":\"c\",\"uptime\":2}]}\n",
      "{\"attributes\":{\"events\":[{\"event\":\"c\",\"uptime\":2}]},\"event\":\"b\",\"uptime\":1}\n",
      "[\"an\",\"array\"]\n{\"event\":\"b\",\"uptime\":1}\n", "[]\n{\"event\":\"b\",\"uptime\":1}\n",
    ])
  func `lines stay lines`(text: String) throws {
    let reading = try Reading(text)
    #expect(reading.batch.events.count == 1)
    let lines = Int64(text.count { $0 == "\n" })
    #expect(reading.batch.counts.lines == lines && reading.batch.counts.envelope == 0)
  }

  @Test func `keys that are mapped report a wrapper from a record`() throws {
    var options = IngestOptions()
    options.keyMap = [(field: .event, key: "what"), (field: .time, key: "at")]
    let record = #"{"what":"process.start","at":1763632800}"#
    let whole = #"{"what":"process.start","at":1763632800,"events":[{"a":1}]}"#
    for text in ["[\(record)]", #"{"mine":[\#(record)]}"#, whole] {
      #expect(try Reading(text, options: options).batch.events.count == 1, "\(text)")
    }
  }
}

extension IngestCounts {
  /// As a reader cannot know which records are new, so many are.
  func addsUp(events: Int64) -> Bool {
    var counts = self
    counts.new = events
    return counts.addsUp
  }
}
