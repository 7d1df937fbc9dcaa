import TraceModel

protocol ExportFormReader: LogFormatReader {}

extension ExportFormReader {
  static var form: ExportForm { ExportForm.all[name] ?? ExportForm([]) }
  static var summary: String { form.summary }
  static func framing(_ head: LogHead) -> Framing? { form.framing(head) }
}

/// The name of a form that rows describe whole.
protocol ExportName { static var name: String { get } }
enum DatadogExport: ExportName { static let name = "datadog" }
enum FirebaseExport: ExportName { static let name = "firebase-performance" }
enum CrashlyticsExport: ExportName { static let name = "crashlytics" }
enum CoralogixExport: ExportName { static let name = "coralogix" }
enum CountlyExport: ExportName { static let name = "countly" }
enum DynatraceExport: ExportName { static let name = "dynatrace" }

/// Reads a form that rows of `exports.txt` describe whole.
struct ExportReader<Form: ExportName>: ExportFormReader {
  static var name: String { Form.name }
  static var mayBeEnclosed: Bool { form.isOfObjects }

  private let form = Self.form
  private let zone: Int64

  init(_ options: IngestOptions) { zone = options.zoneOffsetSeconds }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    let records = form.records(of: value)
    if records.isEmpty { return transcript.end(.envelope) }
    for record in records { transcribe(form.record(record), into: &transcript) }
  }

  private func transcribe(_ record: ExportRecord, into transcript: inout Transcript) {
    guard let time = form.time(of: record)?.instant(zoneOffsetSeconds: zone) else {
      return transcript.end(.rejected(.noTime))
    }
    let meaning = form.row(of: record)?.meaning
    var launch: MeasuredLaunch?
    var reason: String?
    switch meaning {
    case .launch(let measure, let length, let type):
      let startType = type.flatMap { record[$0.path]?.string }.flatMap { StartType(written: $0) }
      let nanos = length.nanos(in: record)
      launch = MeasuredLaunch(
        measure, begin: form.isLate ? time &- (nanos ?? 0) : time, nanos: nanos,
        type: startType ?? StartName.type(length.path))
    case .end(let word): reason = word
    case .event, .field, nil: break
    }
    let kind: EventKind? = launch != nil ? .launchMeasured : reason != nil ? .processExit : nil
    var event = form.event(kind?.name, of: record, source: reason.map { _ in EventSource.system.name })
    if let launch { launch.write(to: &event) } else { event.set("time", time) }
    event.set("reason", reason)
    if kind != nil { event.set("launch", form.owner(of: record)) }
    event.set(form.keptName, record.value)
    transcript.add(event)
  }
}
