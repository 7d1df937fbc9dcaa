import TraceModel

/// Reads the unified log as JSON: the output of `log show` and `log stream` in the styles ndjson and json, that of
/// `unifiedlog_iterator` for a log archive, and the records of either in OTLP, as the OpenTelemetry Collector's
/// receiver `macosunifiedlogging` sends them.
///
/// Source: `log(1)`; github.com/mandiant/macos-UnifiedLogs; the receiver's README in
/// github.com/open-telemetry/opentelemetry-collector-contrib.
struct UnifiedLogReader: LogFormatReader {
  static let name = InputFormat.systemLog.name
  static let summary = "JSON of 'log show', 'log stream' and 'unifiedlog_iterator', from devices, Macs and Simulators"
  static let mayBeEnclosed = true

  /// The keys of a record as `log` and as `unifiedlog_iterator` writes them; a record has one of each pair.
  private static let keys: [(apple: String, iterator: String)] = [
    ("timestamp", "timestamp"), ("machTimestamp", ""), ("bootUUID", "boot_uuid"), ("processID", "pid"),
    ("processImagePath", "process"), ("subsystem", "subsystem"), ("eventMessage", "message"), ("signpostName", ""),
    ("signpostID", ""), ("signpostType", ""),
  ]
  private static let appleKeys = keys.map(\.apple)
  private static let iteratorKeys = keys.map(\.iterator)
  /// Keys that only `unifiedlog_iterator` writes all of in each record.
  private static let iteratorMarks = ["event_type", "log_type", "boot_uuid", "message"]

  private var interpreter: UnifiedLogInterpreter

  static let cleaning = Cleaning.lines(
    TextCleaner(
      begins: { $0.first == UInt8(ascii: "{") && (try? JSONValue($0)) != nil },
      // A program that forwards the log may write a prefix on each line.
      starts: { $0.first == UInt8(ascii: "{") ? [] : Envelope.json(in: $0).map { [$0.raw.startIndex] } ?? [] },
      isText: false))

  static func framing(_ head: LogHead) -> Framing? {
    if let framing = ofRecords(head) { return framing }
    let isBegun = head.contains("Filtering the log data using") && UnifiedLogTextReader.recognized(head) == nil
    return isBegun ? recordFraming(head) : nil
  }

  private static func recordFraming(_ head: LogHead) -> Framing {
    head.lines.contains { $0.first == "[" } ? .objects : .lines
  }

  /// Nil for a source that does not begin with a record of the log as JSON.
  static func ofRecords(_ head: LogHead) -> Framing? {
    let appleMarks = ["machTimestamp", "eventMessage"]
    let isSaid = appleMarks.contains { head.contains("\"\($0)\"") }
    // A server's record may hold one of the log's.
    let isApple = isSaid && (appleMarks.contains(where: head.keys.contains) || head.first != UInt8(ascii: "{"))
    // In OTLP a record is a text with escaped quotes, or a list of keys and values.
    let isSent = head.keys.first == "resourceLogs" && (isSaid || head.contains(#"\"eventMessage\""#))
    if isSent, !OTLPReader.isOwn(head) { return .objects }
    let isOfIterator = iteratorMarks.allSatisfy(head.keys.contains)
    return isApple || isOfIterator ? recordFraming(head) : nil
  }

  init(_ options: IngestOptions) { interpreter = UnifiedLogInterpreter(options.timebase) }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch {
      // Other output of the program, and text before its first record.
      return transcript.end(record.first == UInt8(ascii: "{") ? .rejected(error) : .envelope)
    }
    guard let resources = value["resourceLogs"] else { return read(value, into: &transcript) }
    let items = resources.items.flatMap { $0["scopeLogs"]?.items ?? [] }.flatMap { $0["logRecords"]?.items ?? [] }
    if items.isEmpty { return transcript.end(.envelope) }
    for item in items { read(Self.sent(item["body"]) ?? item, into: &transcript) }
  }

  private mutating func read(_ value: JSONValue, into transcript: inout Transcript) {
    let isOfIterator = value["event_type"] != nil && value["machTimestamp"] == nil
    let values = value[isOfIterator ? Self.iteratorKeys : Self.appleKeys]
    guard let time = values[0]?.string else {
      return transcript.end(value["finished"] == nil ? .rejected(.noTime) : .envelope)
    }
    let boot = values[2]?.string.map(Self.hyphenated)
    var message = LogMessage(time: time, uptime: interpreter.nanos(values[1]?.integer), boot: boot)
    message.pid = values[3]?.integer
    message.process = values[4]?.string?.split(separator: "/").last.map(String.init) ?? ""
    message.subsystem = values[5]?.string ?? ""
    message.text = values[6]?.bytes ?? []
    if let name = values[7]?.string, !name.isEmpty {
      message.signpost = (name, values[8]?.raw.string ?? "", values[9]?.string == "end")
    }
    interpreter.read(message, into: &transcript) { $0.set("attributes", value) }
  }

  /// The record in the body of OTLP's log record: a string that is JSON, or a list of keys and values; else nil.
  private static func sent(_ body: JSONValue?) -> JSONValue? {
    if let text = body?["stringValue"]?.bytes { return (try? JSONValue(text)).flatMap { $0.isObject ? $0 : nil } }
    guard let members = body?[path: "kvlistValue.values"]?.items, !members.isEmpty else { return nil }
    var record = JSONObjectText()
    for member in members {
      record.set(member["key"]?.string ?? "", raw: member["value"]?.members.first?.value.raw)
    }
    return try? JSONValue(record.bytes[...])
  }

  /// The id of a boot as `log` writes it: `unifiedlog_iterator` omits the hyphens of a UUID.
  private static func hyphenated(_ id: String) -> String {
    guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else { return id }
    let digits = Array(id)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
