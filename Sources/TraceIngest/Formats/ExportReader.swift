import TraceModel

/// A reader of a form in `exports.txt`.
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

/// Reads a form that rows of `exports.txt` describe whole.
struct ExportReader<Form: ExportName>: ExportFormReader {
  static var name: String { Form.name }

  private let form = Self.form
  private let zone: Int64
  /// The begins of the launches so far, by what they are named by.
  private var begins: [String: [Int64]] = [:]

  init(_ options: IngestOptions) { zone = options.zoneOffsetSeconds }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let value: JSONValue
    do throws(Reject.Reason) { value = try JSONValue(record) } catch { return transcript.end(.rejected(error)) }
    let records = form.records(of: value).map(form.record)
    if records.isEmpty { return transcript.end(.envelope) }
    let launches = records.map(launch)
    // Pages of an export may have the newest record first: an end then precedes its launch.
    for (record, launch) in zip(records, launches) {
      guard let launch, let owner = form.owner(of: record) else { continue }
      begins[owner, default: []].append(launch.begin)
    }
    for (record, launch) in zip(records, launches) { transcribe(record, launch, into: &transcript) }
  }

  /// The launch that a record measures; nil if it measures none.
  private func launch(_ record: ExportRecord) -> MeasuredLaunch? {
    guard case .launch(let measure, let length, let type) = form.row(of: record)?.meaning else { return nil }
    let began = form.time(of: record)?.instant(zoneOffsetSeconds: zone)
    let startType = type.flatMap { record[$0.path]?.string }.flatMap { StartType(written: $0) }
    return MeasuredLaunch(measure, begin: began, nanos: length.nanos(in: record), type: startType)
  }

  private func transcribe(_ record: ExportRecord, _ launch: MeasuredLaunch?, into transcript: inout Transcript) {
    guard let time = form.time(of: record), let instant = time.instant(zoneOffsetSeconds: zone) else {
      return transcript.end(.rejected(.noTime))
    }
    var reason: String?
    if launch == nil, case .end(let word) = form.row(of: record)?.meaning { reason = word }
    let kind: EventKind? = launch != nil ? .launchMeasured : reason != nil ? .processExit : nil
    var event = form.event(kind?.name, of: record, source: reason.map { _ in EventSource.system.name })
    if let launch { launch.write(to: &event) } else { event.set("time", instant) }
    event.set("reason", reason)
    if let owner = form.owner(of: record) {
      // An end belongs to the launch before it.
      let begin = launch?.begin ?? (reason == nil ? nil : begins[owner]?.filter { $0 <= instant }.max())
      event.set("launch", begin.map { "\(owner)/\($0 / 1_000_000)" })
      if begin == nil, reason != nil { event.set(stream: Self.streamName(owner)) }
    }
    event.set(form.keptName, record.value)
    transcript.add(event)
  }
}
