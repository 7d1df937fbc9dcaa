import Testing

@testable import TraceIngest
@testable import TraceModel

/// Records in what other programs put around them.
@Suite(.tags(.medium)) struct EnvelopeReadingTests {
  /// What a source holds, and what of each event is expected: its name, instant in milliseconds, launch and app version.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var events: [String]
    var map: [String] = []
  }

  /// So many columns that they do not end in the first bytes of a source.
  private static let manyColumns = (0..<300).map { #"{"name":"column \#($0)","type":"string"}"# }.joined(separator: ",")

  static let cases: [Case] = [
    Case(
      testDescription: "a table of text, with quotation marks and cells without a value",
      text: "time,event,launch,appVersion\n2026-10-20T12:40:00Z,process.start,\"a,\"\"b\"\"\",4.10\n"
        + "1792500000,process.main,,\n",
      events: ["process.start 1792500000000 a,\"b\" 4.10", "process.main 1792500000000 - -"]),
    Case(
      testDescription: "a table of a spreadsheet, with decimal commas",
      text: "\u{FEFF}Uhrzeit;Was;launch\r\n1792500000,250;process.start;7\r\n1792500001,5;process.main;7\r\n",
      events: ["process.start 1792500000250 7 -", "process.main 1792500001500 7 -"], map: ["event=Was", "time=Uhrzeit"]),
    Case(
      testDescription: "a table whose cells hold JSON",
      text: "@timestamp\t@message\n2026-10-20T12:40:00Z\t\"{\"\"event\"\":\"\"process.start\"\"}\"\n",
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "more columns than a source's first bytes hold",
      text: #"{"tables":[{"name":"PrimaryResult","columns":[{"name":"time","type":"datetime"},"#
        + #"{"name":"event","type":"string"},\#(manyColumns)],"rows":[["2026-10-20T12:40:00Z","process.start"\#(String(repeating: ",null", count: 300))]]}]}"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "ids around a list, numbers as well",
      text: #"{"launch":7,"app_version":"4.9.0","items":[{"event":"process.start","time":1792500000000}]}"#,
      events: ["process.start 1792500000000 7 4.9.0"]),
    Case(
      testDescription: "ids behind a list, in objects",
      text: #"{"list":[{"event":"process.start","ts":1792500000}],"launch":{"id":"s"},"app":{"version":"4.9.0"}}"#,
      events: ["process.start 1792500000000 s 4.9.0"]),
    Case(
      testDescription: "a record's own ids win, and its time",
      text: #"{"time":1,"session":"o","all":[{"event":"process.start","time":1792500000000,"launch":"i"}]}"#,
      events: ["process.start 1792500000000 i -"]),
    Case(
      testDescription: "the time of the nearest object that has one",
      text: #"{"@timestamp":"2026-10-20T12:40:00Z","message":"{\"at\":5,\"data\":{\"event\":\"process.start\"}}"}"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "lists in lists in a text, and several lists",
      text: #"{"body":"{\"a\":[[{\"event\":\"process.start\",\"time\":1792500000}]],"#
        + #"\"b\":[{\"event\":\"process.main\",\"time\":1792500001}]}"}"#,
      events: ["process.start 1792500000000 - -", "process.main 1792500001000 - -"]),
    Case(
      testDescription: "two lists of one object",
      text: #"{"a":[{"event":"process.start","time":1792500000}],"#
        + #""b":[{"event":"process.main","time":1792500001}],"x":[1]}"#,
      events: ["process.start 1792500000000 - -", "process.main 1792500001000 - -"]),
    Case(
      testDescription: "Splunk's event collector",
      text: #"{"time":1792500000.25,"source":"x","event":{"event":"process.start","launch":"L"}}"#,
      events: ["process.start 1792500000250 L -"]),
    Case(
      testDescription: "Google's logs",
      text: #"{"timestamp":"2026-10-20T12:40:09Z","jsonPayload":{"event":"process.start","time":1792500000000}}"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "Analytics in BigQuery, mapped",
      text: #"{"event_name":"process.start","event_timestamp":1792500000000000,"event_params":["#
        + #"{"key":"launch","value":{"string_value":"L","int_value":null}},"#
        + #"{"key":"n","value":{"string_value":null,"int_value":3}}]}"#,
      events: ["process.start 1792500000000 L -"],
      map: ["event=event_name", "time=event_timestamp", "launch=event_params.launch"]),
    Case(
      testDescription: "ids around a list, mapped",
      text: #"{"session_id":"s","events":[{"event":"process.start","time":1792500000000}]}"#,
      events: ["process.start 1792500000000 s -"], map: ["launch=session_id"]),
    Case(
      testDescription: "keys of a house's own, mapped by paths",
      text: #"{"meta":{"sid":"s"},"lines":[{"evt":{"id":"process.start"},"clock":{"wall":1792500000000}}]}"#,
      events: ["process.start 1792500000000 s -"],
      map: ["event=evt.id", "time=clock.wall", "launch=meta.sid"]),
    Case(
      testDescription: "an object around it, mapped by its path, is the record",
      text: #"{"timestamp":"2026-10-20T12:40:00Z","jsonPayload":{"event":"process.start","time":1792500009000}}"#,
      events: ["process.start 1792500000000 - -"], map: ["event=jsonPayload.event"]),
    Case(
      testDescription: "seconds since 2001",
      text: #"{"event":"process.start","time":814192800.5}"# + "\n" + #"{"event":"process.main","time":814192801}"#,
      events: ["process.start 1792500000500 - -", "process.main 1792500001000 - -"]),
    Case(
      testDescription: "Azure's tables",
      text: #"{"tables":[{"name":"PrimaryResult","columns":[{"name":"time","type":"datetime"},"#
        + #"{"name":"event","type":"string"},{"name":"launch","type":"string"}],"#
        + #""rows":[["2026-10-20T12:40:00Z","#
        + #""process.start","L"],["2026-10-20T12:40:01Z","process.main","L"]]}]}"#,
      events: ["process.start 1792500000000 L -", "process.main 1792500001000 L -"]),
    Case(
      testDescription: "Kusto's frames, of which one holds the result",
      text: #"[{"FrameType":"DataSetHeader","Version":"v2.0"},{"FrameType":"DataTable","TableKind":"QueryProperties","#
        + #""Columns":[{"ColumnName":"Key"},{"ColumnName":"Value"}],"Rows":[["Visualization","{}"]]},"#
        + #"{"FrameType":"DataTable","TableKind":"PrimaryResult","#
        + #""Columns":[{"ColumnName":"time"},{"ColumnName":"event"}],"#
        + #""Rows":[[1792500000,"process.start"]]}]"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "Elastic's SQL, mapped",
      text: #"{"columns":[{"name":"ts","type":"datetime"},{"name":"name","type":"text"}],"#
        + #""rows":[["2026-10-20T12:40:00Z","process.start"]],"cursor":"x"}"#,
      events: ["process.start 1792500000000 - -"], map: ["event=name", "time=ts"]),
    Case(
      testDescription: "BigQuery's rows, with records in a column",
      text: #"{"schema":{"fields":[{"name":"time","type":"TIMESTAMP"},{"name":"event","type":"STRING"},"#
        + #"{"name":"params","type":"RECORD","mode":"REPEATED","fields":[{"name":"key"},{"name":"value"}]}]},"#
        + #""rows":[{"f":[{"v":"1.7925E9"},{"v":"process.start"},"#
        + #"{"v":[{"v":{"f":[{"v":"launch"},{"v":"L"}]}}]}]}],"totalRows":"1"}"#,
      events: ["process.start 1792500000000 L -"], map: ["launch=params.launch"]),
    Case(
      testDescription: "Athena's result, whose columns stand behind the rows",
      text: #"{"ResultSet":{"Rows":[{"Data":[{"VarCharValue":"time"},{"VarCharValue":"event"}]},"#
        + #"{"Data":[{"VarCharValue":"2026-10-20 12:40:00.000"},{"VarCharValue":"process.start"}]}],"#
        + #""ResultSetMetadata":{"ColumnInfo":[{"Name":"time"},{"Name":"event"}]}}}"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "Elasticsearch's fields, lists of one value",
      text: #"{"hits":{"hits":[{"_id":"i","fields":{"time":[1792500000],"x":[1,2],"#
        + #""event.action":["process.start"]}}]}}"#,
      events: ["process.start 1792500000000 - -"], map: ["event=event.action"]),
    Case(
      testDescription: "lines of keys and values",
      text: "time=2026-10-20T12:40:00Z event=process.start launch=L app_version=4.9.0\n\n"
        + #"time=1792500001 event=process.main launch=L msg="a \"b\" c=d" x="# + "\n",
      events: ["process.start 1792500000000 L -", "process.main 1792500001000 L -"]),
    Case(
      testDescription: "lines of keys and values behind a prefix",
      text: "2026-10-20T12:40:00+00:00 app[web.1]: ts=2026-10-20T12:40:00Z event=process.start n=1\n",
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "lines of keys and values in Loki's stream",
      text: #"{"data":{"result":[{"stream":{"job":"x"},"#
        + #""values":[["1792500000000000000","event=process.start a=1"]]}]}}"#,
      events: ["process.start 1792500000000 - -"]),
    Case(
      testDescription: "lists in a record are part of it",
      text: #"{"event":"process.start","time":1792500000,"events":[{"event":"process.main","time":1792500001}]}"#,
      events: ["process.start 1792500000000 - -"]),
  ]

  @Test(arguments: cases)
  func `records are found, and take what is said around them`(_ case: Case) throws {
    var options = IngestOptions()
    options.keyMap = `case`.map.map { mapping in
      let parts = mapping.split(separator: "=").map(String.init)
      return (Field.allCases.first { $0.name == parts[0] } ?? .event, parts[1])
    }
    for blockSize in [262_144, 7] {
      let reading = try Reading(`case`.text, options: options, blockSize: blockSize)
      let symbols = reading.symbols
      let said = reading.batch.events.map { event in
        let context = symbols.context(event.context)
        let stream = symbols.stream(event.stream)
        func text(_ id: TextID) -> String { id.isNone ? "-" : symbols.texts.string(id) }
        let name = symbols.signature(event).kind.name
        return "\(name) \(event.time / 1_000_000) \(text(stream.launch)) \(text(context.appVersion))"
      }
      #expect(said == `case`.events)
      #expect(reading.batch.rejects.isEmpty)
      #expect(reading.batch.counts.misfits == 0)
    }
  }

  /// Objects with thousands of members, as a database of a record under each key has, and how many events are in them.
  private static let wide: [(testDescription: String, member: String, events: Int)] = [
    ("records", #"{"event":"process.start","time":1792500000000}"#, 4000),
    ("records that take their time from around them", #"{"event":"process.start"}"#, 4000),
    ("texts of records", #""{\"event\":\"process.start\",\"time\":1792500000000}""#, 4000),
    ("texts of JSON that are none", #""{\"x\":1}""#, 0),
    ("objects that are none", #"{"x":1}"#, 0),
  ]

  @Test(arguments: wide.indices)
  func `an object may have any number of members, and each takes what is around it`(
    number: Int
  ) throws {
    let (name, member, count) = Self.wide[number]
    let members = (0..<4000).map { "\"k\($0)\":\(member)" }.joined(separator: ",")
    let text = #"{"launch_id":"s","time":1792500000000,"app_version":"4.9","all":{"# + members + "}}"
    let reading = try Reading(text)
    #expect(reading.batch.events.count == count, "\(name)")
    #expect(reading.batch.counts.addsUp(events: Int64(count)), "\(name)")
    for event in reading.batch.events.prefix(3) {
      let symbols = reading.symbols
      #expect(symbols.texts.string(symbols.stream(event.stream).launch) == "s", "\(name)")
      #expect(symbols.texts.string(symbols.context(event.context).appVersion) == "4.9", "\(name)")
    }
  }

  @Test func `a text that is no record is rejected as it stands, and its keys are shown`() throws {
    let good = #"{"log":"{\"event\":\"process.start\",\"time\":1792500000}"}"#
    let bad = [#"{"log":"ready"}"#, #"{"log":"{\"evt\":\"x\",\"at\":1792500000}"}"#, "not JSON"]
    let text = ([good] + bad + [good]).map { $0 + "\n" }.joined()
    let reading = try Reading(text)
    #expect(reading.batch.events.map(\.line) == [1, 5])
    #expect(reading.batch.rejects.map { String(decoding: $0.raw, as: UTF8.self) }.dropFirst(2).first == "not JSON")
    #expect(reading.batch.rejects.map(\.line) == [2, 3, 4])
    #expect(reading.batch.counts.addsUp(events: 2))
  }

  static let metricKit =
    #"{"timeStampBegin":"2026-10-19 23:00:00 +0000","timeStampEnd":"2026-10-20 22:59:00 +0000","#
    + #""applicationLaunchMetrics":{"histogrammedTimeToFirstDrawKey":{"histogramValue":{"#
    + #""0":{"bucketCount":3,"bucketStart":"820 ms","bucketEnd":"829 ms"}}}}}"#
  static let logRow =
    #"{"timestamp":"2026-10-20 12:40:00.000000+0000","machTimestamp":5,"processID":7,"#
    + #""processImagePath":"/a/Shop","subsystem":"com.apple.UIKit","eventMessage":"x"}"#
  static let otlp =
    #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1792500000000000000","#
    + #""eventName":"device.app.lifecycle","attributes":[{"key":"ios.app.state","#
    + #""value":{"stringValue":"active"}}]}]}]}]}"#

  @Test(arguments: [(metricKit, "metrickit"), (logRow, "unified-log"), (otlp, "otlp")])
  func `what an envelope holds is read as the format that it is of`(_ record: String, _ format: String) throws {
    let texts = [
      #"{"took":1,"hits":{"hits":[{"_id":"1","_source":\#(record)}]}}"#,
      #"{"received_at":"2026-10-20T12:40:00Z","payload":\#(record)}"# + "\n",
      #"{"events":[{"timestamp":1,"message":\#(ElementTests.quoted(record))}]}"#,
    ]
    let alone = try Reading(record + "\n")
    for text in texts {
      for name in [nil, format] {
        let scratch = try Scratch()
        let path = try scratch.write(text)
        var options = IngestOptions()
        options.format = name
        let reading = try Reading(path: path, options: options)
        #expect(try SourceReader(SourcePath(path), options: options).formatName.hasPrefix("\(format) in "))
        #expect(reading.batch.rejects.isEmpty)
        #expect(reading.described.map(Self.withoutSource) == alone.described.map(Self.withoutSource))
      }
    }
  }

  private static func withoutSource(_ event: String) -> String { event.replacing(/source:[0-9a-f]+/, with: "") }

  @Test func `a source that descends over three instants is newest first`() throws {
    func reading(_ seconds: [Int]) throws -> Reading {
      try Reading(seconds.map { #"{"event":"process.main","time":\#(1_792_500_000 + $0)}"# + "\n" }.joined())
    }
    #expect(try reading([3, 2, 2, 1]).batch.events.map(\.line) == [-1, -2, -3, -4])
    #expect(try reading([2, 2, 1]).batch.events.map(\.line) == [1, 2, 3])
    #expect(try reading([3, 2, 1, 2]).batch.events.map(\.line) == [1, 2, 3, 4])
    #expect(try reading([1, 2, 3]).batch.events.map(\.line) == [1, 2, 3])
  }
}
