import TraceModel

/// Reads Apple's crash, watchdog and Jetsam reports: a header line, then a document or, in older ones, text.
///
/// Source: Apple, Understanding the exception types in a crash report; Addressing watchdog terminations; Identifying
/// high-memory use with jetsam event reports.
struct IPSReader: LogFormatReader {
  static let name = InputFormat.report.name
  static let summary = "Apple's crash, watchdog and Jetsam reports (.ips, .crash), from devices or Xcode's Organizer"

  /// Fields, and the paths in a report or its header that may hold them, the likeliest first.
  private static let fieldPaths: KeyValuePairs<Field, [String]> = [
    .app: ["bundleInfo.CFBundleIdentifier", "bundleID", "procName", "app_name"],
    .appVersion: ["bundleInfo.CFBundleShortVersionString", "app_version"],
    .appBuild: ["bundleInfo.CFBundleVersion", "build_version"],
    .deviceModel: ["modelCode", "product"],
    .device: ["crashReporterKey"],
    .boot: ["bootSessionUUID"],
    .osVersion: ["osVersion.train", "build", "os_version"],
  ]
  /// The watchdog's numbers, in seconds, each with the words before it.
  private static let watchdogSeconds: KeyValuePairs<String, String> = [
    "allowanceNanos": "(wall clock) time allowance of ",
    "cpuAllowanceNanos": "CPU time allowance of ",
    "elapsedCPUNanos": "Elapsed total CPU time (seconds): ",
    "applicationCPUNanos": "Elapsed application CPU time (seconds): ",
  ]
  /// What follows such a number if it is whole.
  private static let behindSeconds = ["seconds", "(", ","]
  /// The events for which the watchdog waits.
  static let watchdogEvents = ["process-launch", "process-exit", "scene-create", "scene-update"]
  /// The platforms of programs for Simulators (`PLATFORM_IOSSIMULATOR` and others in `mach-o/loader.h`), each with its
  /// system: the report has the version and the model of the Mac.
  private static let simulators: [Int64: String] = [7: "iOS", 8: "tvOS", 9: "watchOS", 12: "visionOS"]
  private static let simulatorPath = "/CoreSimulator/Devices/"

  static let cleaning = Cleaning.document

  static func framing(_ head: LogHead) -> Framing? {
    let isHeader = head.keys.contains("bug_type") && head.keys.contains("os_version")
    // The header may be empty.
    let isHeadless = head.keys.isEmpty && head.first == UInt8(ascii: "{")
    let isDocument = ["captureTime", "procLaunch"].allSatisfy { key in
      head.keys.contains(key) || isHeadless && head.contains("\"\(key)\"")
    }
    // People paste the entry of one process from a Jetsam report.
    let isEntry = ["pid", "rpages", "reason"].allSatisfy(head.keys.contains)
    if isHeader || isDocument || isEntry { return .document }
    return CrashText.isText(head.lines) ? .document : nil
  }

  static func remark(_ head: LogHead) -> String {
    if let name = systemProcess(in: head) {
      return ": it is of \(name.isEmpty ? "" : "'\(name)', ")a process of the system and no app"
    }
    if let event = CrashText(head.bytes[...]).observed { return ": its event is '\(event)', and the process lived on" }
    if head.keys.contains("rpages") {
      return ": it is one process of a Jetsam report, so that it does not say when; take the whole report"
    }
    if !head.keys.isEmpty || CrashText.isDated(head.lines) { return "" }
    guard let text = UntimedText(head.lines) else { return "" }
    return ": it is \(text.what), so that it does not say when; \(text.hint)"
  }

  private let options: IngestOptions
  /// True for reports in a log.
  private let isWithin: Bool

  init(_ options: IngestOptions) { self.init(options, isWithin: false) }

  init(_ options: IngestOptions, isWithin: Bool) {
    self.options = options
    self.isWithin = isWithin
  }

  func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let start = Self.startOfLog(below: record)
    let (above, middle, below) = CrashText.withoutLog(record[..<start])
    let reports = Self.reports(in: middle)
    let isAlone = reports.count == 1 && start == record.endIndex && above.isEmpty && below.isEmpty
    var lines = UntimedTextReader(options, isWithin: true)
    read(above, &lines, into: &transcript)
    var seen: Set<String> = []
    for report in reports {
      if !isAlone { transcript.nextRecord(report) }
      // What a person wrote between two reports may look like the beginning of one.
      let lines = Array(report.prefix(CrashText.headLength)).lines
      let isReport = CrashText.isText(lines) || lines.contains { $0.drop { " \t".contains($0) }.hasPrefix("{") }
      if reports.count > 1, !isReport {
        transcript.end(.envelope)
      } else {
        let isAmongOthers = isWithin || !isAlone
        read(report: report, isAmongOthers: isAmongOthers, &seen, into: &transcript)
      }
    }
    read(below, &lines, into: &transcript)
    var log = UnifiedLogTextReader(options)
    for message in UnifiedLogTextReader.records(in: record[start...]) {
      transcript.nextRecord(message)
      log.read(message, into: &transcript)
    }
  }

  /// Reads lines without times that were pasted with a report.
  private func read(
    _ log: ArraySlice<UInt8>, _ reader: inout UntimedTextReader, into transcript: inout Transcript
  ) {
    for line in log.split(separator: UInt8(ascii: "\n")) where !line.allSatisfy(JSONScanner.isSpace) {
      transcript.nextRecord(line)
      reader.read(line, into: &transcript)
    }
  }

  /// Where a log begins that was pasted below a report; the end if there is none.
  private static func startOfLog(below report: ArraySlice<UInt8>) -> Int {
    let first = report.split(separator: UInt8(ascii: "\n")).first { line in
      line.first != UInt8(ascii: "{") && LogTextLine(line)?.process.isEmpty == false
    }
    return first?.startIndex ?? report.endIndex
  }

  /// The reports in a file: a user may have put several into one.
  ///
  /// Another report begins with its header line, or, in text, where `CrashText.Cutter` says. A report as Console shows it
  /// has the words `Full Report` before the header line of the same report.
  private static func reports(in record: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var starts = [record.startIndex]
    var hasHeader = false
    var hasDocument = false
    var isFullNext = false
    var cutter = CrashText.Cutter()
    for line in record.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isHeader = isHeader(line) && !isFullNext
      let isBelow = hasDocument && CrashText.Cutter.mayBegin(line)
      if isHeader && (hasHeader || hasDocument || cutter.hasReason) || isBelow {
        starts.append(line.startIndex)
      } else if isHeader {
        // The text above the first header belongs to no report.
        starts = [line.startIndex]
      }
      if isHeader || isBelow {
        hasHeader = isHeader
        hasDocument = false
        cutter = CrashText.Cutter()
      }
      hasDocument = hasDocument || !isHeader && line.first == UInt8(ascii: "{") && LogHead.beginsJSON(line.string)
      if !isHeader, !hasDocument, let start = cutter.start(at: line) { starts.append(start) }
      isFullNext = line.starts(with: "Full Report".utf8) || isFullNext && !line.starts(with: "{".utf8)
    }
    return zip(starts, starts.dropFirst() + [record.endIndex]).map { record[$0..<$1] }
  }

  /// True for the header line of a report.
  ///
  /// A document may have the same key, and stand on one line.
  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "{\"".utf8) && line.firstIndex(of: "\"bug_type\"".utf8) != nil
      && !LogHead.keys(Array(line).span, 0).contains("captureTime")
  }

  /// True for a line with which a report may begin within a log.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { CrashText.isFirst(line) || isHeader(line) }

  /// Reads one report; one that was seen before in this file, by its incident, its process or its text, is only counted.
  private func read(
    report record: ArraySlice<UInt8>, isAmongOthers: Bool, _ seen: inout Set<String>, into transcript: inout Transcript
  ) {
    let header, report: JSONValue
    do throws(Reject.Reason) {
      (header, report) = try Self.headerAndReport(of: Self.document(in: record))
    } catch { return transcript.end(.rejected(error)) }
    let time = (report["captureTime"] ?? header["timestamp"])?.string
    let incident = (report["incident"] ?? header["incident_id"])?.string
    let process = [report["procName"]?.string, report["pid"]?.raw.string, time].compactMap(\.self)
    let name = process.count == 3 ? process.joined(separator: " ") : report["text"]?.string?.squeezed
    if let name = incident ?? name, !seen.insert(name).inserted {
      transcript.notes.count([.repetition])
      return transcript.end(.envelope)
    }
    // A piece of a text may lack the line with the time; a document never does.
    if time == nil, report["text"] == nil, report["rpages"] == nil { return transcript.end(.rejected(.noTime)) }
    let livesOn = Self.livesOn(report)
    let events = Self.events(header, report, at: time)
    for (index, (bare, process)) in events.enumerated() {
      var event = bare
      for field in Self.fieldPaths.map(\.key) {
        let value = Self.value(of: field, header, report)
        // In a report on several processes, the app is that of the process.
        event.set(field.name, field == .app ? process?["name"]?.string ?? value : value)
      }
      // A report that is no end belongs to no launch.
      let pid = livesOn || bare.name == Self.eventName("report") ? nil : (process ?? report)["pid"]?.integer
      event.set("pid", pid)
      if process == nil, !livesOn, time == nil, isAmongOthers {
        Self.setStream(ofUndated: &event, header, report, pid, transcript.number)
      } else if process == nil, let pid {
        Self.setStream(of: &event, header, report, pid)
      }
      event.set("processKind", Self.isOfExtension(report) ? "extension" : nil)
      // The last event holds the whole report.
      if index == events.count - 1 {
        if header.raw != report.raw { event.set("header", header) }
        event.set("report", report)
      }
      transcript.add(event)
    }
  }

  /// The value of a field in a report or its header.
  private static func value(of field: Field, _ header: JSONValue, _ report: JSONValue) -> String? {
    let paths = fieldPaths.first { $0.key == field }?.value ?? []
    return paths.lazy.compactMap { report[path: $0]?.string ?? header[path: $0]?.string }.first
  }

  /// Names the stream of a process after its program where this has another name than the last word of the bundle id: a
  /// log of the app's own lines knows it by that name alone.
  private static func setStream(of event: inout EventLine, _ header: JSONValue, _ report: JSONValue, _ pid: Int64) {
    let app = value(of: .app, header, report)
    guard let program = report["procName"]?.string, let app, app.contains("."),
      program.lowercased() != app.split(separator: ".").last?.lowercased()
    else { return }
    let boot = value(of: .boot, header, report)
    // As any other stream of a process: within one boot its number identifies it.
    event.set(
      stream: streamName(program), device: value(of: .device, header, report), app: boot == nil ? app : nil, boot: boot,
      pid: pid)
  }

  /// Names the stream of a report without a time that stands among others, or in a log, after its program, or after its
  /// line where it names no process: it has no place in their order, and joins a launch by its name (`LaunchJoins`).
  private static func setStream(
    ofUndated event: inout EventLine, _ header: JSONValue, _ report: JSONValue, _ pid: Int64?, _ line: Int64
  ) {
    let app = value(of: .app, header, report)
    let program = report["procName"]?.string ?? app?.split(separator: ".").last.map(String.init)
    event.set(stream: streamName(pid == nil ? "\(line)" : program), app: app, pid: pid, format: name)
  }

  /// The header line and the report in a record; an older report is text, and may have no header.
  private static func headerAndReport(
    of record: ArraySlice<UInt8>
  ) throws(Reject.Reason) -> (header: JSONValue, report: JSONValue) {
    let lines = Array(record.prefix(CrashText.headLength)).lines
    if CrashText.isText(lines) {
      let text = CrashText(record)
      let document = text.document
      let report = try JSONValue(document[...])
      return (try text.header.map { line throws(Reject.Reason) in try JSONValue(line) } ?? report, report)
    }
    let end = endOfHeader(record) ?? record.firstIndex(of: UInt8(ascii: "\n")) ?? record.endIndex
    let header = try? JSONValue(record[..<end])
    // A person may have copied the document without the line above it.
    guard let header, header["captureTime"] == nil else {
      let report = try JSONValue(withoutWords(record))
      return (report, report)
    }
    // Reports on the use of something are text, and so are lists of what was counted.
    let body = record[end...].drop(while: JSONScanner.isSpace)
    if let first = body.first, first != UInt8(ascii: "{") {
      let text = CrashText(record)
      return (header, try JSONValue(text.document[...]))
    }
    return (header, try JSONValue(withoutWords(body)))
  }

  /// The end of the header of a report whose document follows on the same line; nil if it does not.
  private static func endOfHeader(_ record: ArraySlice<UInt8>) -> Int? {
    guard record.first == UInt8(ascii: "{") else { return nil }
    let line = Array(record.prefix { $0 != UInt8(ascii: "\n") })
    guard let end = try? JSONScanner.value(line.span, 0, depth: 0).end,
      line[end...].first(where: { !JSONScanner.isSpace($0) }) == UInt8(ascii: "{")
    else { return nil }
    return record.startIndex + end
  }

  /// A document without a person's words after it, or the first of several lines of JSON; other text with a quotation mark
  /// is kept, as it may belong to a report.
  private static func withoutWords(_ text: ArraySlice<UInt8>) throws(Reject.Reason) -> ArraySlice<UInt8> {
    let document = Array(text.drop(while: JSONScanner.isSpace))
    let end = try JSONScanner.value(document.span, 0, depth: 0).end
    let rest = document[end...].drop(while: JSONScanner.isSpace)
    return rest.contains(UInt8(ascii: "\"")) && rest.first != UInt8(ascii: "{") ? document[...] : document[..<end]
  }

  /// The events of a report, without the fields that all of them share.
  ///
  /// A Jetsam report gives the exit of each process that was ended, with that process; a crash gives the start and the
  /// exit of one.
  private static func events(
    _ header: JSONValue, _ report: JSONValue, at time: String?
  ) -> [(event: EventLine, process: JSONValue?)] {
    func event(_ name: String, _ time: String?) -> EventLine {
      var event = EventLine(name)
      event.set("time", time)
      // Without a time an event needs another clock.
      if time == nil { event.set("uptime", 1) }
      event.set("source", "system")
      if let system = simulated(header, report) {
        event.set("simulator", true)
        event.set("platform", system)
      }
      return event
    }
    let processes = report["processes"]?.items ?? (report["rpages"] == nil ? [] : [report])
    let shown = Set(processes.filter { hasState("frontmost", $0) }.compactMap { $0["coalition"]?.integer })
    var events = processes.compactMap { process -> (event: EventLine, process: JSONValue?)? in
      guard let reason = process["reason"]?.string, !isNoApp(process, coalitionsInFront: shown) else { return nil }
      var exit = event("process.exit", time)
      exit.set("reason", reason)
      // The app's states; `frontmost` may come with others.
      let states = (process["states"]?.items ?? []).compactMap(\.string)
      exit.set("role", states.first { $0 == "frontmost" } ?? states.first)
      exit.set("process", process)
      return (exit, process)
    }
    // The system's watchdog restarts a service that does not answer it: that is no app, and no launch of one.
    let isOfService = report["termination"]?["indicator"]?.string == serviceTimeout
    let livesOn = livesOn(report) || isOfService || isOfSystem(report)
    // Analytics have the form of a report as well, and say nothing of an end.
    let saysEnd = report["text"] != nil || Self.signsOfEnd.contains { report[$0] != nil }
    if !livesOn, saysEnd, let launch = report["procLaunch"]?.string, let time, !isLater(launch, than: time) {
      events.append((event("process.start", launch), nil))
    }
    // A piece may lack the lines that name the process.
    let isPiece = report["text"]?.string.map { header.raw == report.raw || CrashText.isPiece(Array($0.utf8).lines) }
    if events.isEmpty || (report["pid"] != nil || isPiece == true) && report["rpages"] == nil {
      let isOfProcess = !livesOn && saysEnd && (report["pid"] != nil || isPiece == true)
      var exit = event(isOfProcess ? "process.exit" : eventName("report"), time)
      if !livesOn, let termination = report["termination"] { add(termination, to: &exit) }
      exit.set("role", report["procRole"]?.string)
      events.append((exit, nil))
    }
    return events
  }

  /// The system of the Simulator in which the process ran; nil for one of a device.
  private static func simulated(_ header: JSONValue, _ report: JSONValue) -> String? {
    if let system = header["platform"]?.integer.flatMap({ simulators[$0] }) { return system }
    return report["procPath"]?.string?.contains(simulatorPath) == true ? simulators[7] : nil
  }

  /// True if a report is of a process that went on: of a fault that was logged, or of use that was only observed.
  ///
  /// Source: Apple, Interpreting the JSON format of a crash report, isNonFatal and isSimulated.
  private static func livesOn(_ report: JSONValue) -> Bool {
    ["isNonFatal", "isSimulated"].contains { key in
      ["1", "\"1\"", "true"].contains(report[key]?.raw.string)
    }
  }

  /// True if a process in a Jetsam report is surely no app: one of the system's own, or one that works for an app in
  /// front, which is the only app of its coalition.
  ///
  /// Source: xnu, `COALITION_TASKROLE_LEADER`, `COALITION_TASKROLE_EXT`.
  private static func isNoApp(_ process: JSONValue, coalitionsInFront: Set<Int64>) -> Bool {
    if hasState("daemon", process) || process["name"]?.string.map(SystemProcess.isName) == true { return true }
    let isOfFront = process["coalition"]?.integer.map(coalitionsInFront.contains) ?? false
    return isOfFront && !hasState("frontmost", process)
  }

  /// Members of a document on the end of a process.
  private static let signsOfEnd = [
    "termination", "exception", "faultingThread", "procExitAbsTime", "asi", "lastExceptionBacktrace",
  ]

  /// What the report of a service says that did not check in with watchdogd, which watches services only.
  ///
  /// Source: reports of SpringBoard and backboardd with the namespace WATCHDOG, in Apple's developer forums.
  private static let serviceTimeout = "monitoring timed out for service"

  /// True if a report is of an app's extension, which its path says, or else the system's words for it.
  private static func isOfExtension(_ report: JSONValue) -> Bool {
    if let path = report["procPath"]?.string { return path.contains(".appex/") }
    if let text = report["text"]?.string, CrashText.isOfExtension(text, report["bundleID"]?.string) { return true }
    return report["termination"].flatMap { SystemProcess.sort(in: Array(words(of: $0).utf8)[...]) } == .extension
  }

  /// True if a report is of a process of the system, which its path says, or else its name or the system's words for it.
  private static func isOfSystem(_ report: JSONValue) -> Bool {
    if let path = report["procPath"]?.string { return SystemProcess.isPath(path) }
    if report["procName"]?.string.map(SystemProcess.isName) == true { return true }
    return report["termination"].flatMap { SystemProcess.sort(in: Array(words(of: $0).utf8)[...]) } == .system
  }

  /// The reasons and the details of a termination as one text, as a report has them in an array of pieces.
  private static func words(of termination: JSONValue) -> String {
    ["reasons", "details"].flatMap { termination[$0]?.items ?? [] }.compactMap(\.string).joined()
  }

  /// The name of the process in a source's first report, if that is one of the system; empty if unknown, else nil.
  private static func systemProcess(in head: LogHead) -> String? {
    let bytes = head.bytes[...]
    // The document mostly breaks off here.
    let begun =
      (try? headerAndReport(of: document(in: bytes)).report) ?? (try? JSONValue(CrashText(bytes).document[...]))
    guard let report = begun, isOfSystem(report) else { return nil }
    return report["procName"]?.string ?? report["procPath"]?.string ?? ""
  }

  private static func hasState(_ state: String, _ process: JSONValue) -> Bool {
    process["states"]?.items.contains { $0.string == state } ?? false
  }

  /// True if `time` is after `other`: no process ends before it began.
  private static func isLater(_ time: String, than other: String) -> Bool {
    guard let first = Timestamp.parse(Array(time.utf8).span)?.nanoseconds,
      let second = Timestamp.parse(Array(other.utf8).span)?.nanoseconds
    else { return false }
    return first > second
  }

  /// The report in a record, without other text before it.
  ///
  /// Console shows a report as text, then the words `Full Report`, then the report as JSON: the JSON is used.
  private static func document(in record: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let whole = record.drop(while: JSONScanner.isSpace)
    guard let mark = whole.firstIndex(of: "Full Report\n".utf8),
      let start = whole[mark...].firstIndex(of: "\n{".utf8)
    else { return whole }
    return whole[(start + 1)...]
  }

  /// Adds the reason and the circumstances of an end of a process.
  private static func add(_ termination: JSONValue, to event: inout EventLine) {
    let text = words(of: termination)
    let code = termination["code"]?.integer.map { UInt64(bitPattern: $0) }
    let end = Termination(domain: termination["namespace"]?.string, code: code, explanation: text)
    // Jetsam's word is more precise than its number.
    let word = termination["indicator"]?.string.flatMap { Termination.reason(written: $0) }
    let reason = (word ?? end.reason)?.name
    let isOfTask = reason == ExitReason.backgroundTask.name
    event.set("reason", (isOfTask ? MessageTable.standard.reason(ofAssertions: text) : nil) ?? reason)
    // A page or a terminal may have wrapped it anywhere.
    let squeezed = text.squeezed
    func rest(_ mark: String) -> Substring? {
      squeezed.firstRange(of: mark.squeezed).map { squeezed[$0.upperBound...] }
    }
    event.set(
      "watchdogEvent", rest("WatchdogEvent: ").flatMap { rest in watchdogEvents.first(where: rest.hasPrefix) })
    for (name, mark) in watchdogSeconds {
      guard let rest = rest(mark) else { continue }
      let seconds = rest.prefix { $0.isNumber || $0 == "." }
      let isWhole = Self.behindSeconds.contains(where: rest[seconds.endIndex...].hasPrefix)
      event.set(name, isWhole ? Double(seconds).flatMap { Int64(exactly: ($0 * 1e9).rounded()) } : nil)
    }
  }
}
