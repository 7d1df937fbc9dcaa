import Testing

@testable import TraceIngest
@testable import TraceModel

/// A line, without its braces, time and event, and what of it the event holds.
struct LineCase: Sendable, CustomTestStringConvertible {
  var line: String
  var held: String
  var misfits: Int64
  var duplicates: Int64

  init(_ line: String, _ held: String, misfits: Int64 = 0, duplicates: Int64 = 0) {
    self.line = line
    self.held = held
    self.misfits = misfits
    self.duplicates = duplicates
  }

  var testDescription: String { line }

  static let fields: [LineCase] = [
    LineCase(#""seq":12"#, "seq=12"),
    LineCase(#""seq":12.0"#, "seq=12"),
    LineCase(#""seq":1.2e1"#, "seq=12"),
    LineCase(#""seq":120e-1"#, "seq=12"),
    LineCase(#""seq":"12""#, "seq=12"),
    LineCase(#""seq":0"#, "seq=0"),
    LineCase(#""seq":-0"#, "seq=0"),
    LineCase(#""seq":null"#, ""),
    LineCase(#""seq":"""#, ""),
    LineCase(#""uptime":9223372036854775807"#, "uptime=9223372036854775807"),
    LineCase(#""memory":"52428800","duration":1500.75"#, "duration=1500 memory=52428800"),
    LineCase(#""duration":0"#, "duration=0"),
    LineCase(#""task":7"#, "task=7"),
    LineCase(#""task":7.0"#, "task=7"),
    LineCase(#""task":-7"#, "task=-7"),
    LineCase(#""task":"7.0""#, "task=7.0"),
    LineCase(#""thread":"main-thread""#, "thread=main"),
    LineCase(#""thread":"com.apple.main-thread""#, "thread=main"),
    LineCase(#""thread":"Thread 1""#, "thread=main"),
    LineCase(#""thread":"1""#, "thread=main"),
    LineCase(#""thread":"main""#, "thread=main"),
    LineCase(#""thread":"Thread 12""#, "thread=Thread 12"),
    LineCase(#""phase":"begin""#, "phase=begin"),
    LineCase(#""phase":"end""#, "phase=end"),
    LineCase(#""source":"swiftui""#, "by=swiftui"),
    LineCase(#""source":"unknown""#, ""),
    LineCase(#""reason":"tür","view":"日本","name":"😀""#, "reason=tür view=日本 name=😀"),
    LineCase(#""view":"a\"b\\c\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "view=a\"b\\c/\u{8}\u{c}\n\r\té😀"),
    LineCase(#""success":true,"prewarmed":false"#, "success=true prewarmed=false"),
    LineCase(
      #""viewInstance":"0x1","kind":"timer","sceneRole":"carPlay","scene":"S","sceneInstance":"I""#,
      "viewInstance=0x1 kind=timer sceneRole=carPlay scene=S sceneInstance=I"),
    LineCase(#""sceneId":"S""#, "scene=S"),
    LineCase(#""sc\u0065ne":"S""#, "scene=S"),
    LineCase(#""view":"a\u0000b""#, "view=a\u{0}b"),
    LineCase(#" "seq" : 3 , "scene" :\#t"S" "#, "seq=3 scene=S"),
  ]

  static let attributes: [LineCase] = [
    LineCase(
      #""b":1,"a":[1, 2 ,{"y":0,"x":-1.50e+3}]"#,
      #"attributes={"a":[1,2,{"x":-1.50e+3,"y":0}],"b":1}"#),
    LineCase(#""x":null,"y":"""#, #"attributes={"x":null,"y":""}"#),
    LineCase(#""attributes":{}"#, ""),
    LineCase(
      #""attributes":{"z":{"b":true,"a":[]},"a":{}}"#, #"attributes={"a":{},"z":{"a":[],"b":true}}"#
    ),
    LineCase(#""attributes":{"seq":"x"}"#, #"attributes={"seq":"x"}"#),
    LineCase(#""attributes":5"#, #"attributes={"attributes":5}"#, misfits: 1),
    LineCase(#""a":1,"attributes":{"a":2}"#, #"attributes={"a":2}"#, duplicates: 1),
    LineCase(#""attributes":{"a":2},"a":1"#, #"attributes={"a":2}"#, duplicates: 1),
    LineCase(#""a":1,"a":2,"a":3"#, #"attributes={"a":3}"#, duplicates: 2),
    LineCase(#""o":{"k":1,"k":{"j":1,"j":2}}"#, #"attributes={"o":{"k":{"j":2}}}"#, duplicates: 2),
    LineCase(
      #""a":"\u0041\/\u001f\n\u2028é\"""#, "attributes={\"a\":\"A/\\u001f\\n\u{2028}é\\\"\"}"),
    LineCase(#""a":"\ud800","\uDC00":1"#, #"attributes={"a":"\ud800","\udc00":1}"#),
    LineCase(#""aé":1,"a":2,"a!":3,"":4"#, #"attributes={"":4,"a":2,"a!":3,"aé":1}"#),
    LineCase(#""seq":1,"seq":2"#, "seq=2", duplicates: 1),
    LineCase(#""seq":1,"seq":null"#, "", duplicates: 1),
    LineCase(#""seq":"x","seq":2"#, "seq=2", duplicates: 1),
    LineCase(#""seq":-1"#, #"attributes={"seq":-1}"#, misfits: 1),
    LineCase(#""seq":1.5"#, #"attributes={"seq":1.5}"#, misfits: 1),
    LineCase(#""seq":true"#, #"attributes={"seq":true}"#, misfits: 1),
    LineCase(#""seq":"1x""#, #"attributes={"seq":"1x"}"#, misfits: 1),
    LineCase(
      #""uptime":9223372036854775808"#, #"attributes={"uptime":9223372036854775808}"#, misfits: 1),
    LineCase(
      #""uptime":-9223372036854775808"#, #"attributes={"uptime":-9223372036854775808}"#, misfits: 1),
    LineCase(#""memory":1e30"#, #"attributes={"memory":1e30}"#, misfits: 1),
    LineCase(#""duration":-1"#, #"attributes={"duration":-1}"#, misfits: 1),
    LineCase(#""duration":5,"phase":"end""#, #"phase=end attributes={"duration":5}"#, misfits: 1),
    LineCase(#""source":"gossip""#, #"attributes={"source":"gossip"}"#, misfits: 1),
    LineCase(#""scene":5,"view":["a"]"#, #"scene=5 attributes={"view":["a"]}"#, misfits: 1),
    LineCase(#""success":"true""#, #"attributes={"success":"true"}"#, misfits: 1),
    LineCase(#""scene":"a\ud800b""#, #"attributes={"scene":"a\ud800b"}"#, misfits: 1),
    LineCase(#""task":1.5"#, #"attributes={"task":1.5}"#, misfits: 1),
    LineCase(
      #""task":99999999999999999999"#, #"attributes={"task":99999999999999999999}"#, misfits: 1),
    LineCase(#""ts":1"#, #"attributes={"ts":1}"#),
    LineCase(#""sceneId":"B","scene":"A""#, #"scene=A attributes={"sceneId":"B"}"#),
    LineCase(#""scene":"A","sceneId":"B""#, #"scene=A attributes={"sceneId":"B"}"#),
    LineCase(#""scene":null,"sceneId":"B""#, "scene=B"),
    LineCase(#""scene":"A","sceneId":null"#, "scene=A"),
    LineCase(#""type":"t","name":"n""#, #"name=n attributes={"type":"t"}"#),
  ]

  static let contexts: [LineCase] = [
    LineCase(
      #""device":"D","deviceModel":"iPhone15,2","osVersion":"iOS 18.2","platform":"iOS""#,
      "device=D deviceModel=iPhone15,2 osVersion=iOS 18.2 platform=iOS stream=D///"),
    LineCase(
      #""processKind":"extension","app":"a.b","appVersion":"1","appBuild":"2","sdkVersion":"3""#,
      "processKind=extension app=a.b appVersion=1 appBuild=2 sdkVersion=3 stream=/a.b//"),
    LineCase(#""boot":"B","pid":"7""#, "boot=B pid=7 stream=//B/7"),
    LineCase(#""simulator":true,"debugger":false"#, "simulator=true debugger=false"),
    LineCase(#""launch":"L","pid":7"#, "pid=7 stream=L"),
    LineCase(#""launchId":"L""#, "stream=L"),
    LineCase(
      #""records":["applicationDidBecomeActive","scene.didActivate","own","app.didBecomeActive"]"#,
      "records=app.didBecomeActive,scene.didActivate,own"),
    LineCase(#""records":[]"#, "records=none"),
    LineCase(#""records":[""]"#, #"attributes={"records":[""]}"#, misfits: 1),
    LineCase(#""records":["a",1]"#, #"attributes={"records":["a",1]}"#, misfits: 1),
    LineCase(#""records":"a""#, #"attributes={"records":"a"}"#, misfits: 1),
    LineCase(#""appBuild":12"#, #"appBuild=12"#),
    LineCase(#""appBuild":1.5"#, #"attributes={"appBuild":1.5}"#, misfits: 1),
  ]
}

@Suite(.tags(.medium)) struct CanonicalTests {
  static let start = #"{"event":"work.begin","time":1763632800000000000,"#

  @Test(arguments: LineCase.fields + LineCase.attributes + LineCase.contexts)
  func `a line becomes these fields`(_ sample: LineCase) throws {
    let reading = try Reading(Self.start + sample.line + "}\n")
    let described = try #require(reading.described.first)
    var expected = "work.begin time=1763632800000000000"
    let parts = (" " + sample.held).components(from: " stream=")
    if let phase = [" phase=begin", " phase=end", " by=swiftui"].first(where: parts[0].hasPrefix) {
      expected =
        "work.begin\(phase) time=1763632800000000000"
        + parts[0].dropFirst(phase.count)
    } else if parts[0] != " " {
      expected += parts[0]
    }
    let ending = " format=canonical line=1 lost=0"
    #expect(described.hasPrefix(expected + " stream=" + (parts.count > 1 ? parts[1] + ending : "")))
    #expect(described.hasSuffix(ending))
    #expect(reading.batch.counts.misfits == sample.misfits)
    #expect(reading.batch.counts.duplicateKeys == sample.duplicates)
  }

  @Test func `a line may declare any number of kinds`() throws {
    let names = (0..<60_000).map { "own\($0)" }
    let list = (names + names).map { "\"\($0)\"" }.joined(separator: ",")
    let reading = try Reading(Self.start + "\"records\":[\(list)]}\n")
    #expect(reading.described.first?.contains(" records=\(names.joined(separator: ",")) ") == true)
  }

  @Test(arguments: [
    (#""middle""#, "middle"), ("3", "3"), (#""a\u0020b""#, #""a\u0020b""#), ("[1]", "[1]"),
  ])
  func `an event whose phase is not known is an unknown event`(value: String, name: String) throws {
    let reading = try Reading(
      """
      {"event":"sceneDidBecomeActive(_:)","time":1763632800,"phase":"begin"}
      {"event":"sceneDidBecomeActive(_:)","time":1763632800,"phase":\(value),"duration":5}
      {"event":"own","time":1763632800,"phase":\(value)}
      {"event":"sceneDidBecomeActive(_:)","time":1763632800,"phase":null}
      {"event":"sceneDidBecomeActive(_:)","time":1763632800,"phase":""}

      """)
    let unknown = reading.batch.events.map {
      reading.symbols.texts.string(reading.symbols.signature($0).unknownName)
    }
    #expect(unknown == ["", "scene.didActivate (phase \(name))", "own", "", ""])
    #expect(reading.batch.events[1].duration == 5)
    let attributes = reading.symbols.texts.string(reading.batch.events[1].attributes)
    #expect(attributes == "{\"phase\":\(value == #""a\u0020b""# ? #""a b""# : value)}")
    #expect(reading.batch.counts.misfits == 2)
  }

  @Test func `an unknown phase can be renamed away`() throws {
    var options = IngestOptions()
    options.add(Renaming("app.didBecomeActive (phase did)", to: "app.didBecomeActive"))
    let line = #"{"event":"app.didBecomeActive","time":1763632800,"phase":"did"}"# + "\n"
    let reading = try Reading(line, options: options)
    #expect(reading.symbols.signature(reading.batch.events[0]).kind == .appDidBecomeActive)
  }

  @Test func `the order of keys changes nothing`() throws {
    let members = [
      #""event":"scene.willConnect""#, #""time":"2025-11-20T10:00:00Z""#, #""seq":4"#,
      #""launch":"L""#, #""zebra":{"b":1,"a":2}"#, #""scene":"S""#, #""device":"D""#, #""alpha":1"#,
    ]
    let expected = try Reading("{" + members.joined(separator: ",") + "}").described
    var random = SplitMix(seed: 5)
    for _ in 0..<50 {
      let line = "{ " + members.shuffled(using: &random).joined(separator: " , ") + " }"
      #expect(try Reading(line).described == expected, "seed 5: \(line)")
    }
  }

  @Test func `parts of a stream that a line lacks are those of the lines before`() throws {
    let reading = try Reading(
      """
      {"event":"a","time":1763632800}
      {"event":"a","time":1763632800,"device":"D","pid":1}
      {"event":"a","time":1763632800,"app":"A"}
      {"event":"a","time":1763632800,"launch":"L","pid":2}
      {"event":"a","time":1763632800}
      {"event":"a","device":"E"}
      {"event":"a","time":1763632800}

      """)
    let streams = reading.batch.events.map { reading.symbols.streamName($0.stream) }
    #expect(streams.dropFirst() == ["D///1", "D/A//1", "L", "D/A//2", "E/A//"])
    #expect(streams[0].hasPrefix("source:") && streams[0].utf8.count == 23)
    #expect(reading.batch.events.map(\.lost) == [0, 0, 0, 0, 0, 1])
  }

  /// Lines of two devices or of two apps that alternate, and the streams that they belong to.
  static let alternating: [(lines: [String], streams: [String])] = [
    (
      [#""device":"D","app":"A","boot":"B","pid":1"#, #""device":"E","app":"A","boot":"C","pid":1"#]
        + [#""device":"D","app":"A","pid":1"#, #""device":"E""#, "", #""device":"D""#, #""boot":"C""#],
      ["D/A/B/1", "E/A/C/1", "D/A/B/1", "E/A/C/1", "E/A/C/1", "D/A/B/1", "E/A/C/1"]
    ),
    (
      [#""device":"D","app":"A","boot":"B","pid":1"#, #""device":"D","app":"M","boot":"B","pid":2"#]
        + [#""app":"A""#, #""app":"M""#, #""pid":1"#, #""pid":2"#, #""app":"A","pid":3"#, #""app":"M""#]
        + [#""app":"A""#],
      ["D/A/B/1", "D/M/B/2", "D/A/B/1", "D/M/B/2", "D/A/B/1", "D/M/B/2", "D/A/B/3", "D/M/B/2", "D/A/B/3"]
    ),
    // A line of a new device or boot goes on with no process of another one.
    (
      [#""device":"D","app":"A","boot":"B","pid":1"#, #""device":"E""#, #""pid":2"#, #""device":"D","boot":"C""#]
        + [#""app":"M""#, #""device":"E""#],
      ["D/A/B/1", "E/A//", "E/A//2", "D/A/C/", "D/M/C/", "E/A//2"]
    ),
  ]

  @Test(arguments: alternating.indices, 1...9)
  func `a line goes on with the latest process that has all it names`(_ index: Int, limit: Int) throws {
    let sample = Self.alternating[index]
    let scratch = try Scratch()
    let lines = sample.lines.map { #"{"event":"a","time":1763632800"# + ($0.isEmpty ? "" : ",") + $0 + "}\n" }
    let path = try scratch.write(Array(lines.joined().utf8))
    var position = Checkpoint()
    var streams: [String] = []
    var isMore = true
    while isMore {
      var reader = try SourceReader(SourcePath(path), options: IngestOptions())
      if position.line > 0 { #expect(try reader.resume(at: position)) }
      var symbols = Symbols()
      var batch = EventBatch()
      isMore = try reader.read(into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: limit)
      streams += batch.events.map { symbols.streamName($0.stream) }
      position = batch.position
    }
    #expect(streams == sample.streams)
  }

  @Test func `an alias does not hide a change`() throws {
    let reading = try Reading(
      """
      {"event":"a","time":1763632800,"launch":"A"}
      {"event":"a","time":1763632800,"launchId":"B"}
      {"event":"a","time":1763632800,"launch":"A"}
      {"event":"a","time":1763632800,"launchId":"B"}
      {"event":"a","launch":"C"}
      {"event":"a","time":1763632800,"launch":"C"}

      """)
    let streams = reading.batch.events.map { reading.symbols.streamName($0.stream) }
    #expect(streams == ["A", "B", "A", "B", "C"])
  }

  @Test func `a value is known again only whole`() throws {
    let reading = try Reading(
      """
      {"event":"a","time":1763632800,"pid":1,"scene":"S"}
      {"event":"a","time":1763632800,"pid":12,"scene":"S2"}
      {"event":"a","time":1763632800,"pid":1,"scene":"S"}
      {"event":"a","time":1763632800,"pid":1.5,"scene":"S\\u0032"}
      {"event":"a","time":1763632800,"pid":1}

      """)
    let events = reading.batch.events
    #expect(events.map { reading.symbols.texts.string($0.scene) } == ["S", "S2", "S", "S2", ""])
    let pids = events.map { reading.symbols.context($0.context).pid }
    #expect(pids == [1, 12, 1, Event.absent, 1])
  }

  @Test func `options map keys, rename events and say what is recorded`() throws {
    var options = IngestOptions()
    options.keyMap = [(field: .event, key: "name"), (field: .time, key: "when")]
    options.add(Renaming("appOpened", to: "applicationDidBecomeActive"))
    options.add(Renaming("x", to: "y"))
    options.records = ["sceneDidBecomeActive(_:)", "appOpened"]
    let reading = try Reading(
      """
      {"name":"appOpened","when":1763632800,"time":1763632801,"event":"z"}
      {"event":"x","time":1763632801,"records":["a"]}

      """, options: options)
    #expect(
      reading.described == [
        "app.didBecomeActive by=delegate time=1763632800000000000 "
          + "records=scene.didActivate,app.didBecomeActive "
          + #"attributes={"event":"z","time":1763632801} "#
          + "stream=\(reading.symbols.streamName(reading.batch.events[0].stream)) "
          + "format=canonical line=1 lost=0",
        " unknown=y time=1763632801000000000 records=scene.didActivate,app.didBecomeActive "
          + #"attributes={"records":["a"]} "#
          + "stream=\(reading.symbols.streamName(reading.batch.events[0].stream)) "
          + "format=canonical line=2 lost=0",
      ])
    #expect(reading.batch.counts.misfits == 0)
  }

  @Test func `codes of crash reports and other words for a phase are read as what they mean`() throws {
    let lines = [
      ("reason", "0x8badf00d"), ("reason", "per-process-limit"), ("reason", "home"), ("phase", "start"),
      ("phase", "finish"),
    ]
    .map { #"{"event":"a","time":1763632800,"\#($0)":"\#($1)"}"# + "\n" }
    let reading = try Reading(lines.joined())
    let signatures = reading.batch.events.map { reading.symbols.signature($0) }
    #expect(
      signatures.prefix(3).map { reading.symbols.texts.string($0.reason) } == ["watchdog", "memoryLimit", "home"])
    #expect(signatures.suffix(2).map(\.phase) == [.begin, .end] && reading.batch.counts.misfits == 0)
  }
}

@Suite(.tags(.medium)) struct EventNameTests {
  @Test func `every name of the vocabulary is read, with who speaks so`() throws {
    let names = EventNames.meanings.keys.sorted()
    let lines = names.map { "{\"event\":\"\($0)\",\"time\":1763632800}\n" }
    let reading = try Reading(lines.joined() + lines.reversed().joined())
    let signatures = reading.batch.events.map { reading.symbols.signature($0) }
    #expect(signatures.count == 2 * names.count)
    for (index, name) in (names + names.reversed()).enumerated() {
      let meaning = try #require(EventNames.meaning(of: name))
      #expect(signatures[index].kind == meaning.kind, "\(name)")
      #expect(signatures[index].eventSource == meaning.eventSource, "\(name)")
      #expect(signatures[index].unknownName.isNone)
    }
  }

  @Test(arguments: [
    "willEnterForegroundNotification", "didEnterBackgroundNotification", "type", "App.X",
  ])
  func `an ambiguous or strange name stays unknown`(_ name: String) throws {
    let reading = try Reading("{\"event\":\"\(name)\",\"time\":1763632800,\"source\":\"app\"}")
    let signature = reading.symbols.signature(try #require(reading.batch.events.first))
    #expect(signature.kind == .unknown)
    #expect(signature.eventSource == .app)
    #expect(reading.symbols.texts.string(signature.unknownName) == name)
  }
}

extension String {
  /// The parts before and after the first `mark`.
  func components(from mark: String) -> [String] {
    var before = self[...]
    while !before.isEmpty, !before.hasSuffix(mark) { before = before.dropLast() }
    guard before.hasSuffix(mark) else { return [self] }
    return [String(before.dropLast(mark.count)), String(dropFirst(before.count))]
  }
}
