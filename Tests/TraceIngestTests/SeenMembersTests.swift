import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

/// What `SeenMembers` and `LineShapes` save must change nothing: logs are read twice, once by each byte of each line.
@Suite(.tags(.medium)) struct SeenMembersTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a line that repeats others is read as by each of its bytes`(seed: UInt64) throws {
    var log = RandomLog(seed: seed)
    let scratch = try Scratch()
    for round in 0..<8 {
      let options = log.options()
      let text = log.text(lineCount: 48)
      let path = try scratch.write(text, to: "\(round).jsonl")
      let limit = Int.random(in: 5...60, using: &log.random)
      let quick = try ReadingOutcome(path, options, limit: limit, looksAtEachByte: false).lines
      let slow = try ReadingOutcome(path, options, limit: limit, looksAtEachByte: true).lines
      let place = zip(quick, slow).first { $0 != $1 }
      #expect(quick == slow, "seed \(seed), round \(round): \(place?.0 ?? "")\nin place of\n\(place?.1 ?? "")")
    }
  }

  /// Lines that come after two others, each of which may be taken for something that was read, and is not.
  @Test(arguments: [
    // Digits that go on, or stop, where a known number ended.
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":77,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7e1,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7x,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":03,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":17600000000000000012,"seq":3,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":20000000000000000000,"seq":3,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":9990000000000000000,"seq":3,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001.5,"seq":3,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":-3,"launch":"L","pid":7,"thread":"main""#,
    // A field that stands twice, by its own key and by another.
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"seq":4,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1,"ts":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main","pid":8"#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"launch":"L","pid":7,"seq":3,"launch":"L","pid":7"#,
    // A value that means something at one field and nothing at another.
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":"main","thread":7"#,
    #""event":"main","time":1760000000000000001,"seq":3,"launch":"main","pid":7,"thread":"L""#,
    // What two fields make of each other.
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"duration":5,"phase":"end","launch":"L""#,
    // Text that ends elsewhere.
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main"x"#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main"}{"#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main\""#,
    #""event":"app.didBecomeActive","time":1760000000000000001,"seq":3,"launch":"L","pid":7,"thread":"main","#,
    #""event" :"app.didBecomeActive","time": 1760000000000000001 , "seq":3,"launch":"L","pid":7 ,"thread":"main""#,
    // Something else where white space or a quote was, behind a member that no shape has.
    #""own":1,"event":"app.didBecomeActive","time":1760000000000000001,x"launch":"L","pid":7"#,
    #""own":1, "event":"app.didBecomeActive", "time":1760000000000000001,x"launch":"L", "pid":7"#,
    #""own":1, "event":"app.didBecomeActive", "time":1760000000000000001, x"launch":"L", "pid":7"#,
    #""own":1, "event":"app.didBecomeActive", "time":1760000000000000001,"launch":"L",  "pid":7"#,
    #""own":1,"event":"app.didBecomeActive", "time":1760000000000000001,"launch":"L","pid":7"#,
  ])
  func `a line that is nearly like others is read by each of its bytes`(members: String) throws {
    let start = #"{"event":"app.didEnterBackground","time":17600000000000000"#
    let end = #","launch":"L","pid":7,"thread":"main"}"#
    let before = [#"00,"seq":0"#, #"01,"duration":4,"seq":1"#, #"02,"phase":"end","seq":2"#].map { start + $0 + end }
    // So much must follow that the line may be read in the quick way.
    let after = [#"05,"seq":5"#, #"06,"seq":6"#].map { start + $0 + end }
    let text = (before + ["{" + members + "}"] + after).joined(separator: "\n")
    let scratch = try Scratch()
    let path = try scratch.write(text)
    let quick = try ReadingOutcome(path, limit: 100, looksAtEachByte: false).lines
    #expect(try quick == ReadingOutcome(path, limit: 100, looksAtEachByte: true).lines)
  }

  @Test func `a line takes what it lacks from the line before it, also where both repeat others`() throws {
    let first = #""device":"d1","app":"a","boot":"b1","pid":1"#
    let second = #""device":"d2","app":"a","boot":"b2","pid":2"#
    let bare = #""app":"a""#
    let places = [first, bare, second, bare, first, bare, first, second, first, bare, bare]
    let lines = places.enumerated().map { #"{"event":"process.main","time":17600000000000000\#($0 + 10),\#($1)}"# }
    let scratch = try Scratch()
    let path = try scratch.write(lines.joined(separator: "\n"))
    let quick = try ReadingOutcome(path, limit: 100, looksAtEachByte: false).lines
    #expect(try quick == ReadingOutcome(path, limit: 100, looksAtEachByte: true).lines)
    let streams = try Reading(path: path).batch.events.map(\.stream.rawValue)
    #expect(streams == [0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
  }

  /// Times of one day, or nearly so, after one of that day whose text is remembered.
  @Test(arguments: [
    "2025-10-09T08:53:21Z", "2025-10-09T00:00:00.0Z", "2025-10-09T23:59:59.999999999Z", "2025-10-09T08:53:20.12345678Z",
    "2025-10-09T08:53:20.1234567891Z", "2025-10-09T24:00:00Z", "2025-10-09T08:60:00Z", "2025-10-09T08:53:60Z",
    "2025-10-09T08:53:61Z", "2025-10-09T08:53:20.Z", "2025-10-09T8:53:20Z", "2025-10-09T08:53:20.5z",
    "2025-10-09T08:53:20.5", "2025-10-09T08:53:20.5+02:00", "2025-10-09t08:53:20Z", "2025-10-09T08:53Z",
    "2025-10-10T08:53:20Z", "2025-10-09T08:53:20.5ZZ", "2025-10-09T:8:53:20Z", "2025-10-09T08.53.20Z",
    "2262-04-11T23:47:16.854775807Z", "2262-04-11T23:47:16.854775808Z", "1677-09-21T00:12:43.145224193Z",
    "1677-09-21T00:12:43.145224192Z", "1677-09-21T00:00:00Z",
  ])
  func `a time of a day that is known is read as by each of its bytes`(time: String) throws {
    let known = "2025-10-09T08:53:20.332Z"
    let sameDay = time.prefix(10) + "T23:47:16Z"
    // The last lines are there for what must follow a line that is read in the quick way.
    let times = [known, time, known, time, String(sameDay), time, known, known]
    let lines = times.map { #"{"event":"app.didBecomeActive","time":"\#($0)","launch":"L"}"# }
    let scratch = try Scratch()
    let path = try scratch.write(lines.joined(separator: "\n"))
    let quick = try ReadingOutcome(path, limit: 100, looksAtEachByte: false).lines
    #expect(try quick == ReadingOutcome(path, limit: 100, looksAtEachByte: true).lines)
  }
}

/// Logs whose lines mostly repeat what others said, and some of which are damaged.
private struct RandomLog {
  var random: SplitMix
  /// Keys with their values; those that come first are the likeliest.
  private static let fields: [(keys: [String], values: [String])] = [
    (
      ["event", "event", "event", "ev\\u0065nt", "what"],
      [
        #""app.didBecomeActive""#, #""app.willResignActive""#, #""app.didEnterBackground""#, #""process.start""#,
        #""sceneDidBecomeActive(_:)""#, #""something""#, #""something else that is long""#, #""é\n""#, "7", #""""#,
      ]
    ),
    (
      ["time", "time", "time", "ts", "timestamp"],
      [
        "1760000000332000000", "1760000000644427486", "1760000000.5", "1760000000644", "1760000000", "01760000000",
        "9760000000644427486", "17600000006444274861", "1.76e9", #""2025-10-09T08:53:20.332Z""#,
        #""2025-10-09T08:53:20""#, #""2025-10-09T08:53:21Z""#, #""2025-10-09T23:59:59.123456789Z""#,
        #""2025-10-09T08:53:20.1234567891Z""#, #""2025-10-09T24:00:00Z""#, #""2025-10-09T08:53:60Z""#,
        #""2025-10-09T08:60:00Z""#, #""2025-10-09T08:53:20.Z""#, #""2025-10-09T8:53:20Z""#,
        #""2025-10-09T08:53:20.5z""#, #""2025-10-09T08:53:20.5+00:00""#, #""2025-10-10T08:53:20.12345678Z""#,
        #""2262-04-11T23:47:16.854775807Z""#, #""2262-04-11T23:47:16.854775808Z""#, #""2262-04-11T23:59:59Z""#,
        #""1677-09-21T00:12:43.145224193Z""#, #""1677-09-21T00:00:00Z""#,
        #""2025-10-09 08:53:20+02:00""#, #""1760000000644""#, "null", #""soon""#,
      ]
    ),
    (
      ["seq"],
      ["1", "2", "17", "123456789", "123456789012345678", "1234567890123456789", "12.0", #""12""#, "-1", "012", "1e2"]
    ),
    (["launch", "launch", "launchId"], [#""L1""#, #""L2""#, #""3a21b0f5-7c1d-4a70-9a0e-1f6e6b3c2d11""#, "null", "5"]),
    (["device"], [#""d""#, #""2c1e""#, #""2c1f""#, #""""#]),
    (["app"], [#""com.example.shop""#, #""com\u002eexample.shop""#, #""com.example.bank""#]),
    (["appVersion", "appVer\\u0073ion"], [#""1.0""#, #""1.1""#, "1.0"]),
    (["boot"], [#""b""#, #""b2""#]),
    (["pid"], ["7", "77", "777777777777777777", "7.0", #""7""#, "7.5", "0"]),
    (["thread"], [#""main""#, #""Thread 1""#, #""worker""#, "1"]),
    (["scene", "scene", "sceneId"], [#""s1""#, #""s2""#, #""a scene with a long name, and a comma""#]),
    (["phase"], [#""begin""#, #""end""#, #""middle""#]),
    (["reason"], [#""user""#, #""0x8badf00d""#, #""url""#]),
    (["task"], ["1", "2", #""1""#, "1.0", "1.5"]),
    (["success"], ["true", "false", #""true""#]),
    (["duration", "ms"], ["5", "5000000", "3.5", "-1", #""7""#]),
    (["memory"], ["1048576", "1e6", "x"]),
    (["uptime"], ["1000000000", "1000000001", #""1000000002""#]),
    (["records"], [#"["app.didBecomeActive"]"#, #"["process.start","app.didBecomeActive"]"#, "[]", #"[""]"#]),
    (["origin"], [#"{"format":"otlp","lost":2}"#, #"{"source":"measure/1"}"#, #"{"other":1}"#]),
    (["attributes"], [#"{"a":1}"#, #"{"a":1,"b":[1,2,{"c":null}]}"#, "{}", "[]", #"{"a":1,"a":2}"#]),
    (["host"], [#"{"shard": 0, "tags": ["a", "b"]}"#, #"{"shard": 1, "tags": ["a", "b"]}"#, #"{"shard": 0}"#]),
    (["level", "lev\\u0065l"], [#""info""#, #""debug""#, "1", "1.5", "null", "{}"]),
  ]

  private var order: [Int] = []
  private var last: [String] = []
  private var pause = ""

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    order = Array(0..<10)
  }

  mutating func options() -> IngestOptions {
    var options = IngestOptions()
    options.blockSize = [64, 1000, 4096, 262_144].randomElement(using: &random) ?? 64
    switch Int.random(in: 0..<6, using: &random) {
    case 0: options.records = ["app.didBecomeActive"]
    case 1:
      options.keyMap = [(.event, "what"), (.duration, "ms")]
      options.unitPowers = ["ms": 6]
    case 2: options.zoneOffsetSeconds = 3600
    case 3: options.keyMap = [(.scene, "host.shard")]
    default: break
    }
    return options
  }

  mutating func text(lineCount: Int) -> [UInt8] {
    // Without an event that is read at once, the source may be no log.
    var text = Array((#"{"event":"process.start","time":1760000000332000000}"# + "\n").utf8)
    for _ in 0..<lineCount {
      if chance(12) {
        let count = Int.random(in: 2...14, using: &random)
        order = Array(Self.fields.indices.shuffled(using: &random).prefix(count))
        // In the order of the table a line has head, place and rest (`LineShapes`).
        if chance(2) { order.sort() }
      }
      if chance(12) { pause = ["", " ", "  ", "\t"].randomElement(using: &random) ?? "" }
      var line = Array("{\(members().joined(separator: ",\(pause)"))}".utf8)
      if chance(5) { damage(&line) }
      text += line + (chance(20) ? [0x0D, 0x0A] : [0x0A])
    }
    return text
  }

  private mutating func members() -> [String] {
    var members = order.map { index in
      let (keys, values) = Self.fields[index]
      let key = chance(8) ? keys.randomElement(using: &random) ?? "" : keys[0]
      // The first values are ordinary.
      let value = chance(6) ? values.randomElement(using: &random) : values.prefix(3).randomElement(using: &random)
      return "\"\(key)\":\(pause)\(value ?? "")"
    }
    if chance(12) { members.shuffle(using: &random) }
    if chance(15), let again = members.randomElement(using: &random) { members.append(again) }
    // Two lines, one of which says what the other did in another order.
    if chance(15), !last.isEmpty { members = last }
    last = members
    return members
  }

  private mutating func damage(_ line: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<max(line.count, 1), using: &random)
      guard place < line.count else { return }
      let marks = Array(#"",:{}[]\0123456789eE.+- tfnu"#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xFF]
      let byte = marks.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: line[place] = byte
      case 2: line.insert(byte, at: place)
      case 3: line.remove(at: place)
      case 4: line.removeLast(line.count - place)
      default:
        let end = Int.random(in: place...line.count, using: &random)
        line.insert(contentsOf: line[place..<end], at: place)
      }
    }
    // It is one line.
    line.removeAll { $0 == 0x0A || $0 == 0x0D }
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
}
