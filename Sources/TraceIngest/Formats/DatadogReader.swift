import TraceModel

/// Reads events of Datadog's RUM, as its SDK sends them and as its API exports them: the launches, each with its
/// duration.
///
/// The SDK sends two records of one launch: up to the first frame, and up to the point at which the app reports to be
/// ready. Both have the session and the time at which the process was started. It sends none of a launch in the
/// background. A prewarmed launch is measured from the load of the SDK.
///
/// Source: rum-events-format, `schemas/rum/vital-app-launch-schema.json`; dd-sdk-ios.
struct DatadogReader: LogFormatReader {
  static let name = "datadog"
  static let summary = "events of Datadog's RUM, raw or exported by its API: launches with their length"

  private static let fieldColumns: KeyValuePairs<Field, [String]> = [
    // The service is the app's bundle id, unless the app sets another name.
    .app: ["service"],
    .appVersion: ["version"],
    .appBuild: ["build_version", "build_id"],
    .deviceModel: ["device.model", "device.name"],
    .osVersion: ["os.version"],
    .platform: ["os.name"],
  ]
  private static let records = EventLine.records([EventKind.launchMeasured.name])
  private static let measures: [String: LaunchMeasure] = ["ttid": .datadogTTID, "ttfd": .datadogTTFD]

  static func framing(_ head: LogHead) -> Framing? {
    let keys = head.keys
    let isDated = keys.contains("type") && keys.contains("date")
    let isRaw = isDated && ["session", "vital", "_dd"].contains(where: keys.contains)
    let isFlat = ["vital.app_launch_metric", "@vital.app_launch_metric"].contains(where: keys.contains)
    let mayBeExported = keys.contains("data") || keys.contains("attributes")
    let isExported = mayBeExported && head.contains("\"rum\"") && head.contains("\"attributes\"")
    return isRaw || isFlat || isExported ? .objects : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    let page = value["data"]?.items ?? []
    if value["data"] != nil, page.isEmpty { return transcript.end(.envelope) }
    for item in page.isEmpty ? [value] : page { transcribe(item, into: &transcript) }
  }

  private func transcribe(_ item: JSONValue, into transcript: inout Transcript) {
    // An export has the SDK's values in an object of their own.
    let layers = [item[path: "attributes.attributes"], item["attributes"], item].compactMap(\.self)
    func column(_ path: String) -> JSONValue? { layers.lazy.compactMap { $0[column: path] }.first }
    let date = (column("date") ?? column("timestamp"))?.instant()
    guard let date else { return transcript.end(.rejected(.noTime)) }
    let type = layers.lazy.compactMap { $0["type"]?.string }.first ?? "event"
    let launch = Self.launch(date, type, column)
    var event: EventLine
    if let launch {
      event = launch.event
      let owner = (column("session.id") ?? column("application.id"))?.word ?? Self.name
      event.set("launch", "\(owner)/\(date / 1_000_000)")
      event.set("prewarmed", column("vital.is_prewarmed")?.truth)
    } else {
      event = EventLine(Self.eventName(type))
      event.set("time", date)
    }
    event.set("source", "app")
    for (field, paths) in Self.fieldColumns {
      event.set(field.name, paths.lazy.compactMap { column($0)?.word }.first)
    }
    event.set(records: Self.records)
    event.set("record", item)
    transcript.add(event)
  }

  /// The launch that an event describes; nil for any other event, and for one of an app that is not for iOS.
  private static func launch(
    _ date: Int64, _ type: String, _ column: (String) -> JSONValue?
  ) -> MeasuredLaunch? {
    let isOther = column("os.name")?.string?.lowercased() == "android" || column("source")?.string == "browser"
    if isOther { return nil }
    if let measure = column("vital.app_launch_metric")?.string.flatMap({ measures[$0] }) {
      let startType = column("vital.startup_type")?.string.flatMap { StartType(written: $0) }
      return MeasuredLaunch(measure, begin: date, nanos: column("vital.duration")?.scaled(by: 0), type: startType)
    }
    guard column("action.type")?.string == "application_start" else { return nil }
    let nanos = column("action.loading_time")?.scaled(by: 0)
    return MeasuredLaunch(.datadogApplicationStart, begin: date, nanos: nanos, type: nil)
  }
}
