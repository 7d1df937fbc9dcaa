import TraceModel

/// Reads the lines without times that Flutter, React Native and Xcode print about an app's life cycle, and lines of the
/// system's log that have lost their times: only their order is known.
///
/// An event needs a clock, so each line has an `uptime` one nanosecond after the line before it: no callback in such a
/// log takes long, and no launch in it has a duration (`LaunchFacts.isUntimed`). A line that an app prints belongs to the
/// process that it names, as in `Shop[812:77] …`, else to that of the line before.
struct UntimedTextReader: LogFormatReader {
  static let name = InputFormat.untimedText.name
  static let summary = "what apps, Xcode and the system print without times: only order is judged"
  static let isLoose = true
  static let cleaning = Cleaning.lines(TextCleaner(begins: { isLifecycle($0) }, starts: nil, isText: true))
  private var interpreter: UnifiedLogInterpreter
  /// The process of an app that a line named last.
  private var last: UntimedLine?
  /// The id of the process to which lines without a name above the first named one belong as well: it has no name here.
  private var unnamedPid: Int64?
  /// True if a line about the life cycle named no process so far.
  private var isUnnamed = false
  /// True for lines in a source of another format, whose events have times.
  private let isWithin: Bool

  static func framing(_ head: LogHead) -> Framing? {
    if Logcat.isWhole(head.lines) { return nil }
    let lines = head.lines.filter { line in
      line.contains { !$0.isWhitespace } && !Logcat.isLine(Array(line.utf8)[...])
    }
    guard let first = lines.first, !LogHead.beginsJSON(first), let text = UntimedText(lines), text.hasOrder else {
      return nil
    }
    // The times may be below the lines, or before them as those since the line above.
    if text == .ownWords, !isPrinted(lines) || UnifiedLogTextReader.framing(head) != nil { return nil }
    // The time may be at the end of a line, or below it.
    if text == .systemLog, lines.contains(where: { LogTextLine(Array($0.utf8)[...]) != nil }) { return nil }
    guard lines.contains(where: { isLifecycle(Array($0.utf8)[...]) }) else { return nil }
    return text == .systemLog ? .joined { !goesOn($0) } : .lines
  }

  /// True for a line of a message of several: one of a list, or a field of the watchdog's.
  private static func goesOn(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    return furtherLines.contains(where: text.starts)
  }

  private static let furtherLines = [
    "ProcessVisibility: ", "ProcessState: ", "WatchdogEvent: ", "WatchdogVisibility: ", "WatchdogCPUStatistics: ",
    "\"Elapsed ", "<BKProcessAssertion: ", "{(", ")}", ") reportType:",
  ].map { Array($0.utf8) }

  /// True if an app printed these lines: several name callbacks, or one does and Xcode or a runtime says how the process
  /// ended, and none is of a program's text, which names callbacks too.
  private static func isPrinted(_ lines: [String]) -> Bool {
    let isCode = lines.contains { line in ["{", "}", ";"].contains { line.hasSuffix($0) } }
    let isPrinted = lines.count { AppSaying(message(of: Array($0.utf8)[...])) != nil } > 1
    return !isCode && (isPrinted || lines.contains { UntimedText([$0]) == .xcode })
  }

  static func remark(_ head: LogHead) -> String {
    guard let text = UntimedText(head.lines) else { return "" }
    return ": it is \(text.what), so that nothing of it is timed; \(text.hint)"
  }

  init(_ options: IngestOptions) { self.init(options, isWithin: false) }

  init(_ options: IngestOptions, isWithin: Bool) {
    interpreter = UnifiedLogInterpreter(options.timebase, losesLines: true)
    self.isWithin = isWithin
  }

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    if Logcat.isLine(record) {
      transcript.notes.countAndroid()
      return transcript.end(.envelope)
    }
    var message = LogMessage()
    message.uptime = transcript.number
    message.isTimeInferred = isWithin
    if let line = UntimedLine(ofDaemon: record) {
      message.process = line.process
      message.pid = line.pid
      message.text = line.message
    } else {
      message.text = Self.message(of: record)
      if let line = UntimedLine(ofApp: record) {
        last = line
        if isUnnamed, unnamedPid == nil { unnamedPid = line.pid }
      } else if last == nil, !isUnnamed {
        isUnnamed = Self.isLifecycle(record)
      }
      if let last, last.pid != unnamedPid {
        message.process = last.process
        message.pid = last.pid
      }
    }
    interpreter.read(message, into: &transcript) { $0.set("record", record.string) }
  }

  /// True if a line is about an app's life cycle.
  static func isLifecycle(_ line: ArraySlice<UInt8>) -> Bool {
    let text = message(of: line)
    return AppSaying(text) != nil || MessageTable.standard.find(text, of: "") != nil
      || UntimedLine(ofDaemon: line) != nil
  }

  /// A line without the text that Xcode and React Native write in front of it, and without its process.
  private static func message(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = UntimedLine(ofApp: line)?.message ?? line.drop { $0 == UInt8(ascii: " ") }
    let category = Array("[BackgroundTask] ".utf8)
    return text.starts(with: category) ? text.dropFirst(category.count) : text
  }
}

/// Kinds of text about an app's life cycle without times: no duration in such text can be judged, as its events have no
/// times.
///
/// The first line with the mark of a kind decides. A text whose lines have times in a form of their own belongs here as
/// well: the times are in it, but not where a reader could find them.
enum UntimedText: String, CaseIterable {
  case crashReport = "a piece of a crash report without its head (Process, Date/Time)"
  /// A crash report with its head, but without the line `Date/Time`.
  case undatedCrashReport = "a crash report without its line 'Date/Time'"
  case xcode = "Xcode's console without time stamps"
  case flutter = "Flutter's output without times"
  case reactNative = "React Native's output without times"
  case systemLog = "lines of the system's log without their times"
  case ownForm = "text whose lines have a form of their own"
  case timesOnly = "lines with times, and nothing of an app's life cycle in known words"
  case ownWords = "what an app says of its life cycle, without times"

  /// The levels of syslog, with which a line begins whose time and process were cut off: `<Notice>: text`.
  static let levels = [
    "<Emergency>: ", "<Alert>: ", "<Critical>: ", "<Error>: ", "<Warning>: ", "<Notice>: ", "<Info>: ", "<Debug>: ",
    "<Default>: ", "<Fault>: ", "<Activity>: ",
  ].map { Array($0.utf8) }

  /// True for a line that begins with a level.
  static func beginsWithLevel(_ line: String) -> Bool {
    let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    return levels.contains { text.starts(with: $0) || text.elementsEqual($0.dropLast()) }
  }

  /// How many bytes at the start of a line are searched for a time.
  private static let clockReach = 40

  /// The kind of a text with these lines; nil if no line has a mark.
  init?(_ lines: [String]) {
    for line in lines {
      guard let found = Self.allCases.first(where: { $0.isOf(line) }) else { continue }
      switch found {
      case .crashReport: self = CrashText.namesProcess(lines) ? .undatedCrashReport : found
      case .ownForm: self = lines.contains(where: Self.isOfLifecycle) ? found : .timesOnly
      default: self = found
      }
      return
    }
    return nil
  }

  /// True if its lines are in the order of what happened, each of them one message (`UntimedTextReader`).
  var hasOrder: Bool { [.xcode, .flutter, .reactNative, .systemLog, .ownWords].contains(self) }

  /// The kind in messages.
  var what: String { rawValue }

  /// Advice for the user.
  var hint: String {
    switch self {
    case .crashReport:
      "take the whole report: Window > Devices and Simulators in Xcode, or Analytics Data in the device's settings"
    case .undatedCrashReport:
      "copy that line of the report as well, or add it by hand, as in 'Date/Time: 2026-10-31 10:00:01.500 +0100'"
    case .xcode:
      "turn on Timestamp in the console's metadata options (Xcode 15 and later) and copy again, or copy from Console"
    case .flutter: "run 'flutter run -v', or copy from Console"
    case .reactNative: "copy the device's log from Console, or run 'npx react-native log-ios'"
    case .systemLog: "copy whole lines from Console with its column Time, or what 'idevicesyslog' writes"
    case .ownForm, .timesOnly:
      "write lines as '2026-10-31 10:00:01.500 applicationDidBecomeActive', or export it as JSON lines"
    case .ownWords: "write the time in front, as in '2026-10-31 10:00:01.500 applicationDidBecomeActive'"
    }
  }

  /// The beginnings of its lines.
  private var marks: [String] {
    switch self {
    case .crashReport:
      [
        "Incident Identifier:", "Application Specific Information:", "Exception Type:", "Termination Reason:",
        "Termination Description:",
        "<RBSTerminateContext|", "\"termination\" :", "\"termination\":",
      ]
    case .xcode:
      [
        "[BackgroundTask] ", "Background task still not ended after expiration handlers", "Can't end BackgroundTask",
        "Application failed to launch: UIScene", "UIScene life cycle is required",
        "UIScene lifecycle will soon be required",
        "This process does not adopt UIScene", "CLIENT OF UIKIT REQUIRES UPDATE", "Message from debugger:",
        "Hang detected: ",
        "App is being debugged, do not track this hang", "*** Terminating app due to", "Terminating app due to",
        "Program ended with exit code",
      ]
    case .flutter:
      [
        "flutter: ", "[log] ", "Lost connection to device.", "Launching lib/", "Restarted application in ",
        "Syncing files to device ", "Flutter run key commands",
      ]
    case .reactNative:
      // Metro writes a space before the level.
      [" LOG  ", " INFO  ", " WARN  ", " ERROR  ", " DEBUG  ", "iOS Bundled ", "Welcome to Metro", "Running \""]
    case .undatedCrashReport, .systemLog, .ownForm, .timesOnly, .ownWords: []
    }
  }

  /// Texts in the system's messages about the life cycle, wherever a line was cut.
  private static let systemMarks = [
    "<RBSProcess", "<FBSProcess", "<FBApplicationProcess", "<BKProcess", "<_UIBackgroundTaskInfo",
    "Now tracking process", "Deactivation reason ", "Scene lifecycle state did change",
  ]

  private func isOf(_ line: String) -> Bool {
    let bytes = Array(line.utf8)[...]
    switch self {
    case .systemLog:
      let isMarked = Self.systemMarks.contains { bytes.firstIndex(of: $0.utf8) != nil }
      return (isMarked || UntimedLine(ofDaemon: bytes) != nil) && !Self.hasClock(bytes)
    case .ownForm: return Self.hasClock(bytes)
    case .ownWords: return AppSaying(bytes) != nil
    // These kinds are recognized by all lines together.
    case .undatedCrashReport, .timesOnly: return false
    case .crashReport, .xcode, .flutter, .reactNative:
      let inner = LineMarks.bare(bytes)
      let bare = (UntimedLine(ofApp: inner)?.message ?? inner).string
      // A task that is overdue, without the category that Xcode writes in front.
      let isOverdue = self == .xcode && bare.hasPrefix("Background Task ") && bare.contains("\"), was created over ")
      let saysEnd = self == .xcode && UnifiedLogTextReader.saysEnd(Array(bare.utf8)[...])
      return isOverdue || saysEnd || marks.contains { line.hasPrefix($0) || bare.hasPrefix($0) }
    }
  }

  /// True if a line has words about an app's life cycle anywhere.
  private static func isOfLifecycle(_ line: String) -> Bool {
    let bytes = Array(line.utf8)[...]
    let words = line.split { !$0.isLetter && !$0.isNumber && !"_-.".contains($0) }.map(String.init)
    return AppSaying.isNamed(in: bytes) || LaunchSaying(bytes) != nil
      || words.contains { RenameHint.isUnderstood($0) || LaunchLength.isWholeLaunch($0) }
      || systemMarks.contains { bytes.firstIndex(of: $0.utf8) != nil }
  }

  /// True if a time of day is near the start of a line.
  private static func hasClock(_ line: ArraySlice<UInt8>) -> Bool {
    let head = line.prefix(clockReach)
    return head.indices.contains { start in
      let text = head[start...].prefix(8)
      return text.count == 8
        && text.enumerated().allSatisfy { index, byte in
          index == 2 || index == 5 ? byte == UInt8(ascii: ":") : byte.isDigit
        }
    }
  }
}

/// A line of the system's log without its time.
///
///     SpringBoard[58] <Notice>: Application 'UIKitApplication:com.example.shop[0xeec0]' exited voluntarily.
///     com.apple.launchd[1] (UIKitApplication:com.example.shop[0xb615][512]): Exited: Killed: 9
///     kernel  memorystatus: killing_specific_process pid 512 [Shop] (per-process-limit 10) 51200KB
///     Shop[812:77] -[AppDelegate applicationDidBecomeActive:]
///     [app<com.example.shop>:512] Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D
private struct UntimedLine {
  /// Texts that complete a line that begins with its process, or with the type before it.
  private static let fronts = ["Jan 1 00:00:00 device ", "00:00:00.000000+0000\t"].map { Array($0.utf8) }

  let process: String
  let pid: Int64?
  let message: ArraySlice<UInt8>

  /// The beginnings of lines that only one daemon writes, for those that have lost its name as well.
  private static let authors = [
    ("memorystatus: ", "kernel"), ("EXC_RESOURCE -> ", "kernel"), ("Process ", "ReportSystemMemory"),
    ("Formulating ", "ReportCrash"),
  ]
  /// What completes a line that begins with an app's name, and where its process id is searched for.
  private static let appFront = Array("00:00:00.000 ".utf8)
  private static let nameReach = 60

  /// A line that begins with the name and the ids of an app's process; nil for any other line.
  init?(ofApp line: ArraySlice<UInt8>) {
    let text = line.drop { " \t".utf8.contains($0) }
    guard text.first?.isLetter == true, let open = text.prefix(Self.nameReach).firstIndex(of: UInt8(ascii: "[")),
      text[open...].dropFirst().first?.isDigit == true, let row = LogTextLine((Self.appFront + text)[...]),
      let number = row.pid, !row.process.isEmpty, !MessageTable.standard.isDaemon(row.process)
    else { return nil }
    process = row.process
    pid = number
    message = row.message
  }

  /// A line with a message of a daemon that is in the table, which no app prints; nil for any other line.
  init?(ofDaemon line: ArraySlice<UInt8>) {
    let table = MessageTable.standard
    for front in Self.fronts {
      guard let row = LogTextLine((front + line)[...]), table.isDaemon(row.process) else { continue }
      guard table.find(row.message, of: row.process) != nil else { continue }
      process = row.process
      pid = row.pid
      message = row.message
      return
    }
    for (begin, daemon) in Self.authors where line.starts(with: begin.utf8) {
      guard table.find(line, of: daemon)?.rows.contains(where: \.isOfSystem) == true else { continue }
      process = daemon
      pid = nil
      message = line
      return
    }
    let level = UntimedText.levels.first(where: line.starts)
    let bare = level.map { line.dropFirst($0.count) } ?? line
    guard let daemon = table.daemon(ofBare: bare) else { return nil }
    process = daemon
    pid = nil
    message = bare
  }
}
