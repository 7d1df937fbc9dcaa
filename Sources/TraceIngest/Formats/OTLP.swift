import TraceModel

/// Reads logs and traces of OpenTelemetry in OTLP/JSON, one or many objects.
///
/// `otlp.txt` has the fields with the attributes that may say them; then the states of `device.app.lifecycle`; then the
/// spans that SDKs write at launch (Splunk, Embrace, Bugsnag), with what their start and their end are.
struct OTLPReader: Transcoder {
  static let name = "otlp"
  private static let tables = PackageResources.otlp_txt.tables
  private static let states = Dictionary(uniqueKeysWithValues: tables[1].map { ($0[0], $0[1]) })
  private static let spans = Dictionary(uniqueKeysWithValues: tables[2].map { ($0[0], $0.dropFirst()) })

  static func framing(_ head: LogHead) -> Framing? {
    ["resourceLogs", "resourceSpans"].contains(head.keys.first) ? .objects : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    var count = 0
    for (signal, items) in [("Logs", "logRecords"), ("Spans", "spans")] {
      for resource in value["resource\(signal)"]?.items ?? [] {
        for item in (resource["scope\(signal)"]?.items ?? []).flatMap({ $0[items]?.items ?? [] }) {
          tell(item, resource["resource"], &transcript)
          count += 1
        }
      }
    }
    if count == 0 { transcript.end(.envelope) }
  }

  private func tell(_ item: JSONValue, _ resource: JSONValue?, _ transcript: inout Transcript) {
    let lists = [item["attributes"], item["body"]?[path: "kvlistValue.values"], resource?["attributes"]]
    func told(_ key: String) -> JSONValue? { lists.lazy.compactMap { Self.value(key, in: $0) }.first }
    let name = (item["eventName"] ?? told("event.name") ?? item["name"])?.string ?? "log"
    let state = name == "device.app.lifecycle" ? told("ios.app.state")?.string : nil
    let meaning = state.flatMap { Self.states[$0] }
    let times = ["timeUnixNano", "startTimeUnixNano", "observedTimeUnixNano"].compactMap { item[$0] }
    var events = [(meaning ?? Self.known(name), times.first { $0.integer != 0 })]
    if let edges = Self.spans[name] {
      events = zip(edges, [events[0].1, item["endTimeUnixNano"]]).filter { !$0.0.isEmpty }
    }
    events += (item["events"]?.items ?? []).map { (Self.known($0["name"]?.string ?? ""), $0["timeUnixNano"]) }
    for (index, (name, time)) in events.enumerated() {
      guard let time else { return transcript.end(.rejected(.noTime)) }
      var event = EventLine(name)
      event.set("time", time)
      event.set("source", meaning.map { _ in "notification" })
      event.set("prewarmed", name == "process.start" && told("isPrewarmed")?.string == "true" ? true : nil)
      for field in Self.tables[0] { event.set(field[0], field.dropFirst().lazy.compactMap { told($0) }.first) }
      event.set("record", index == 0 ? item : nil)
      event.set("resource", index == 0 ? resource : nil)
      transcript.add(event)
    }
  }

  /// An attribute's value, whatever its type.
  private static func value(_ key: String, in list: JSONValue?) -> JSONValue? {
    list?.items.first { $0["key"]?.string == key }?["value"]?.members.first?.value
  }

  /// A name that says what happened, else one of this format's own.
  private static func known(_ name: String) -> String { EventNames.meaning(of: name) == nil ? "otlp.\(name)" : name }
}
