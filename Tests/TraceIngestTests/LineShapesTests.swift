import Foundation
import Testing

@testable import TraceIngest
@testable import TraceModel

/// What `LineShapes` saves must change nothing: logs are read twice, once by each byte of each line.
@Suite(.tags(.medium)) struct LineShapesTests {
  /// A log's own way to write a line: what stands before the name, and so on up to the end.
  static let forms = [
    #"{"event":"NAME","time":TIME,"seq":SEQ,"launch":"LAUNCH","app":"a","pid":7,"thread":"main"REST}"#,
    #"{"event": "NAME", "time": TIME, "seq": SEQ, "launch": "LAUNCH", "app": "a", "pid": 7, "thread": "main"REST}"#,
    #"{"time":TIME,"event":"NAME","launch":"LAUNCH","thread":"main"REST}"#,
    #"{"seq":SEQ,"uptime":SEQ000,"time":TIME,"event":"NAME","launchId":"LAUNCH"REST}"#,
    #"{"ts":TIME,"memory":SEQ000,"event":"NAME","device":"d","app":"LAUNCH","boot":"b","pid":7REST}"#,
    #"{"event":"NAME","time":"2025-10-09T08:53:2D.5Z","seq":SEQ,"launch":"LAUNCH","pid":7REST}"#,
    #"{"event":"NAME","time":TIME,"app":"LAUNCH"REST}"#,
  ]
  /// What stands at the end of lines; numbers there differ from line to line.
  static let rests = [
    "", #","scene":"s1""#, #","scene":"s2","phase":"begin""#, #","duration":SEQ5"#, #","task":SEQ"#, #","memory":SEQ"#,
    #","uptime":SEQ"#, #","view":"Home","viewInstance":"0x1","duration":SEQ"#, #","phase":"end","duration":SEQ"#,
    #","duration":SEQ.5"#, #","duration":-SEQ"#, #","task":0SEQ"#, #","task":SEQ,"name":"save""#, #","other":SEQ"#,
    #","attributes":{"a":SEQ}"#, #","success":true"#, #","success":false"#, #","pid":SEQ"#, #","seq":SEQ"#,
    #","phase":"odd""#, #","reason":"0x8badf00d""#, #","name":SEQ"#, #","duration":99999999999999999999"#,
  ]

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `a line that is built as others is read as by each of its bytes`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let scratch = try Scratch()
    for round in 0..<6 {
      var text = Array((#"{"event":"process.start","time":1760000000332000000}"# + "\n").utf8)
      var form = Self.forms[0]
      for number in 0..<120 {
        if Int.random(in: 0..<20, using: &random) == 0 { form = Self.forms.randomElement(using: &random) ?? form }
        var line = Array(Self.line(form, number, &random).utf8)
        if Int.random(in: 0..<8, using: &random) == 0 { Self.damage(&line, &random) }
        text += line + [0x0A]
      }
      let path = try scratch.write(text, to: "\(round).jsonl")
      try expectSame(path, limit: Int.random(in: 20...130, using: &random), "seed \(seed), round \(round)")
    }
  }

  @Test func `a place is known by its first key, also in a shape that was learned from a known place`() throws {
    let start = #""time":1760000000332000000,"#
    let name = #""event":"process.main","#
    let members = [
      start + name + #""launch":"L","pid":7"#, name + start + #""launch":"L","pid":7"#,
      start + name + #""pid":7,"app":"x""#, name + start + #""launch":7,"app":"x""#,
      name + start + #""pid":7,"app":"x""#, start + name + #""launch":7,"app":"x""#,
      start + name + #""launch":"L","pid":7"#, name + start + #""launch":"L","pid":7"#,
    ]
    let scratch = try Scratch()
    try expectSame(scratch.write(members.map { "{\($0)}" }.joined(separator: "\n")), limit: 100, "a first key")
  }

  /// The lines of logs that stand in this repository, some of them twice, in another order, or damaged.
  @Test(arguments: try samples(), 0..<2 as Range<UInt64>)
  func `a sample is read as by each of its bytes, also with damages`(name: String, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: Self.testFolder + name)))
    let lines = bytes.split(separator: 0x0A).prefix(1500).map(Array.init)
    // By its first line a log is known.
    var last = lines.first ?? []
    var text = last + [0x0A]
    for line in lines.dropFirst() {
      var line = line
      switch Int.random(in: 0..<12, using: &random) {
      case 0: Self.damage(&line, &random)
      case 1: text += last + [0x0A]
      case 2: text += line + [0x0A]
      default: break
      }
      last = line
      text += line + [0x0A]
    }
    let scratch = try Scratch()
    try expectSame(scratch.write(text), limit: 1000, "\(name), seed \(seed)")
  }

  /// Two lines of a form, and whether the second is read by the shape of the first.
  @Test(arguments: [
    (#""seq":1,"launch":"L","pid":7,"thread":"main""#, #""seq":22,"launch":"L","pid":7,"thread":"main""#, true),
    (#""launch":"L","task":1"#, #""launch":"L","task":23"#, true),
    (#""launch":"L","duration":1"#, #""launch":"L","duration":23"#, true),
    (#""uptime":5,"launch":"L""#, #""uptime":6,"launch":"L""#, true),
    (#""uptime":5,"launch":"L","uptime":5"#, #""uptime":5,"launch":"L","uptime":5"#, false),
    (#""launch":"L","uptime":5"#, #""uptime":5,"launch":"L","uptime":5"#, false),
    (#""launch":"L","phase":"odd""#, #""launch":"L","phase":"odd""#, false),
    (#""launch":"L","phase":"end","duration":1"#, #""launch":"L","phase":"end","duration":1"#, false),
    (#""launch":"L","extra":"e""#, #""launch":"L","extra":"e""#, false),
    (#""launch":"L","scene":"s","pid":7"#, #""launch":"L","scene":"s","pid":7"#, false),
    (#""launch":"L","pid":7"#, #""launch":"L","pid":77"#, false),
    (#""launch":"L","task":1"#, #""launch":"L","task":01"#, false),
    (#""launch":"L","task":1"#, #""launch":"L","task":1.5"#, false),
    (#""launch":"L","task":1"#, #""launch":"L","task":1 "#, false),
    (#""launch":"L","thread":"main""#, #""launch":"L","thread":"main"}"#, false),
    (#""launch":"L","task":1"#, #""launch":"L","task":1}x"#, false),
    (#""launch":"L","pid":7"#, #""app":"L","pid":7"#, false),
  ])
  func `a line has the shape of a line before it if only checked numbers differ`(
    first: String, second: String, isShaped: Bool
  ) {
    let lines = [first, second].map { #"{"event":"process.main","time":1760000000332000000,"# + $0 + "}" }
    let text = Array((lines.joined(separator: "\n") + String(repeating: " ", count: SeenMembers.margin)).utf8)
    let start = lines[0].utf8.count + 1
    var reader = EventReader(IngestOptions(), LogFormat.canonical)
    var symbols = Symbols()
    var event = Event()
    _ = reader.read(text.span, 0..<start - 1, into: &event, &symbols)
    let outcome = reader.read(text.span, start..<start + lines[1].utf8.count, into: &event, &symbols)
    #expect((outcome == .plainEvent) == isShaped)
  }

  private func expectSame(_ path: String, limit: Int, _ what: String) throws {
    let quick = try ReadingOutcome(path, limit: limit, looksAtEachByte: false).lines
    let slow = try ReadingOutcome(path, limit: limit, looksAtEachByte: true).lines
    let place = zip(quick, slow).first { $0 != $1 }
    #expect(quick == slow, "\(what): \(place?.0 ?? "")\nin place of\n\(place?.1 ?? "")")
  }

  private static func line(_ form: String, _ number: Int, _ random: inout SplitMix) -> String {
    let names = ["app.didBecomeActive", "app.didEnterBackground", "sceneDidBecomeActive(_:)", "own.name", ""]
    // The first are likelier.
    let likely = Bool.random(using: &random) ? rests.prefix(6) : rests[...]
    let rest = likely.randomElement(using: &random)
    let values = [
      ("REST", rest ?? ""), ("NAME", names[Int.random(in: 0..<25, using: &random) / 6]),
      ("TIME", "17600000\(10_000_000_000 + Int64.random(in: 0..<1_000_000, using: &random))"),
      ("LAUNCH", ["L1", "L2", "b7a9c3f0-77aa-4c1e-8a55-0d9a7c1b2e3f"].randomElement(using: &random) ?? ""),
      ("SEQ", "\(number)"), ("2D", "2\(number % 10)"),
    ]
    return values.reduce(form) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  private static func damage(_ line: inout [UInt8], _ random: inout SplitMix) {
    let marks = Array(#"",:{}[]\0123456789eE.+- tfnu"#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xFF]
    let place = Int.random(in: 0..<max(line.count, 1), using: &random)
    guard place < line.count else { return }
    let byte = marks.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<5, using: &random) {
    case 0: line[place] = byte
    case 1: line.insert(byte, at: place)
    case 2: line.remove(at: place)
    case 3: line.removeLast(line.count - place)
    default: line.insert(contentsOf: line[place...].prefix(40), at: place)
    }
  }

  /// The folder of all tests, with a slash.
  private static let testFolder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path + "/"

  private static func samples() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: testFolder)?.compactMap { $0 as? String } ?? []
    let logs = names.filter { $0.hasSuffix(".jsonl") && ($0.hasPrefix("Samples/") || $0.hasPrefix("Corpus/")) }
    return logs.sorted()
  }
}
