import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

/// Logs whose members come in another order on each line, with many that are no fields: each is read twice, once by each
/// byte of each line.
@Suite(.tags(.medium)) struct MemberOrderTests {
  /// Fields with their values, of which a log has a few.
  private static let fields: [(key: String, values: [String])] = [
    ("seq", ["1", "22", "123456789012345678", "1234567890123456789012", "-1", "1.0"]),
    ("launch", [#""L1""#, #""L2""#, #""3a21b0f5-7c1d-4a70-9a0e-1f6e6b3c2d11""#]),
    ("device", [#""d""#, #""2c1e""#]), ("pid", ["7", "77", "7.0"]),
    (#"appVer\u0073ion"#, [#""1.0""#, #""1.\u0030""#]), ("app", [#""com\u002eexample.shop""#]),
    ("thread", [#""main""#, #""Thread 1""#]), ("scene", [#""s1""#, #""s2""#, #""""#, "null"]),
    ("sceneId", [#""s1""#]), ("phase", [#""begin""#, #""end""#, #""odd""#]), ("duration", ["5", "3.5", #""7""#]),
    ("records", [#"["app.didBecomeActive"]"#]), ("origin", [#"{"format":"otlp","lost":2}"#]),
    ("attributes", [#"{"a":1}"#, #"{"a":1,"b":[1,2]}"#, "{}", "[]", #"{"a":1,"a":2}"#]),
  ]
  private static let times = [
    "1760000000332000000", #""2025-10-09T08:53:20.332Z""#, #""2025-10-09T08:53:21.123456789Z""#, "1760000000.5",
  ]
  private static let extras = [
    #"{"shard": 0, "tags": ["a", "b"]}"#, #"{"shard": 1, "tags": ["a", "b"]}"#, #""info""#, "1", "1.5", "12", "true",
    "null", #""""#, #"{"a":1,"a":2}"#, #""é \" \u00e9""#, "[]", "99999999999999999999",
  ]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a line is read as by each of its bytes, in whatever order its members come`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    // Of more keys than can be known some have one place in the table; some are longer than what is hashed.
    let keyCount = [3, 12, 400][Int(seed % 3)]
    let keys = (0..<keyCount).map { $0 % 11 == 5 ? String(repeating: "long", count: 20) + "\($0)" : "key\($0)" }
    let scratch = try Scratch()
    for round in 0..<4 {
      let used = Self.fields.shuffled(using: &random).prefix(Int.random(in: 3...10, using: &random))
      let extraLimit = [2, 8, 24][round % 3]
      let pause = ["", " "].randomElement(using: &random) ?? ""
      var text = Array((#"{"event":"process.start","time":1760000000332000000}"# + "\n").utf8)
      for _ in 0..<300 {
        var members = [("event", #""app.didBecomeActive""#), ("time", Self.times.randomElement(using: &random) ?? "")]
        members += used.map { ($0.key, Self.value($0.values, &random)) }
        for _ in 0..<Int.random(in: 0...extraLimit, using: &random) {
          members.append((keys.randomElement(using: &random) ?? "", Self.value(Self.extras, &random)))
        }
        members.shuffle(using: &random)
        if Int.random(in: 0..<40, using: &random) == 0 { members.append(members[0]) }
        var line = Array("{\(members.map { "\"\($0.0)\":\(pause)\($0.1)" }.joined(separator: ",\(pause)"))}".utf8)
        if Int.random(in: 0..<10, using: &random) == 0 { Self.damage(&line, &random) }
        text += line + [0x0A]
      }
      let path = try scratch.write(text, to: "\(round).jsonl")
      let quick = try ReadingOutcome(path, limit: 1000, looksAtEachByte: false).lines
      let slow = try ReadingOutcome(path, limit: 1000, looksAtEachByte: true).lines
      let place = zip(quick, slow).first { $0 != $1 }
      #expect(quick == slow, "seed \(seed), round \(round): \(place?.0 ?? "")\nin place of\n\(place?.1 ?? "")")
    }
  }

  /// Mostly one of the first.
  private static func value(_ values: [String], _ random: inout SplitMix) -> String {
    let isOdd = Int.random(in: 0..<20, using: &random) == 0
    return (isOdd ? values[...] : values.prefix(2)).randomElement(using: &random) ?? ""
  }

  private static func damage(_ line: inout [UInt8], _ random: inout SplitMix) {
    let place = Int.random(in: 0..<line.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: line.removeLast(line.count - place)
    case 1: line.remove(at: place)
    case 2: line.insert(Array(#" ,:"}0e"#.utf8).randomElement(using: &random) ?? 0, at: place)
    default: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    line.removeAll { $0 == 0x0A || $0 == 0x0D }
  }
}
