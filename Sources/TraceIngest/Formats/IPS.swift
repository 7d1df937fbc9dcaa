import TraceModel

/// Reads Apple's crash, watchdog and Jetsam reports: a header line, then a document or, in older ones, text.
///
/// `ips.txt` has the fields with the paths where they may stand; then what codes of terminations mean, or namespaces
/// with a code or without; then the watchdog's numbers, in seconds, and what stands before each; then its events.
///
/// Source: Apple, Understanding the exception types in a crash report; Addressing watchdog terminations; Identifying
/// high-memory use with jetsam event reports.
struct IPSReader: Transcoder {
  static let name = "ips"
  private static let tables = PackageResources.ips_txt.tables
  private static let reasons = Dictionary(uniqueKeysWithValues: tables[1].map { ($0[0], $0[1]) })
  /// What programs for the Simulator are built for (`PLATFORM_IOSSIMULATOR` in `mach-o/loader.h`).
  private static let simulator: Int64 = 7

  /// In so many bytes a report says that it is text.
  private static let headLength = 4096

  static func framing(_ head: LogHead) -> Framing? {
    let isHeader = head.keys.contains("bug_type") && head.keys.contains("os_version")
    // A piece without its time gives no event.
    let isText = CrashText.isBegun(head.lines) && CrashText.isDated(head.lines)
    return isHeader || isText ? .document : nil
  }

  init(_ options: IngestOptions) {}

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let record = Self.document(in: record)
    let end = record.firstIndex(of: UInt8(ascii: "\n")) ?? record.endIndex
    let header, report: JSONValue
    do throws(Reject.Reason) {
      if CrashText.isBegun(Array(record.prefix(Self.headLength)).lines) {
        let text = CrashText(record)
        let document = text.document
        report = try JSONValue(document[...])
        header = try text.header.map { line throws(Reject.Reason) in try JSONValue(line) } ?? report
      } else {
        header = try JSONValue(record[..<end])
        report = try JSONValue(record[end...])
      }
    } catch { return transcript.end(.rejected(error)) }
    guard let time = (report["captureTime"] ?? header["timestamp"])?.string else {
      return transcript.end(.rejected(.noTime))
    }
    func event(_ name: String, _ time: String?) -> EventLine {
      var event = EventLine(name)
      event.set("time", time)
      event.set("source", "system")
      event.set("simulator", header["platform"]?.integer == Self.simulator ? true : nil)
      return event
    }
    var events = (report["processes"]?.items ?? []).compactMap { process -> (EventLine, JSONValue?)? in
      guard let reason = process["reason"]?.string else { return nil }
      var exit = event("process.exit", time)
      exit.set("reason", reason)
      exit.set("process", process)
      return (exit, process)
    }
    if let launch = report["procLaunch"]?.string { events.append((event("process.start", launch), nil)) }
    if events.isEmpty || report["pid"] != nil {
      var exit = event(report["pid"] == nil ? "ips.report" : "process.exit", time)
      if let termination = report["termination"] { Self.add(termination, to: &exit) }
      events.append((exit, nil))
    }
    for (index, (told, process)) in events.enumerated() {
      var event = told
      for field in Self.tables[0] {
        let told = field.dropFirst().lazy.compactMap { report[path: $0]?.string ?? header[path: $0]?.string }
        // A report on several processes is about none in particular.
        event.set(field[0], field[0] == "app" ? process?["name"]?.string ?? told.first : told.first)
      }
      event.set("pid", (process ?? report)["pid"]?.integer)
      // The whole report stands in the last of what it tells.
      if index == events.count - 1 {
        if header.raw != report.raw { event.set("header", header) }
        event.set("report", report)
      }
      transcript.add(event)
    }
  }

  /// What a record holds of a report: behind the words `Full Report`, if these stand below a report as text, as where
  /// Console shows one.
  private static func document(in record: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = record.drop(while: JSONScanner.isSpace)
    guard let mark = whole.firstIndex(of: "Full Report\n".utf8),
      let start = whole[mark...].firstIndex(of: "\n{".utf8)
    else { return whole }
    return whole[(start + 1)...]
  }

  /// Adds why and how a process was ended.
  private static func add(_ termination: JSONValue, to event: inout EventLine) {
    let namespace = termination["namespace"]?.string ?? ""
    let code = termination["code"]?.integer ?? 0
    let keys = ["0x" + String(UInt64(bitPattern: code), radix: 16), "\(namespace):\(code)", namespace]
    event.set("reason", keys.lazy.compactMap { reasons[$0] }.first.flatMap { $0 == "-" ? nil : $0 })
    // Its texts are a printed list, cut at the ends of its lines.
    let text = ["reasons", "details"].flatMap { termination[$0]?.items ?? [] }.compactMap(\.string).joined()
    func rest(_ mark: String) -> Substring? { text.firstRange(of: mark).map { text[$0.upperBound...] } }
    event.set(
      "watchdogEvent", rest("WatchdogEvent: ").flatMap { rest in tables[3].joined().first(where: rest.hasPrefix) })
    for row in tables[2] {
      let seconds = rest(row[1])?.prefix { $0.isNumber || $0 == "." }
      event.set(row[0], seconds.flatMap { Double($0) }.flatMap { Int64(exactly: ($0 * 1e9).rounded()) })
    }
  }
}

extension JSONValue {
  /// What lies at a path of keys with points between them.
  subscript(path path: String) -> JSONValue? {
    path.split(separator: ".").reduce(self as JSONValue?) { value, key in value?[String(key)] }
  }
}
