import TraceModel

/// Reads rows of Firebase Performance Monitoring, as BigQuery exports its tables: launches with their durations, which
/// are the traces `_app_start`.
///
/// The SDK measures from the first class that is loaded to the run loop's turn after the activation, and does not say
/// whether a launch was cold. A row names neither device nor app: only the name of its table has the bundle id.
///
/// Source: Firebase, *Export Performance Monitoring data to BigQuery*; firebase-ios-sdk, `FPRAppActivityTracker`.
struct FirebaseReader: LogFormatReader {
  static let name = "firebase-performance"
  static let summary = "rows of Firebase Performance in BigQuery as JSON: launches (_app_start) with their length"

  private static let fieldColumns: KeyValuePairs<Field, String> = [
    .appVersion: "app_display_version", .appBuild: "app_build_version", .osVersion: "os_version",
    .deviceModel: "device_name",
  ]
  private static let records = EventLine.records([EventKind.launchMeasured.name])
  private let zone: Int64

  static func framing(_ head: LogHead) -> Framing? {
    let keys = head.keys
    let marks = ["trace_info", "network_info", "app_display_version"]
    let isTrace = keys.contains { key in marks.contains(where: key.hasPrefix) }
    return isTrace && keys.contains("event_type") && keys.contains("event_name") ? .objects : nil
  }

  init(_ options: IngestOptions) { zone = options.zoneOffsetSeconds }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let row: JSONValue
    do throws(Reject.Reason) { row = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    guard let begin = row["event_timestamp"]?.instant(zoneOffsetSeconds: zone) else {
      return transcript.end(.rejected(.noTime))
    }
    let name = row["event_name"]?.string ?? "row"
    let isLaunch = name == "_app_start" && row["event_type"]?.string == "DURATION_TRACE"
    let nanos = isLaunch ? row[column: "trace_info.duration_us"]?.scaled(by: 3) : nil
    let launch = MeasuredLaunch(.firebase, begin: begin, nanos: nanos, type: nil)
    var event = launch?.event ?? EventLine("firebase.\(name)")
    if launch == nil { event.set("time", begin) }
    event.set("source", "app")
    for (field, column) in Self.fieldColumns { event.set(field.name, row[column]?.word) }
    event.set(records: Self.records)
    event.set("record", row)
    transcript.add(event)
  }
}
