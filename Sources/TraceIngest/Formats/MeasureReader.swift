import TraceModel

/// Reads the session files of measure.sh: documents that hold events and spans, which `exports.txt` describes; a
/// session may span several processes and files.
struct MeasureReader: ExportFormReader {
  static let name = InputFormat.measure.name

  private static let second: Int64 = 1_000_000_000

  private let form = Self.form
  private let records: String

  static func framing(_ head: LogHead) -> Framing? {
    // A document without events has only a time.
    let isEmpty = ["events", "spans"].contains(head.keys.first) && head.bytes.count { $0 == UInt8(ascii: "{") } == 1
    return isEmpty && head.contains("\"timestamp\"") ? .document : form.framing(head)
  }

  init(_ options: IngestOptions) {
    records = EventLine.records(form.eventNames + [EventKind.processStart.name, EventKind.processExit.name])
  }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let document: JSONValue
    do throws(Reject.Reason) { document = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    let values = form.records(of: document)
    if values.isEmpty { return transcript.end(.envelope) }
    for value in values {
      transcript.nextRecord(value.raw)
      read(form.record(value), into: &transcript)
    }
  }

  private func read(_ record: ExportRecord, into transcript: inout Transcript) {
    guard let time = form.time(of: record)?.string else { return transcript.end(.rejected(.noTime)) }
    let type = record["type"]?.string ?? "span"
    var event = form.event(of: record, records: records)
    let start = record["\(type).process_start_uptime"] ?? record["\(type).app_visible_uptime"]
    // The times of a return are on another clock.
    if type != "hot_launch", let start = start?.integer, let draw = record["\(type).on_next_draw_uptime"]?.integer {
      var process = form.event(EventKind.processStart.name, of: record, records: records)
      process.set("time", start)
      // As measure.sh's own rules have it: cold after an update or a restart, and where it knows no launch before.
      process.set("reason", StartType(written: type)?.name)
      // A few versions cut the time to the second.
      process.set("startUncertaintyNanos", start % 1000 == 0 ? Self.second : nil)
      transcript.add(process)
      event.set("time", draw)
    } else {
      event.set("time", time)
    }
    event.set(form.keptName, record.value)
    transcript.add(event)
    // Later events of the session belong to another process, whose start is not always recorded.
    let isCrash = type == "exception" && Self.isCrash(record)
    let isEnd = isCrash || event.name == EventKind.appWillTerminate.name
    guard isEnd, let end = Timestamp.parse(Array(time.utf8).span) else { return }
    // The time of a crash is cut to the second: events within that second came before it.
    let isCut = isCrash && end.nanoseconds % Self.second == 0
    let behind = isCut ? Self.second - 1 : 1
    var exit = form.event(EventKind.processExit.name, of: record, source: "system", records: records)
    exit.set("time", min(end.nanoseconds, .max - behind) + behind)
    exit.set("reason", isCrash ? "crash" : nil)
    transcript.add(exit)
  }

  /// True if an exception ended the process: other unhandled errors, which frameworks write, have no signal.
  private static func isCrash(_ record: ExportRecord) -> Bool {
    guard record["exception.handled"]?.truth == false else { return false }
    return record["exception.exceptions"]?.items.first?["signal"]?.string.map { !$0.isEmpty } ?? false
  }
}
