import Testing

@testable import TraceIngest
@testable import TraceModel

/// Logs with keys of their own: values in objects, numbers in units, records behind something else.
@Suite(.tags(.medium)) struct MappingTests {
  private static func options(_ mappings: [(Field, String)], units: [String: Int] = [:]) -> IngestOptions {
    var options = IngestOptions()
    options.keyMap = mappings.map { (field: $0.0, key: $0.1) }
    options.unitPowers = units
    return options
  }

  /// What is mapped, a record, and what it is read as, or the reason why it is none.
  static let paths: [(mappings: [(Field, String)], record: String, said: String)] = [
    (
      [(.event, "event.name"), (.time, "meta.ts")],
      #"{"event":{"name":"a","id":5},"meta":{"ts":1763632800}}"#,
      #"a time=1763632800000000000 attributes={"event":{"id":5}}"#
    ),
    (
      [(.event, "a.b.c"), (.uptime, "a.b.t")], #"{"x":1,"a":{"b":{"c":"n","t":7,"o":[{"c":1}]},"d":{}}}"#,
      #"n uptime=7 attributes={"a":{"b":{"o":[{"c":1}]},"d":{}},"x":1}"#
    ), ([(.event, "a.b.c"), (.uptime, "a.b.t")], #"{"a":{"b":{"c":"n","t":7}}}"#, "n uptime=7"),
    // A key that has the points in it wins, wherever it stands, and what it leaves is kept.
    (
      [(.event, "event.name")], #"{"event":{"name":"b"},"event.name":"a","uptime":1}"#,
      #"a uptime=1 attributes={"event":{"name":"b"}}"#
    ),
    (
      [(.event, "event.name")], #"{"event.name":null,"event":{"name":"b"},"uptime":1}"#, "b uptime=1"
    ),
    // What the field would be without the mapping is none.
    (
      [(.time, "meta.ts")], #"{"event":"a","time":1763632801,"meta":{"ts":1763632800}}"#,
      #"a time=1763632800000000000 attributes={"time":1763632801}"#
    ),
    ([(.time, "meta.ts")], #"{"event":"a","time":1763632801}"#, "a time=1763632801000000000"),
    (
      [(.time, "meta.ts")], #"{"event":"a","time":1763632801,"meta":{"ts":null}}"#,
      #"a time=1763632801000000000 attributes={"meta":{"ts":null}}"#
    ),
    ([(.event, "event.name")], #"{"event":"a","uptime":1}"#, "a uptime=1"),
    // The mapping that comes first counts.
    (
      [(.event, "x.b"), (.event, "x.a")], #"{"x":{"a":"1","b":"2"},"uptime":1}"#,
      #"2 uptime=1 attributes={"x":{"a":"1"}}"#
    ),
    (
      [(.view, "attributes.screen"), (.device, "attributes.who.id")],
      #"{"event":"a","uptime":1,"attributes":{"screen":"S","who":{"id":"D"},"k":1}}"#,
      #"a uptime=1 view=S device=D attributes={"k":1}"#
    ),
    // What is no value of the field stays where it is.
    (
      [(.pid, "p.id"), (.seq, "p.n")], #"{"event":"a","uptime":1,"p":{"id":"x","n":3}}"#,
      #"a uptime=1 seq=3 attributes={"p":{"id":"x"}}"#
    ), ([(.event, "event.name")], #"{"event":{"nome":"a"},"uptime":1}"#, "noEvent"),
    ([(.event, "event.name")], #"{"event":[{"name":"a"}],"uptime":1}"#, "noEvent"),
    ([(.event, ".name"), (.event, "name.")], #"{".name":"a","uptime":1}"#, "a uptime=1"),
  ]

  @Test(arguments: paths.indices)
  func `a value in an object is read, and kept once`(index: Int) throws {
    let (mappings, record, said) = Self.paths[index]
    let other = #"{"event":"other","uptime":9,"name":"n","ts":3,"id":"q","c":"z"}"#
    // Records are compared with those before them: each stands behind its like, and behind another.
    for text in [record, "\(record)\n\(record)", "\(other)\n\(record)", "\(record)\n\(other)\n\(record)"] {
      let reading = try Reading(text, options: Self.options(mappings))
      let last = reading.described.last?.replacing(/^ unknown=/, with: "").prefix { $0 != "\n" } ?? ""
      let end = last.firstRange(of: " stream=")?.lowerBound ?? last.endIndex
      if said == "noEvent" {
        #expect(reading.batch.rejects.last?.reason == .noEvent)
      } else {
        #expect(last[..<end] == said, "\(text)")
        #expect(reading.batch.rejects.isEmpty)
      }
    }
  }

  @Test func `a key that stands in objects is never taken for one that does not`() throws {
    let options = Self.options([(.event, "event.name"), (.launch, "l.id")])
    let text = """
      {"event":{"name":"a"},"name":"n","uptime":1,"l":{"id":"L"},"id":"x"}
      {"name":"n","uptime":1,"event":{"name":"b"},"id":"x","l":{"id":"M"}}
      {"id":"x","name":"n","uptime":1,"event":{"name":"b"}}
      """
    let reading = try Reading(text, options: options)
    let streams = reading.batch.events.map { reading.symbols.streamName($0.stream) }
    #expect(streams[0] == "L" && streams[1] == "M" && streams[2] != "M" && streams.count == 3)
    #expect(reading.described.allSatisfy { $0.contains(" name=n ") && $0.contains(#"attributes={"id":"x"}"#) })
  }

  /// What stands there, in which unit, and the nanoseconds that it comes to.
  static let units: [(Field, String, Int, Int64?)] = [
    (.duration, "12.5", 6, 12_500_000), (.duration, "\"12.5\"", 6, 12_500_000), (.duration, "0.1234567", 6, 123_456),
    (.duration, "3", 9, 3_000_000_000), (.duration, "7", 3, 7_000), (.duration, "7", 0, 7),
    (.duration, "1e3", 6, 1_000_000_000), (.duration, "-1", 6, nil), (.duration, "1e30", 6, nil),
    (.uptime, "1.5", 9, 1_500_000_000), (.uptime, "0.3", 9, 300_000_000),
    (.time, "1763632800.25", 9, 1_763_632_800_250_000_000), (.time, "12345", 6, 12_345_000_000),
    (.time, "\"12 ms\"", 6, nil), (.time, "\"1763632800,25\"", 9, 1_763_632_800_250_000_000),
    (.duration, "\"0,6\"", 9, 600_000_000), (.duration, "\"0,6 s\"", 6, 600_000_000), (.duration, "\"1,234\"", 6, nil),
    (.duration, "\"-1 ms\"", 6, nil), (.uptime, "\"PT0.6S\"", 0, 600_000_000),
  ]

  @Test(arguments: units.indices)
  func `a number in a unit is read exactly`(index: Int) throws {
    let (field, value, power, nanos) = Self.units[index]
    for key in ["k", "o.k"] {
      let member = key == "k" ? #""k":\#(value)"# : #""o":{"k":\#(value)}"#
      let options = Self.options([(field, key)], units: [key: power])
      let other = field == .uptime ? "time" : "uptime"
      let reading = try Reading(#"{"event":"a","\#(other)":1763632800,\#(member)}"#, options: options)
      let event = try #require(reading.batch.events.first)
      let read = field == .duration ? event.duration : field == .time ? event.time : event.uptime
      #expect(read == nanos ?? Event.absent)
      #expect(reading.batch.counts.misfits == (nanos == nil ? 1 : 0))
    }
    // Another key of the field has no unit.
    let options = Self.options([(.duration, "k")], units: ["k": 6])
    let plain = try Reading(#"{"event":"a","uptime":1,"duration":7}"#, options: options)
    #expect(plain.batch.events.map(\.duration) == [7])
  }

  @Test func `values of a wrong type are counted by field, with the first`() throws {
    let text = """
      {"event":"a","uptime":1,"duration":"soon"}
      {"event":"a","uptime":2,"duration":"later","pid":"abc"}
      {"event":"a","uptime":3}
      {"event":"a","uptime":4,"duration":5,"phase":"begin"}

      """
    let batch = try {
      let scratch = try Scratch()
      var reader = try SourceReader(SourcePath(scratch.write(text)), options: IngestOptions())
      var batch = EventBatch()
      var symbols = Symbols()
      _ = try reader.read(into: &batch, symbols: &symbols, source: SourceID(rawValue: 0), limit: 10)
      return batch
    }()
    #expect(
      batch.misfits == [
        "duration": Misfit(count: 3, line: 1, value: #""soon""#), "pid": Misfit(count: 1, line: 2, value: #""abc""#),
      ])
  }

  static let record = #"{"event":"a {b}","uptime":1,"log":"x","o":{"k":"}"}}"#

  /// What stands before a record, as programs write it.
  static let prefixes = [
    "2026-01-01T00:00:00.000Z ", "shop-1  | ", "Jan  1 00:00:00 host shop[512]: ", "[2026-01-01] {tag} INFO - ",
    "<14>1 ", "docker",
  ]

  @Test(arguments: prefixes)
  func `a record behind something is read as if it stood alone`(prefix: String) throws {
    func line(_ record: String) -> String {
      if prefix != "docker" { return prefix + record }
      let text = record.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return #"{"log":"\#(text)\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}"#
    }
    let expected = try Reading("\(Self.record)\n\nno record\n\(Self.record)\n\(Self.record)")
    let text = "\(line(Self.record))\n\n\(line("no record"))\n\(line(Self.record))\n\(line(Self.record))"
    // What begins a source is like this throughout.
    let reading = try Reading(text.replacing(line("no record"), with: line(Self.record)))
    #expect(reading.batch.events.count == 4 && reading.batch.rejects.isEmpty)
    let long = line(Self.record) + "\n" + String(repeating: line(Self.record) + "\n", count: 100)
    for blockSize in [1, 64, 262_144] {
      let later = try Reading(long + text, blockSize: blockSize)
      #expect(later.batch.events.count == 104)
      let unsourced = later.described.suffix(3).map { $0.replacing(/stream=.*/, with: "") }
      #expect(unsourced == expected.described.suffix(3).map { $0.replacing(/stream=.*/, with: "") })
      #expect(later.batch.events.last?.line == 106)
      #expect(later.batch.rejects.map(\.raw) == [Array(line("no record").utf8)])
      #expect(later.batch.rejects.map(\.offset) == [Int64(long.utf8.count + line(Self.record).utf8.count + 2)])
    }
    let scratch = try Scratch()
    let path = try scratch.write(long)
    let formatName = prefix == "docker" ? "canonical in 'log'" : "canonical after a prefix"
    #expect(try SourceReader(SourcePath(path), options: IngestOptions()).formatName == formatName)
    // One that grows goes on, also where its last line was cut.
    try scratch.write(String(long.dropLast(9)))
    var before = try Reading(path: path)
    try scratch.write(long)
    var reader = try SourceReader(SourcePath(path), options: IngestOptions())
    #expect(try reader.resume(at: before.batch.position))
    while try before.batch.add(from: &reader, &before.symbols, limit: 7) {}
    #expect(before.batch.events.map(\.line) == Array(1...101))
  }

  @Test(arguments: ["x \(record)\nx no record\n", "\(record)\nx \(record)\n", "x {\"a\":\n", "x [\(record)]\n"])
  func `what does not always stand behind something is no such log`(text: String) throws {
    let scratch = try Scratch()
    let reader = try? SourceReader(SourcePath(scratch.write(text)), options: IngestOptions())
    #expect(reader?.formatName ?? "canonical" == "canonical")
  }

  /// What is not understood of a log.
  static func seen(_ text: String, _ options: IngestOptions = IngestOptions()) throws -> SeenKeys {
    let scratch = try Scratch()
    var reader = try SourceReader(SourcePath(scratch.write(text)), options: options)
    var batch = EventBatch()
    var symbols = Symbols()
    var keys = SeenKeys()
    let source = SourceID(rawValue: 0)
    while try reader.read(into: &batch, symbols: &symbols, source: source, limit: 10) { keys.add(batch) }
    keys.add(batch)
    return keys
  }

  /// The hint for a log.
  static func hint(_ text: String, _ options: IngestOptions = IngestOptions()) throws -> ReadingHint {
    ReadingHint(try seen(text, options), unknownNames: [:], recognized: [], options)
  }

  /// Three records of a log, of which the last has another name than `a` or `x`, and what is proposed for them.
  static let hints: [(record: String, options: [String])] = [
    (#"{"type":"a","ts":1763632800,"session_id":"s"}"#, ["event=type", "session=session_id"]),
    (#"{"type":"a","at":"2026-01-01T00:00:00Z","run":"s"}"#, ["event=type", "time=at", "launch=run"]),
    (#"{"name":"a","action":"b","@timestamp":"2026-01-01 00:00:00"}"#, ["event=name", "time=@timestamp"]),
    (#"{"meta":{"eventTime":1763632800123},"event":{"name":"x"}}"#, ["event=event.name", "time=meta.eventTime"]),
    (
      #"{"type":"a","ts":1763632800,"durMs":3.5,"version":"4.8","build":"7","os":"18.2","bundle_id":"c.e"}"#,
      ["event=type", "app=bundle_id", "appVersion=version", "appBuild=build", "osVersion=os", "duration=durMs:ms"]
    ),
    (
      #"{"type":"a","ts":1763632800,"took_us":3,"appVersion":"4.8","version":"2"}"#,
      ["event=type", "duration=took_us:us"]
    ),
    (#"{"type":"a","ts":1763632800,"duration":3,"version":2}"#, ["event=type"]),
    (#"{"event_name":"a","time":"soon","date":"later"}"#, ["event=event_name"]), (#"{"kind":5}"#, []),
    // What stands there says more than the name of the key.
    (#"{"type":"log","label":"APP_START","time":1763632800}"#, ["event=label", "APP_START=process.start"]),
    (#"{"event":"log","label":"APP_START","time":1763632800}"#, []),
    // The time that stands beside the event, at any depth, and its unit.
    (
      #"{"timestamp":"2026-01-01T00:00:00Z","p":{"q":{"name":"did_become_active","ts_ms":1763632800123}}}"#,
      ["event=p.q.name", "time=p.q.ts_ms:ms", "did_become_active=app.didBecomeActive"]
    ),
    (
      #"{"timestamp":"2026-01-01T00:00:00Z","p":{"name":"did_become_active","user":{"created_s":"1763632800"}}}"#,
      ["event=p.name", "did_become_active=app.didBecomeActive"]
    ),
    (
      #"{"event_name":"x","event_server_received_time":"2026-01-01T00:00:00Z","event_time":"2026-01-01T00:00:00Z"}"#,
      ["event=event_name", "time=event_time"]
    ),
    // What a record takes from around it stands behind its own keys.
    (
      #"{"name":"did_become_active","client_ts":1763632800123,"timestamp":1763632801000,"ingestionTime":1763632802000}"#,
      ["event=name", "time=client_ts", "did_become_active=app.didBecomeActive"]
    ), (#"{"name":"x","timestamp":1763632801000,"client_ts":1763632800123}"#, ["event=name"]),
    // The versions of an app are not those of what else is there.
    (
      #"{"what":"x","time":1763632800,"sdk":{"version":"9.0.0"},"os":{"version":"18.2"},"library":{"version":"1.2.3"}}"#,
      ["event=what", "osVersion=os.version"]
    ),
    (
      #"{"what":"x","time":1763632800,"context":{"app":{"version":"4.9.0","build":"7"},"device":{"hw":"iPhone15,2"}}}"#,
      ["event=what", "appVersion=context.app.version", "appBuild=context.app.build", "deviceModel=context.device.hw"]
    ),
    (#"{"what":"x","time":1763632800,"release":"com.example.shop@4.9.0+4900"}"#, ["event=what"]),
  ]

  @Test(arguments: hints.indices)
  func `likely keys and names are proposed`(index: Int) throws {
    let (record, options) = Self.hints[index]
    // A key that always says the same does not tell what happened.
    let other = record.replacing(#""a""#, with: #""z""#).replacing(#""x""#, with: #""z""#)
    let hint = try Self.hint("\(record)\n\(record)\n\(other)\n")
    #expect(hint.mappings + hint.renamings.values.joined().map(\.text).sorted() == options, "\(record)")
  }

  @Test func `what is read already is not proposed again`() throws {
    let record = #"{"event_name":"app.didBecomeActive","event_timestamp":"no time","run":"r"}"# + "\n"
    let hint = try Self.hint(record, Self.options([(.event, "event_name"), (.time, "event_timestamp")]))
    #expect(hint.mappings == ["launch=run"] && hint.renamings.isEmpty)
    #expect(hint.unreadableTimes.map { "\($0.key) \($0.value)" } == [#"event_timestamp "no time""#])
  }

  @Test func `the id of a launch is one that holds for several records, and under which one process begins`() throws {
    func log(_ key: (_ launch: Int, _ number: Int) -> String) -> String {
      (0..<24).map { number in
        let name = number % 4 == 0 ? "process_start" : "did_become_active"
        return #"{"what":"\#(name)","time":\#(1_763_632_800 + number),\#(key(number / 4, number))}"#
      }.joined(separator: "\n") + "\n"
    }
    for (key, launch) in [
      ({ launch, _ in #""s":{"run":{"id":\#(launch)}}"# }, "launch=s.run.id"),
      ({ launch, _ in #""s":{"session":{"id":\#(launch)}}"# }, nil),
      // Two processes in a visit.
      ({ launch, _ in #""session_id":"v\#(launch / 2)""# }, nil),
      ({ _, number in #""run_id":"r\#(number)""# }, nil),
      // A name that says nothing: as many values as processes.
      ({ launch, _ in #""corr":"5fae\#(launch)00c1""# }, "launch=corr"),
      ({ _, number in #""corr":"5fae\#(number)00c1""# }, nil),
      ({ launch, _ in #""device_key":"5fae\#(launch)00c1""# }, nil),
    ] as [((Int, Int) -> String, String?)] {
      #expect(try Self.hint(log(key)).mappings.first { $0.hasPrefix("launch=") } == launch)
    }
  }

  @Test func `keys of records that are no events are counted, each with a value`() throws {
    let text = #"{"type":"launch","ts":1763632800,"session_id":"s","name":7,"n":1,"o":{"p":{"q":[1],"r":2.5}}}"#
    let flat = try Self.hint("\(text)\n{\"n\":2}\n")
    #expect(
      flat.keys.map { "\($0.count) \($0.key) \($0.example)" }
        == ["2 n 1", "1 name 7", "1 o.p.r 2.5", #"1 session_id "s""#, "1 ts 1763632800", #"1 type "launch""#])
    #expect(flat.mappings == ["event=type", "session=session_id"])
    let seen = try Self.seen(#"{"event":"a","at":1763632800}"# + "\n")
    #expect(seen.timelessCount == 1 && seen.areMost)
    #expect(try Self.hint(#"{"event":"a","at":1763632800}"# + "\n").mappings == ["time=at"])
    #expect(try !Self.seen(Self.record + "\n" + Self.record + "\n{\"n\":1}\n").areMost)
  }

  @Test(
    arguments: [
      ("start_time", 612), ("startTime", 612), ("began_at", 612), ("timestamp", 0), ("session_start", 0), ("at", 0),
    ] as [(String, Int64)])
  func `a time whose key says that it is a begin is that of the launch's length`(key: String, moved: Int64) throws {
    var options = IngestOptions()
    options.map("event", .event, "name", KeyForm())
    options.map("time", .time, key, KeyForm())
    options.map("launchDuration", .duration, "took", KeyForm(unitPower: 6))
    let reading = try Reading(#"{"name":"app_start","\#(key)":1792500000,"took":612}"#, options: options)
    let event = try #require(reading.batch.events.first)
    #expect(event.time == 1_792_500_000_000_000_000 + moved * 1_000_000 && event.duration == 612_000_000)
  }

  @Test(arguments: [
    ("1.83", "s"), ("0.54", "s"), ("612.4", "ms"), ("1830", "ms"), ("3", "ms"), ("19.5", "s"), ("20.5", "ms"),
  ])
  func `a small number with decimals is likely seconds`(value: String, unit: String) {
    #expect(LaunchLength.likelyUnit(of: value) == unit)
  }

  @Test(
    arguments: [
      ("coldStart", "true", .cold), ("coldStart", "0", .warm), ("values.coldStart", "0", .hot),
      ("values.coldStart", "1", .cold), ("payload.is_warm", "false", .cold),
    ] as [(String, String, StartType)])
  func `a key that asks how the app was started is read`(key: String, value: String, type: StartType) {
    #expect(StartName.type(key, is: value) == type)
  }
}
