import TraceModel

/// Converts a crash report in text, as devices wrote it before iOS 15, to the JSON document that they write since.
///
/// A line of JSON may precede it, as it precedes a document. People often paste only some of the lines. Example:
///
///     Process:             Shop [812]
///     Identifier:          com.example.shop
///     Date/Time:           2020-05-30 18:14:51.9352 +0900
///     Termination Reason:  Namespace SPRINGBOARD, Code 0x8badf00d
///
/// Source: Apple, Examining the fields in a crash report.
struct CrashText {
  /// How many bytes at the beginning of a report are searched for signs that it is text.
  static let headLength = 4096

  /// The names of fields, and the keys of the document that hold the same.
  private static let documentKeys = [
    "Date/Time": "captureTime", "Launch Time": "procLaunch", "Hardware Model": "modelCode",
    "Hardware model": "modelCode",
    "CrashReporter Key": "crashReporterKey", "Incident Identifier": "incident", "Identifier": "bundleID",
    "OS Version": "os_version", "Role": "procRole", "Path": "procPath",
  ]
  /// Names of fields that each report has: one of `marks` and one of `others` identify a report.
  private static let marks = [
    "Incident Identifier", "Exception Type", "Termination Reason", "Termination Description", action,
  ]
  private static let others = ["Process", "Identifier", "Date/Time", "Exception Codes"]
  /// The beginnings of lines by which a piece of a report is recognized.
  private static let pieceMarks = [
    "Exception Type:", "Termination Reason:", "Termination Description:", application, context, "\"termination\"",
  ]
  /// The beginning of RunningBoard's reason for an end of a process (`LogTermination`).
  private static let context = "<RBSTerminateContext|"
  /// What a line of RunningBoard or FrontBoard says of an end by itself.
  private static let loneMarks = ["Terminating with context: " + context, transgression + ": "]
  /// Names of fields that may follow others on one line, where a page has lost the ends of lines.
  private static let joined = [
    "Exception Type:", "Exception Codes:", "Exception Note:", "Termination Reason:", "Termination Description:",
    "Triggered by Thread:",
  ]
  /// Those of a report's head, which count where a line has at least so many fields; a name may be the end of another.
  private static let joinedHeads =
    joined + [
      "Incident Identifier:", "Beta Identifier:", "CrashReporter Key:", "Hardware Model:", "Hardware model:",
      "Parent Process:", "Responsible Process:", "Process:", "Path:", "Identifier:", "OS Version:", "Report Version:",
      "Version:", "Code Type:", "Role:", "Coalition:", "Date/Time:", "End time:", "Launch Time:", "Exception Subtype:",
      "Application Specific Information:", "Event:", "Action taken:", "Command:", "PID:", "Duration:",
    ]
  private static let leastJoined = 3
  /// A line with several fields is longer: this project's number.
  private static let leastLength = 80
  /// The beginnings of the first line of a report or of a piece of one that stands below a log.
  private static let firsts = [
    "Incident Identifier:", "Process:", "Exception Type:", "Termination Reason:", "Termination Description:", context,
    "Hardware Model:", "Date/Time:",
  ].map { Array($0.utf8) }
  /// The field of a report on the use of the processor or the disk that says if the process was ended.
  private static let action = "Action taken"
  private static let killed = "Process killed"
  /// Fields of such a report, of which one stands beside its `Event`: the watchdog's words, wrapped, may begin a line with
  /// `Event: scene-create`.
  private static let besideEvent = [action, "Duration", "Command", "End time"]
  /// The line above the application specific information, and the words in it for an assertion that ran out, before
  /// iOS 10.
  private static let application = "Application Specific Information:"
  private static let overrun = "has active assertions beyond permitted time"
  /// The application specific information of an app that an uncaught exception ended begins so.
  private static let uncaught = "Terminating app due to uncaught exception"
  /// Words that all of the watchdog's reports contain; and its words before iOS 10, with the event for which it waited.
  private static let transgression = " watchdog transgression"
  private static let timeouts = [
    (" failed to launch in time", "process-launch"), (" failed to resume in time", "scene-update"),
  ]
  /// The code of a report on all processes, none of which has ended: Apple, *Understanding the exception types in a crash
  /// report*.
  private static let stackshot: UInt64 = 0xbaaa_aaad

  /// The fields above the first thread.
  private var fields: [String: String] = [:]
  /// The lines with these fields: the newest reports have the watchdog's observations on lines of their own.
  private var head = ""
  /// These lines as one, as a terminal cuts a long line, and as a page wraps it at its spaces; and without any space.
  private var tight = ""
  private var loose = ""
  private var squeezed = ""
  /// The line of JSON before them.
  private(set) var header: ArraySlice<UInt8>?
  private let text: ArraySlice<UInt8>

  /// True if a source that begins with these lines is a crash report in text, or a piece of one.
  static func isText(_ lines: [String]) -> Bool { isBegun(lines) || isPiece(lines) }

  /// True if it is a crash report in text.
  private static func isBegun(_ lines: [String]) -> Bool {
    let names = lines.flatMap { line in
      // The ends of lines are seldom lost.
      let mayBeJoined = line.utf8.count > leastLength && line.utf8.first?.isLetter == true
      return (mayBeJoined ? pieces(of: line) : [line[...]]).compactMap { field($0)?.name }
    }
    return marks.contains(where: names.contains) && others.contains(where: names.contains)
  }

  /// True if a source with these lines is a piece of a report, or of a document, that says why a process ended.
  static func isPiece(_ lines: [String]) -> Bool {
    // Alone, a line of the system's log without its time says as much; among others it is a part of that log.
    let filled = lines.filter { line in line.contains { !$0.isWhitespace } }
    let squeezed = filled.joined().squeezed
    let isMarked =
      isLone(filled) || !filled.isEmpty && filled.allSatisfy { $0.contains(transgression + ": ") }
      || lines.contains { line in
        let bare = LineMarks.bare(Array(line.utf8)[...]).string
        return pieceMarks.contains(where: bare.hasPrefix) || bare.contains(overrun)
      }
    let reasons =
      [transgression, context, overrun, "Termination Reason:", "\"namespace\"", uncaught] + timeouts.map(\.0)
    let saysWhy = reasons.contains { squeezed.contains($0.squeezed) }
    // A whole document has such lines, too, also where it is quoted, and a log may quote them.
    let isOther = lines.contains { line in
      let bytes = Array(line.utf8)[...]
      let inner = LineMarks.peel(bytes)
      // A list of assertions has another bracket behind it.
      return line.hasPrefix("{") && !line.hasPrefix("{(")
        || inner?.step == .quote && inner?.rest.first == UInt8(ascii: "{")
        || LogTextLine(LineMarks.bare(bytes)) != nil
    }
    return isMarked && saysWhy && !isOther
  }

  /// How many lines one line may be wrapped into.
  private static let mostWrapped = 8

  /// True for one line of RunningBoard or FrontBoard on an end, which may be wrapped.
  private static func isLone(_ lines: [String]) -> Bool {
    let squeezed = lines.prefix(mostWrapped).joined().squeezed
    return lines.count <= mostWrapped && loneMarks.contains { squeezed.contains($0.squeezed) }
      && lines.allSatisfy { line in !Cutter.isField(field(line[...])?.name ?? "") }
      && lines.dropFirst().allSatisfy { line in UntimedText([line]).map { $0 == .crashReport } ?? true }
  }

  /// Cuts a text into reports: another one begins where a field that says which process ended, or why, comes again with
  /// another value.
  ///
  /// What says which process it was comes before what says why. So the fields of the other report that this one lacks, such
  /// as its `Date/Time`, stand behind the reason of this one, or below a line that is no field.
  struct Cutter {
    private static let causes = [
      "Exception Type", "Termination Reason", "Termination Description", "\"termination\"", context, transgression,
    ]
    /// What further distinguishes two reports that give one reason.
    private static let details = ["Exception Codes", "Exception Subtype", triggered]
    private static let triggered = "Triggered by Thread"
    private static let ids =
      ["Incident Identifier", "Process", "Identifier", "PID", "Date/Time"]
      + ["incident", "procName", "bundleID", "pid", "captureTime"].map { "\"\($0)\"" }
    private static let names = causes + details + ids
    private static let heads = Set(documentKeys.keys).union(ids)
    /// How many frames of the thread that crashed are compared.
    private static let mostFrames = 8

    /// True for the name of a field that says which process ended, or why.
    static func isField(_ name: String) -> Bool { heads.contains(name) || causes.contains(name) }

    /// True if this report says why its process ended.
    var hasReason: Bool { fields.keys.contains(where: Self.causes.contains) }
    private var fields: [String: String] = [:]
    /// Where the next report begins if one does, and its fields so far.
    private var mark: Int?
    private var next: [String: String] = [:]
    /// True if this report says which process it was before it says why, and if the line before is no field.
    private var isLed = false
    private var isBelowText = false
    /// True within the stack of the thread that crashed.
    private var isInStack = false

    /// True for a line with which another report may begin below one of JSON.
    static func mayBegin(_ line: ArraySlice<UInt8>) -> Bool {
      line.first?.isLetter == true && field(line.string[...]).map { names.contains($0.name) } == true
    }

    /// The start of the report that a line shows to be another one than that of the lines before; nil if it does not.
    mutating func start(at line: ArraySlice<UInt8>) -> Int? {
      let frame = frame(of: line)
      let found = frame ?? field(line.string[...])
      let name = found.map { found in [context, transgression].first(where: found.name.contains) ?? found.name } ?? ""
      guard var value = found?.value, frame != nil || Self.heads.contains(name) || Self.names.contains(name) else {
        isBelowText = true
        return nil
      }
      if name == Self.triggered { value = String(value.prefix { $0 != "," }) }
      let isFurther = hasReason && Self.heads.contains(name) && (isLed || isBelowText)
      isLed = isLed || !hasReason && Self.heads.contains(name)
      isBelowText = frame != nil
      let known = fields[name]
      // A time alone is no report: one on a stretch of time may have two.
      let isReport = fields.keys.contains { $0 != "Date/Time" }
      if mark == nil, isReport, isFurther || known != nil { mark = line.startIndex }
      let isCompared = frame != nil || Self.names.contains(name)
      let isOther = isReport && isCompared && (known ?? next[name] ?? value) != value
      if isOther {
        let start = known == nil ? line.startIndex : mark
        fields = known == nil ? [name: value] : next.merging([name: value]) { $1 }
        next = [:]
        mark = nil
        isLed = fields.keys.contains(where: Self.heads.contains)
        return start
      }
      if mark == nil { fields[name] = value } else { next[name] = value }
      return nil
    }

    /// The address in one of the first frames of the thread that crashed, as a field; nil for any other line.
    ///
    ///     Thread 0 Crashed:
    ///     0   libsystem_kernel.dylib   0x00000001b7a1b2c4 __abort_with_payload + 8
    private mutating func frame(of line: ArraySlice<UInt8>) -> (name: String, value: String)? {
      let words = line.split { "> \t\r".utf8.contains($0) }.map(\.string)
      guard let first = words.first, isInStack, let number = Int(first) else {
        isInStack = words.first == "Thread" && words.contains { $0.hasPrefix("Crashed:") }
        return nil
      }
      let address = number < Self.mostFrames ? words.first { $0.hasPrefix("0x") } : nil
      return address.map { ("frame \(number)", $0) }
    }
  }

  /// The start of a report, or of a piece of one, below the first line of a record; nil if there is none.
  static func startOfPiece(below record: ArraySlice<UInt8>) -> Int? {
    var rest = record
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let above = rest[..<end].suffix(20).string
      rest = rest[(end + 1)...]
      let line = LineMarks.bare(rest.prefix { $0 != UInt8(ascii: "\n") })
      guard firsts.contains(where: line.starts) || isMember(line) else { continue }
      // RunningBoard's reason in a message that was wrapped before it.
      if line.starts(with: context.utf8), above.contains("context:") { continue }
      return isText(Array(rest.prefix(headLength)).lines) ? rest.startIndex : nil
    }
    return nil
  }

  /// True for a line of a document that says which process ended, or why.
  private static func isMember(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "\"") && field(line.string[...]).map { Cutter.isField($0.name) } == true
  }

  /// A piece of a report, and the lines without times of a log that stand above and below it, if there are any.
  ///
  /// Frames of a stack name callbacks as well, so that nothing below one is a log.
  static func withoutLog(
    _ text: ArraySlice<UInt8>
  ) -> (above: ArraySlice<UInt8>, report: ArraySlice<UInt8>, below: ArraySlice<UInt8>) {
    let none = text[text.startIndex..<text.startIndex]
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.firstIndex(where: isOfReport), let last = lines.lastIndex(where: isOfReport),
      !lines.contains(where: { $0.drop(while: JSONScanner.isSpace).first == UInt8(ascii: "{") }),
      !isLone(lines.prefix(mostWrapped + 1).map(\.string))
    else { return (none, text, none) }
    func isLog(_ text: ArraySlice<UInt8>) -> Bool {
      !text.isEmpty && UntimedTextReader.framing(LogHead(Array(text.prefix(headLength)))) != nil
    }
    let start = lines[first].startIndex
    let end = last + 1 < lines.count ? lines[last + 1].startIndex : text.endIndex
    let isStack = lines[first...].contains { line in
      line.starts(with: "Thread ".utf8) || line.first?.isDigit == true && line.firstIndex(of: " 0x".utf8) != nil
    }
    let above = isLog(text[..<start]) ? text[..<start] : none
    let below = !isStack && isLog(text[end...]) ? text[end...] : none
    return (above, text[above.endIndex..<(below.isEmpty ? text.endIndex : end)], below)
  }

  /// True for a line that only a report has.
  private static func isOfReport(_ line: ArraySlice<UInt8>) -> Bool {
    let bare = LineMarks.bare(line).string
    let words = [transgression + ": ", uncaught]
    if pieceMarks.contains(where: bare.hasPrefix) || words.contains(where: bare.contains) { return true }
    return field(bare[...]).map { Cutter.isField($0.name) || others.contains($0.name) || marks.contains($0.name) }
      == true
  }

  /// True for the line with which a report begins.
  static func isFirst(_ line: ArraySlice<UInt8>) -> Bool { unquoted(line).starts(with: "Incident Identifier:".utf8) }

  /// True if these lines name the process.
  static func namesProcess(_ lines: [String]) -> Bool { lines.contains { field($0[...])?.name == "Process" } }

  /// True if these lines have the time at which the process ended.
  static func isDated(_ lines: [String]) -> Bool {
    lines.contains { field($0[...])?.name == "Date/Time" || $0.contains("\"captureTime\"") }
  }

  /// The fields of a report.
  init(_ written: ArraySlice<UInt8>) {
    // A page may have escaped what was pasted into it.
    let record = LineText.withoutEntities(written)[...]
    text = record
    for written in record.split(separator: UInt8(ascii: "\n")) {
      let line = Self.unquoted(written)
      // A list of assertions has another bracket behind it.
      if line.first == UInt8(ascii: "{"), !line.starts(with: "{(".utf8), header == nil, fields.isEmpty {
        header = line
        continue
      }
      if line.starts(with: "Thread 0".utf8) { break }
      head += line.string + "\n"
      for piece in Self.pieces(of: line.string) {
        guard let (name, value) = Self.field(piece), fields[name] == nil, !value.isEmpty else { continue }
        fields[name] = value
      }
    }
    let lines = head.split(separator: "\n").map(\.trimmingSpaces)
    tight = lines.joined()
    loose = lines.joined(separator: " ")
    squeezed = tight.squeezed
    // A report on a stretch of time is written at its end.
    if let end = fields["End time"] ?? endByDuration { fields["Date/Time"] = end }
    // A piece of a document has its members.
    for (name, key) in Self.documentKeys where fields[name] == nil { fields[name] = word(behind: "\"\(key)\"") }
    fields["Process"] = fields["Process"] ?? word(behind: "\"procName\"")
    fields["PID"] = fields["PID"] ?? word(behind: "\"pid\"")
    fields["Identifier"] = fields["Identifier"] ?? word(behind: "\"CFBundleIdentifier\"")
  }

  /// The end of a stretch of time by its begin and its length, as in `Duration: 49.71s`, where the end itself is missing.
  private var endByDuration: String? {
    guard event != nil, let begin = fields["Date/Time"],
      let seconds = fields["Duration"].flatMap({ Double($0.prefix { $0.isNumber || $0 == "." }) }), seconds < 1e8,
      let instant = Timestamp.parse(Array(begin.utf8).span)?.nanoseconds
    else { return nil }
    return Timestamp.rfc3339(instant &+ Int64((seconds * 1e9).rounded()))
  }

  /// The fields on a line: one, or several where the ends of lines were lost.
  private static func pieces(of line: String) -> [Substring] {
    var starts = joined.compactMap { line.firstRange(of: $0)?.lowerBound }.sorted()
    if starts.isEmpty { return [line[...]] }
    let names = joinedHeads.flatMap(line.ranges(of:)).sorted { $0.lowerBound < $1.lowerBound }
    var whole: [String.Index] = []
    var end = line.startIndex
    // A field begins behind a space: the watchdog's `WatchdogEvent:` is none of these.
    for name in names
    where name.upperBound > end
      && (name.lowerBound == line.startIndex || line[line.index(before: name.lowerBound)].isWhitespace)
    {
      whole.append(name.lowerBound)
      end = name.upperBound
    }
    if whole.count >= leastJoined { starts = whole }
    if starts.count < 2 { return [line[...]] }
    return zip(starts, starts.dropFirst() + [line.endIndex]).map { line[$0..<$1] }
  }

  /// A line without the marks with which a mail or a page quotes it.
  private static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // The end of a key may have been wrapped: `>:812 exhausted`.
    if line.starts(with: ">:".utf8) { return line }
    return line.first == UInt8(ascii: ">") ? line.drop { "> ".utf8.contains($0) } : line
  }

  /// A field of a line, as in `Process:  Shop [812]`.
  private static func field(_ written: Substring) -> (name: String, value: String)? {
    let line = written.drop { "> \t".contains($0) }
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[..<colon].trimmingSpaces
    return name.isEmpty ? nil : (String(name), String(line[line.index(after: colon)...].trimmingSpaces))
  }

  /// The document with the same values, and with the whole text as a member.
  var document: [UInt8] {
    var document = JSONObjectText()
    for (name, key) in Self.documentKeys.sorted(by: { $0.key < $1.key }) { document.set(key, text: fields[name]) }
    // No key has a space.
    let named = LogSubject(Array(tight.utf8)[...]) ?? LogSubject(Array(loose.utf8)[...])
    let blamed = blamed
    let bundle = blamed?.prefix { !":[".contains($0) }
    if fields["Identifier"] == nil {
      document.set("bundleID", text: named?.bundle ?? bundle.flatMap { $0.contains(".") ? String($0) : nil })
    }
    // The name may be empty, as in ` [812]`.
    let written = fields["Process"] ?? fields["Command"] ?? blamed.flatMap { $0.contains("[") ? String($0) : nil }
    let process = written?.split(separator: "[", omittingEmptySubsequences: false)
    document.set("procName", text: process?.first.map { String($0.trimmingSpaces) }.flatMap { $0.isEmpty ? nil : $0 })
    let number = process?.dropFirst().last ?? fields["PID"]?[...]
    let pid = number.flatMap { Int64($0.prefix { $0.isNumber }) } ?? named?.pid
    document.set("pid", raw: pid.map { "\($0)".utf8 })
    let versions = versions
    document.set("app_version", text: versions.version)
    document.set("build_version", text: versions.build)
    document.set("isNonFatal", raw: observed == nil ? nil : "1".utf8)
    document.set("termination", raw: termination)
    document.set("text", text: text.string)
    return document.bytes
  }

  /// True if a report without a path is of an extension: its stack has the frames in which every extension or service runs,
  /// and no app, or its coalition is that of an app whose id begins its own.
  static func isOfExtension(_ text: String, _ bundle: String?) -> Bool {
    if serviceFrames.contains(where: text.contains) { return true }
    let coalition = text.split(separator: "\n").lazy.compactMap { field($0) }.first { $0.name == "Coalition" }?.value
    guard let app = coalition?.prefix(while: { $0 != " " && $0 != "[" }), app.contains(".") else { return false }
    return bundle?.hasPrefix("\(app).") == true
  }

  private static let serviceFrames = [
    "[PKService run]", "[PKService main]", " _xpc_objc_main", " xpc_main ", " NSExtensionMain", " EXExtensionMain",
  ]

  /// What a report is about whose process lived on, as in `disk writes`; nil for a report of an end.
  var observed: String? {
    if head.contains("NON-FATAL CONDITION") { return fields["Exception Subtype"].map { "a limit: \($0)" } ?? "a limit" }
    let code = fields["Termination Reason"].flatMap { Self.termination(written: $0).code }
    if [code, exceptionCode].contains(Self.stackshot) { return "a stackshot" }
    return fields[Self.action] == Self.killed ? nil : event
  }

  /// The event of a report on a stretch of time, as in `cpu usage`.
  private var event: String? { Self.besideEvent.contains { fields[$0] != nil } ? fields["Event"] : nil }

  /// The process that the system names without a key: `transgression: com.example.shop exhausted`, before iOS 13, or
  /// `Shop[812] has active assertions`.
  private var blamed: Substring? {
    let word: Substring?
    if let mark = squeezed.firstRange(of: Self.transgression.squeezed + ":") {
      let rest = squeezed[mark.upperBound...]
      word = rest.firstRange(of: "exhausted").map { rest[..<$0.lowerBound] }
    } else {
      let marks = (Self.timeouts.map(\.0) + [" " + Self.overrun]).lazy.compactMap {
        loose.firstRange(of: $0)?.lowerBound
      }
      word = marks.first.flatMap { loose[..<$0].split(separator: " ").last }
    }
    return word.flatMap { $0.contains { "<>".contains($0) } ? nil : $0 }
  }

  /// The first of the codes of its exception.
  private var exceptionCode: UInt64? {
    fields["Exception Codes"]?.split(separator: ",").first.map(String.init).flatMap(Self.number)
  }

  /// Version and build, which were in reverse order before iOS 15.
  private var versions: (version: String?, build: String?) {
    guard let version = fields["Version"] else { return (nil, nil) }
    let versions = version.split { "()".contains($0) }.map { String($0.trimmingSpaces) }
    guard versions.count == 2 else { return (version, nil) }
    let dots = versions.map { $0.count { $0 == "." } }
    // A build is seldom written with more dots than its version.
    if dots[0] != dots[1] { return dots[0] > dots[1] ? (versions[0], versions[1]) : (versions[1], versions[0]) }
    let system = fields["OS Version"]?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
    return system < 15 ? (versions[1], versions[0]) : (versions[0], versions[1])
  }

  /// The reason why the process was ended: that in the report, a code before iOS 10, or a signal.
  private var termination: [UInt8] {
    var termination = JSONObjectText()
    let reason = fields["Termination Reason"].map(Self.termination(written:))
    let isByCode = fields["Exception Type"] == "00000020"
    if reason?.domain != nil || reason?.code != nil || isByCode {
      termination.set("namespace", text: reason?.domain)
      termination.set("code", raw: (isByCode ? exceptionCode : reason?.code).map { "\($0)".utf8 })
    } else if let context {
      termination.set("namespace", text: context["domain"])
      termination.set("code", raw: context["code"].flatMap(Self.number).map { "\($0)".utf8 })
    } else if let namespace = word(behind: #""namespace":"#) {
      termination.set("namespace", text: namespace)
      termination.set("code", raw: word(behind: #""code":"#).flatMap(Self.number).map { "\($0)".utf8 })
    } else if says(Self.transgression) || Self.timeouts.contains(where: { says($0.0) }) {
      termination.set("code", raw: "\(Termination.watchdogCode)".utf8)
    } else if says(Self.uncaught) {
      termination.set("namespace", text: "SIGNAL")
      termination.set("code", raw: "6".utf8)
    } else if let type = fields["Exception Type"] {
      let signal = type.split { !$0.isLetter }.last { $0.hasPrefix("SIG") }.map(String.init)
      termination.set("namespace", text: "SIGNAL")
      termination.set("code", raw: "\(signal.flatMap { Termination.outerSignals[$0] } ?? 0)".utf8)
    }
    let isOfCPU = fields[Self.action] == Self.killed && ["cpu usage", "wakeups"].contains(event)
    let isOverCPU = fields["Exception Type"] == "EXC_RESOURCE" && fields["Exception Subtype"] == "CPU"
    termination.set("indicator", text: isOfCPU || isOverCPU ? "cpu" : nil)
    var details = head
    // Before iOS 12 the event is only before these words.
    if !says("WatchdogEvent:"), let end = squeezed.firstRange(of: Self.transgression.squeezed) {
      let event = IPSReader.watchdogEvents.first(where: squeezed[..<end.lowerBound].hasSuffix)
      details += event.map { " | WatchdogEvent: \($0)" } ?? ""
    }
    for (words, event) in Self.timeouts where says(words) { details += " | WatchdogEvent: \(event)" }
    var quoted: [UInt8] = []
    JSONText.encode(Array(details.utf8)[...], to: &quoted)
    termination.set("details", raw: "[".utf8 + quoted + "]".utf8)
    return termination.bytes
  }

  /// True if the head has these words, however it is wrapped.
  private func says(_ words: String) -> Bool { squeezed.contains(words.squeezed) }

  /// The fields of RunningBoard's reason; where a line was cut, its numbers are whole in one of the two readings.
  private var context: [String: String]? {
    let found = [tight, loose].compactMap { text in
      text.firstRange(of: Self.context).map { LogTermination.fields(of: Array(text[$0.lowerBound...].utf8)[...]) }
    }
    let whole = found.first { fields in
      ["domain", "code"].allSatisfy { name in fields[name].flatMap(Self.number) != nil }
    }
    return whole ?? found.last
  }

  /// Domain and code of a reason as text, as in `Namespace SPRINGBOARD, Code 0x8badf00d` or `FRONTBOARD 2343432205`; the
  /// domain may be blank.
  static func termination(written text: String) -> (domain: String?, code: UInt64?) {
    let words = text.split { " ,[]".contains($0) }.map(String.init).filter { $0 != "Namespace" && $0 != "Code" }
    if words.count == 1, let code = number(words[0]) { return (nil, code) }
    return (words.first, words.dropFirst().first.flatMap(number))
  }

  /// The value of a member of a piece of a document, with or without quotation marks.
  private func word(behind mark: String) -> String? {
    guard let end = head.firstRange(of: mark)?.upperBound else { return nil }
    let value = head[end...].drop { " :\"".contains($0) }.prefix { !"\",}\n".contains($0) }
    // JSON may escape a slash.
    return value.isEmpty ? nil : String(value).replacing("\\/", with: "/")
  }

  /// A number, which may be hexadecimal.
  private static func number(_ text: String) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}

extension String {
  /// The text without any white space: a page or a terminal may have wrapped it anywhere.
  var squeezed: String { utf8.filter { $0 > 0x20 }[...].string }
}

extension Substring {
  /// The text without white space at its ends, and without the marks that quote a line of code.
  fileprivate var trimmingSpaces: Substring {
    let rest = drop { $0.isWhitespace || $0 == "`" }
    return rest[..<(rest.lastIndex { !$0.isWhitespace && $0 != "`" }.map { rest.index(after: $0) } ?? rest.startIndex)]
  }
}
