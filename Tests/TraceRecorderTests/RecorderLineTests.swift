import Foundation
import Synchronization
import Testing
import TraceVocabulary

@testable import TraceRecorder

/// What a recorder writes, line by line.
@Suite(.tags(.medium)) struct RecorderLineTests {
  /// A line as `JSONEncoder` takes it: the fields of `TraceFields` and those that the recorder adds.
  private struct Line: Codable, Equatable {
    var event: String
    var phase, launch, thread, name, kind, reason, scene, sceneInstance, sceneRole, view, viewInstance: String?
    var source: String?
    var seq, time, uptime, task, memory, duration: Int64?
    var success, prewarmed: Bool?
  }

  private static let texts = [
    "", "plain", "ä 東京 👩‍👩‍👧 \u{7F}", "\"quoted\" \\ back/slash", "\u{0}\u{1}\t\n\r\u{1F} control", "\u{2028}\u{FEFF}",
    String(repeating: "long \"", count: 50),
  ]

  private static func fields(_ text: String, _ number: Int) -> [TraceField] {
    let texts: [Field] = [
      .name, .kind, .reason, .scene, .sceneInstance, .sceneRole, .view, .viewInstance, .source, .phase,
    ]
    return texts.map { TraceField($0, .text(text)) }
      + [.task(number), .memory(number), .duration(number), .success(true), .prewarmed(false)]
  }

  @Test(arguments: texts, [0, -1, 1_790_000_000_123_456_789, Int.min, Int.max])
  func `each line says what JSONEncoder would have said`(_ text: String, _ number: Int) throws {
    let folder = Folder()
    let recorder = Recorder(in: folder, bytes: 1 << 40, fileBytes: 1 << 30)
    recorder.record(.processStart)
    for kind in EventKind.allCases.dropFirst() { recorder.record(kind, Self.fields(text, number)) }
    let lines = try folder.lines()
    try #require(lines.count == EventKind.allCases.count)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for (index, kind) in EventKind.allCases.enumerated().dropFirst() {
      let reported = try JSONDecoder().decode(Line.self, from: Data(lines[index].utf8))
      var meant = Line(event: kind.name)
      meant.phase = text
      meant.name = text
      meant.kind = text
      meant.reason = text
      meant.scene = text
      meant.sceneInstance = text
      meant.sceneRole = text
      meant.view = text
      meant.viewInstance = text
      meant.source = text
      meant.task = Int64(number)
      meant.memory = Int64(number)
      meant.duration = Int64(number)
      meant.success = true
      meant.prewarmed = false
      meant.seq = Int64(index)
      meant.thread = reported.thread
      meant.launch = reported.launch
      meant.time = reported.time
      meant.uptime = reported.uptime
      #expect(reported == meant, "\(kind.name)")
      // Nothing is there beside it: the same keys and values, in whatever order and with whatever escapes.
      let object = try JSONSerialization.jsonObject(with: Data(lines[index].utf8)) as? NSDictionary
      let encoded = try JSONSerialization.jsonObject(with: encoder.encode(meant)) as? NSDictionary
      let isEqual = object == encoded
      #expect(isEqual, "\(kind.name) of '\(text)' and \(number)")
    }
  }

  @Test func `the first line says what app, device and process it is, and what is recorded`() throws {
    let folder = Folder()
    var context = TraceContext()
    context.app = "com.example.shop"
    context.appVersion = "4.9.0"
    // The file gets another name once the app is active, which another thread would do while the test reads it.
    let recorder = Recorder(
      in: folder, app: context, records: [.dataSave], RecorderEnvironment(background: RecorderEnvironment.atOnce))
    recorder.declare([.appDidBecomeActive])
    recorder.record(.appDidBecomeActive)
    recorder.declare([.appWillTerminate])
    recorder.record(.dataSave, .name("cart"))
    let lines = try folder.objects()
    let first = try #require(lines.first)
    #expect(first["app"] as? String == "com.example.shop" && first["appVersion"] as? String == "4.9.0")
    #expect(first["pid"] as? Int32 == ProcessInfo.processInfo.processIdentifier)
    #expect(first["osVersion"] as? String != nil)
    #expect(first["records"] as? [String] == ["app.didBecomeActive", "data.save"])
    #expect(lines[1].keys.sorted() == ["event", "launch", "name", "seq", "thread", "time", "uptime"])
    #expect(lines.map { $0["launch"] as? String == first["launch"] as? String } == [true, true])
    #expect((first["launch"] as? String)?.count == 36)
  }

  @Test(arguments: [[], [EventKind.dataSave, .appDidBecomeActive], [.unknown]], [EventKind.taskBegin, .dataSave])
  func `what the first line is of is said to be recorded only if it was declared`(
    _ records: [EventKind], _ first: EventKind
  ) throws {
    let folder = Folder()
    Recorder(in: folder, records: records).record(first)
    let names = records.filter { $0 != .unknown }.map(\.name).sorted()
    #expect(try folder.objects()[0]["records"] as? [String] == names)
  }

  /// Fields, and the object `attributes` of their line.
  private static let attributes: [([TraceField], String?)] = [
    ([], nil), ([.name("frame")], nil),
    ([.attribute("frame", "displayLink")], #"{"frame":"displayLink"}"#),
    ([.attribute("protectedData", false), .name("n"), .attribute("of", -3)], #"{"protectedData":false,"of":-3}"#),
    // Names of fields, and of what the recorder writes itself.
    (
      [.attribute("time", "x"), .attribute("attributes", 1), .attribute("", true)],
      #"{"time":"x","attributes":1,"":true}"#
    ),
    ([.attribute("a", "1"), .attribute("b", 2), .attribute("a", 3)], #"{"b":2,"a":3}"#),
    ([.attribute("q\"\\", "\n")], #"{"q\"\\":"\n"}"#),
    ([.attribute("x", 0.1), .attribute("y", 1e-7), .attribute("z", -2.0)], #"{"x":0.1,"y":1e-07,"z":-2.0}"#),
    (
      [.attribute("x", Double.infinity), .attribute("y", -Double.infinity), .attribute("z", Double.nan)],
      #"{"x":"inf","y":"-inf","z":"nan"}"#
    ),
    ([.attribute("implements", dynamic: ["sceneWillConnect", "a\"b"]), .attribute("none", dynamic: [])], nil),
  ]

  @Test(arguments: attributes)
  func `attributes stand in an object of their own, and each name once`(_ fields: [TraceField], _ text: String?) throws
  {
    let folder = Folder()
    let recorder = Recorder(in: folder)
    recorder.record(.dataSave, fields)
    let line = try #require(folder.lines().first)
    let object = try #require(folder.objects().first)
    #expect(object["time"] is Int && object["event"] as? String == "data.save")
    let attributes = object["attributes"] as? NSDictionary
    if let text {
      #expect(line.contains(",\"attributes\":\(text)"), "\(line)")
      let expected = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
      let isEqual = attributes == expected
      #expect(isEqual)
    } else if fields.contains(where: \.isAttribute) {
      #expect(attributes?["implements"] as? [String] == ["sceneWillConnect", "a\"b"])
      #expect((attributes?["none"] as? [String])?.isEmpty == true)
    } else {
      #expect(attributes == nil && !line.contains("attributes"))
    }
  }

  @Test func `nothing is said to be recorded but what was declared`() throws {
    let folder = Folder()
    let recorder = Recorder(
      in: folder, fileBytes: 500, RecorderEnvironment(background: RecorderEnvironment.atOnce))
    recorder.declare([.processMain])
    recorder.record(.processMain)
    recorder.declare([.taskBegin])
    recorder.begin(.taskBegin, .taskEnd, [.name("upload")]).end()
    recorder.begin(.workBegin, .workEnd, [.name("import"), .kind("disk")]).end()
    recorder.record(.memorySample)
    let records = try folder.objects().compactMap { $0["records"] as? [String] }
    #expect(records.count > 1)
    #expect(Set(records) == [["process.main"]])
  }

  @Test func `what begins and ends says so`() async throws {
    struct Broken: Error {}
    let folder = Folder()
    let recorder = Recorder(in: folder)
    recorder.callback(.appDidFinishLaunching, entry: [.reason("user")], [.source("delegate")]).run {}
    let task = recorder.begin(.taskBegin, .taskEnd, [.name("upload"), .kind("urlSession")])
    let work = recorder.begin(.workBegin, .workEnd, [.name("import"), .kind("disk")])
    try? work.run { () throws(Broken) in throw Broken() }
    task.expire()
    task.end(success: false)
    let sync = recorder.begin(.workBegin, .workEnd, [.name("sync"), .kind("network"), .scene("A")])
    await sync.run { await Task.yield() }
    let said = try folder.objects().map { line in
      ["event", "phase", "name", "kind", "task", "reason", "success"]
        .compactMap { key in line[key].map { "\($0)" } }.joined(separator: " ")
    }
    #expect(
      said == [
        "app.didFinishLaunching begin user", "app.didFinishLaunching end", "task.begin upload urlSession 1",
        "work.begin import disk 2", "work.end import disk 2", "task.expire upload urlSession 1",
        "task.end upload urlSession 1 \(false as NSNumber)", "work.begin sync network 3", "work.end sync network 3",
      ])
  }

  @Test func `clocks, threads and the start of the process are reported`() async throws {
    let folder = Folder()
    let recorder = Recorder(in: folder)
    let before = Date().timeIntervalSince1970
    let isMain = await MainActor.run {
      recorder.record(.processStart, ago: 60_000_000_000)
      recorder.record(.memorySample)
      return Thread.isMainThread  // Not everywhere does the main actor run there.
    }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        recorder.record(.dataChange)
        done.resume()
      }
    }
    let lines = try folder.objects()
    let clocks = lines.map { (time: $0["time"] as? Int64 ?? 0, uptime: $0["uptime"] as? Int64 ?? 0) }
    #expect(abs(Double(clocks[1].time) / 1e9 - before) < 5)
    for passed in [clocks[1].time - clocks[0].time, clocks[1].uptime - clocks[0].uptime] {
      #expect(passed >= 60_000_000_000 && passed < 120_000_000_000)
    }
    let main = isMain ? "main" : "other"
    let other = "other"
    #expect(lines.map { $0["thread"] as? String } == [main, main, other])
  }

  /// Texts that are no literals, and what is left of each.
  private static let cut: [(String, String)] = [
    ("", ""), (String(repeating: "x", count: 128), String(repeating: "x", count: 128)),
    (String(repeating: "x", count: 129), String(repeating: "x", count: 128)),
    // Between two characters: one of 2 bytes and one of 25 do not fit.
    (String(repeating: "x", count: 127) + "ä", String(repeating: "x", count: 127)),
    (String(repeating: "x", count: 110) + "👩‍👩‍👧‍👦", String(repeating: "x", count: 110)),
    (String(repeating: "👩‍👩‍👧‍👦", count: 100), String(repeating: "👩‍👩‍👧‍👦", count: 5)),
    // A single character of more bytes.
    ("e" + String(repeating: "\u{301}", count: 100), "e" + String(repeating: "\u{301}", count: 63)),
    ("a\r\nb" + String(repeating: "\r\n", count: 100), "a\r\nb" + String(repeating: "\r\n", count: 62)),
  ]

  @Test(arguments: cut)
  func `a text that is no literal is cut between characters`(_ text: String, _ left: String) throws {
    let folder = Folder()
    Recorder(in: folder).record(
      .dataSave, .name(dynamic: text), .view(dynamic: text), .scene(text), .attribute("a", dynamic: text),
      .attribute("list", dynamic: [text, "b"]))
    let line = try folder.objects()[0]
    #expect(left.utf8.count <= TraceField.mostBytes)
    for key in ["name", "view"] { #expect(line[key] as? String == left) }
    #expect((line["scene"] as? String)?.utf8.count == 16)
    let attributes = line["attributes"] as? [String: Any]
    #expect(attributes?["a"] as? String == left && attributes?["list"] as? [String] == [left, "b"])
  }

  @Test func `what a redaction records itself has no text but literals, and nothing waits`() async throws {
    let folder = Folder()
    let held = Mutex<Recorder?>(nil)
    let recorder = Recorder(
      to: TraceLocation(root: folder.url, app: "app"),
      redact: { _, _, text in
        held.withLock(\.self)?.record(.dataChange, .name(dynamic: text), .view("literal"))
        return "redacted"
      })
    held.withLock { $0 = recorder }
    recorder.record(.dataSave, .name(dynamic: "secret"))
    recorder.record(.dataSave, .name(dynamic: "secret"))
    let lines = try folder.objects()
    let names = lines.map { $0["name"] as? String }
    #expect(lines.map { $0["event"] as? String } == ["data.change", "data.save", "data.change", "data.save"])
    #expect(names == [nil, "redacted", nil, "redacted"] && lines[0]["view"] as? String == "literal")
    held.withLock { $0 = nil }
  }

  @Test func `a text that is no literal stands as the app lets it, and literals as they are`() throws {
    let folder = Folder()
    let recorder = Recorder(
      to: TraceLocation(root: folder.url, app: "app"),
      redact: { kind, field, text in
        switch field {
        case "name": "\(kind.name) \(text.count)"
        case "list": text == "secret" ? nil : text
        case "long": String(repeating: text, count: 1000)
        default: nil
        }
      })
    recorder.record(
      .dataSave, .name(dynamic: "secret"), .scene("secret"), .view("secret view"), .attribute("a", dynamic: "secret"),
      .attribute("list", dynamic: ["secret", "b"]), .attribute("none", dynamic: ["secret"]),
      .attribute("long", dynamic: "1234"), .attribute("b", "secret literal"), .attribute("n", 1))
    let line = try folder.objects()[0]
    #expect(line["name"] as? String == "data.save 6" && line["view"] as? String == "secret view")
    #expect(line["scene"] == nil)
    let attributes = try #require(line["attributes"] as? [String: Any])
    #expect(attributes.keys.sorted() == ["b", "list", "long", "n"])
    #expect(attributes["list"] as? [String] == ["b"] && attributes["b"] as? String == "secret literal")
    #expect((attributes["long"] as? String)?.utf8.count == 128)
  }
}
