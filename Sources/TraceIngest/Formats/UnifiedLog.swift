import TraceModel

/// Reads `log show` and `log stream` in the styles ndjson and json.
struct UnifiedLogReader: Transcoder {
  static let name = "unified-log"
  private static let keys = ["timestamp", "machTimestamp", "bootUUID", "eventMessage"]
  private let timebase: (numerator: Int64, denominator: Int64)

  static func framing(_ head: LogHead) -> Framing? {
    let isLog = head.contains("\"machTimestamp\"") || head.contains("\"eventMessage\"")
    guard isLog || head.contains("Filtering the log data using") else { return nil }
    return head.lines.contains { $0.first == "[" } ? .objects : .lines
  }

  init(_ options: IngestOptions) { timebase = options.timebase }

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
    var event = EventLine("log.message")
    event.set("time", time)
    let ticks = parts[1]?.integer.map { Int128($0) * Int128(timebase.numerator) / Int128(timebase.denominator) }
    event.set("uptime", ticks.flatMap { Int64(exactly: $0) })
    event.set("boot", parts[2]?.string)
    event.set("attributes", value)
    transcript.add(event)
  }
}
