import TraceModel

/// Reads `log show` and `log stream` in the styles ndjson and json.
struct UnifiedLogReader: LogFormatReader {
  static let name = "unified-log"
  static let summary = "JSON of 'log show' and 'log stream' in the styles ndjson and json, from Macs and Simulators"
  private static let keys = [
    "timestamp", "machTimestamp", "bootUUID", "processID", "processImagePath", "subsystem", "eventMessage",
    "signpostName", "signpostID", "signpostType",
  ]
  private var interpreter: UnifiedLogInterpreter

  static func framing(_ head: LogHead) -> Framing? {
    let isLog = head.contains("\"machTimestamp\"") || head.contains("\"eventMessage\"")
    // A stream begins so in every style.
    let isBegun = head.contains("Filtering the log data using") && UnifiedLogTextReader.framing(head) == nil
    guard isLog || isBegun else { return nil }
    return head.lines.contains { $0.first == "[" } ? .objects : .lines
  }

  init(_ options: IngestOptions) { interpreter = UnifiedLogInterpreter(options.timebase) }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch {
      // What the program says of itself, and noise before its first record.
      return transcript.end(record.first == UInt8(ascii: "{") ? .rejected(error) : .envelope)
    }
    let parts = value[Self.keys]
    guard let time = parts[0]?.string else {
      return transcript.end(value["finished"] == nil ? .rejected(.noTime) : .envelope)
    }
    var message = LogMessage(time: time, uptime: interpreter.nanos(parts[1]?.integer), boot: parts[2]?.string)
    message.pid = parts[3]?.integer
    message.process = parts[4]?.string?.split(separator: "/").last.map(String.init) ?? ""
    message.subsystem = parts[5]?.string ?? ""
    message.text = parts[6]?.bytes ?? []
    if let name = parts[7]?.string, !name.isEmpty {
      message.signpost = (name, parts[8]?.raw.string ?? "", parts[9]?.string == "end")
    }
    interpreter.read(message, into: &transcript) { $0.set("attributes", value) }
  }
}
