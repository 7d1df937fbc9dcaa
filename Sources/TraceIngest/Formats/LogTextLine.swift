import TraceModel

/// The fields of the first line of a record of a log in text.
struct LogTextLine {
  /// The patterns with which records begin, one for each style; the first that matches is used.
  ///
  /// Source: the styles in `man log`; idevicesyslog with and without the device's name; the log of pymobiledevice3;
  /// `system.log`.
  private static let styles = [
    "{day:10} {clock} 0x{thread} {level} 0x{activity} {pid} {ttl} {process}: {message}",
    "{day:10} {clock:12} {level} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {process}[{pid}] <{level}>: {message}",
    "{day:10} {clock} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {host} {process}[{pid}]: {message}",
    "{month:3} {date} {clock} {host} {process}[{pid}] <{level}>: {message}",
    "{month:3} {date} {clock} {process}[{pid}] <{level}>: {message}",
    "{month:3} {date} {clock} {host} {process}[{library}]({pid}) <{level}>: {message}",
    "{month:3} {date} {clock} {process}[{library}]({pid}) <{level}>: {message}",
    "{month:3} {date} {clock} {host} {process}[{pid}]: {message}",
    // The Simulator's launchd names a service, in parentheses, before its message.
    "{day:10} {clock} {host} {process}[{pid}] ({message}",
    "{month:3} {date} {clock} {host} {process}[{pid}] ({message}",
    // The same, cut off at the front by hand.
    "{date} {clock} {host} {process}[{pid}] <{level}>: {message}",
    "{clock} {host} {process}[{pid}] <{level}>: {message}",
    "{clock} {process}[{pid}] <{level}>: {message}",
    "{clock} {process}[{pid}:{thread}] {message}",
    "{day:10} {clock} {process}[{pid}]: {message}",
    "{clock} {process}[{pid}]: {message}",
  ].map(TextPattern.init)
  /// The longest name of a program before its process id, in words: this project's number.
  private static let longestName = 3
  /// Patterns of lines that an app printed with only a time; fastlane writes a colon after its own.
  private static let printed = [
    "{day:10} {clock} {message}", "[{day:10} {clock}] {message}", "[{clock}] {message}", "[{clock}]: {message}",
    "{clock} {message}",
  ].map(TextPattern.init)

  var clock = ""
  /// The day as in 2026-10-31; nil in a style without a day, or with month and date.
  var day: String?
  /// The day read with the day of the month first, where `day` has the month first; nil if only one reading is possible.
  private(set) var otherDay: String?
  /// The month, 1 for the first, in a style that writes it with `date`, the day of the month.
  private(set) var month: Int?
  private(set) var date: String?
  /// The name of the device, in a style that writes it.
  var host: String?
  /// The name of the process, without the library that logs in it.
  var process = ""
  var pid: Int64?
  var subsystem: String?
  var message: ArraySlice<UInt8> = []
  /// True if the message precedes this line.
  var isBelowMessage = false

  /// Reads the first line of `record`; nil if no record begins with such a line.
  ///
  /// `columns` are the roles of Console's columns, if a heading had their names.
  init?(_ record: ArraySlice<UInt8>, _ columns: [ConsoleColumns.Role]? = nil) {
    let text = record
    let front = FrontTime(text)
    // The time is near the start of a record.
    guard front != nil || text.prefix(200).contains(UInt8(ascii: ":")) else { return nil }
    if text.first == UInt8(ascii: "{") {
      guard let row = Self.row(json: text) else { return nil }
      self = row
      return
    }
    if let row = Self.row(metadata: text) {
      self = row
      return
    }
    let line = front?.line ?? text
    otherDay = front?.otherDay
    let styled = Self.withoutTab(line)
    for style in Self.styles {
      if let holes = style.holes(in: styled), read(holes) { return }
    }
    if let row = ConsoleColumns.line(front?.isJoined == true ? text : line, columns) {
      self = row
      otherDay = front?.otherDay
      return
    }
    guard let first = line.first, first.isDigit || first == UInt8(ascii: "[") else { return nil }
    let plain = line.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }[...]
    for style in Self.printed {
      guard var holes = style.holes(in: plain), let message = holes["message"], !Self.isOfAndroid(message),
        // A program that forwards a whole row writes its own time in front.
        AppSaying(message) != nil || LaunchSaying(message) != nil || MessageTable.standard.isOfApp(message)
          || EndName.isSaid(in: message),
        LogTextLine(message) == nil
      else { continue }
      // AM, PM or the zone may follow the time.
      let word = message.prefix { $0 != UInt8(ascii: " ") }
      let isZone = word.count == 5 && word.first?.isDigit == false && Int(word.string) != nil
      if isZone || WrittenTime.isHalf(word.string) { holes["clock"]? += " ".utf8 + word }
      if read(holes) { return }
    }
    return nil
  }

  /// A line in which tabs, as in `10:00:01.500\tShop[812:77] …`, part the time from a program and its ids, or these from
  /// the message, with spaces in their place; any other line as it is.
  private static func withoutTab(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tab = UInt8(ascii: "\t")
    guard let open = line.prefix(80).firstIndex(of: UInt8(ascii: "[")),
      line[open...].dropFirst().first?.isDigit == true,
      let close = line[open...].prefix(24).firstIndex(of: UInt8(ascii: "]"))
    else { return line }
    let end = line[..<open].lastIndex(of: tab)
    let isBehindTime = end.map { end in
      end + 1 < open && line[..<end].allSatisfy { !$0.isLetter || "TZ".utf8.contains($0) }
    }
    guard isBehindTime ?? (line[close...].dropFirst().first == tab) else { return line }
    let stop = min(close + 2, line.endIndex)
    return (line[..<stop].map { $0 == tab ? UInt8(ascii: " ") : $0 } + line[stop...])[...]
  }

  /// True if a day and a `T` precede a time of day.
  private static func isJoined(_ text: ArraySlice<UInt8>, clock: Int, behind last: Int) -> Bool {
    clock - 11 >= last && text[clock - 1] == UInt8(ascii: "T")
      && WrittenTime.day(text[(clock - 11)..<(clock - 1)]) != nil
  }

  /// A line with this time of day.
  init?(clock: ArraySlice<UInt8>) { if !read(clock: clock) { return nil } }

  /// True if a message is from Android's log, where frameworks print the same words: after a number, or a level as in
  /// `D/`.
  private static func isOfAndroid(_ message: ArraySlice<UInt8>) -> Bool {
    guard let first = message.first else { return false }
    return first.isDigit || "VDIWEF".utf8.contains(first) && "/ ".utf8.contains(message.dropFirst().first ?? 0)
  }

  private mutating func read(_ holes: [String: ArraySlice<UInt8>]) -> Bool {
    guard let clock = holes["clock"] else { return false }
    // Another style may have failed here.
    pid = nil
    day = nil
    if let host = holes["host"], host.contains(UInt8(ascii: "[")) { return false }
    // 'log show --style syslog' names no device.
    host = holes["host"].map(\.string).flatMap { $0 == "localhost" ? nil : $0 }
    if let digits = holes["pid"] {
      guard let number = Int64(digits.string) else { return false }
      pid = number
    }
    if let day = holes["day"], !read(day: day) { return false }
    if let date = holes["date"] {
      guard Int(date.string) != nil else { return false }
      if let month = holes["month"], !read(month: month, date: date) { return false }
    }
    process = Self.program(holes["process"] ?? [])
    // A name is near its process id: text before another bracket, or with another time in it, is no name.
    if process.utf8.contains(UInt8(ascii: "[")) || !Self.clocks(in: holes["process"] ?? []).isEmpty { return false }
    if let thread = holes["thread"], !thread.string.allSatisfy({ $0.isHexDigit || $0 == "x" }) || process.isEmpty {
      return false
    }
    // Without a day and a level, text with an index in brackets looks like a name.
    let isBare = holes["level"] == nil && holes["host"] == nil && (day == nil || holes["thread"] == nil)
    if isBare, pid != nil, process.split(separator: " ").count > Self.longestName { return false }
    message = holes["message"] ?? []
    return read(clock: clock)
  }

  /// Reads a time of day, with or without its zone, as in 10:00:01.500, 10:00:01,500, 10:00:01:500 and 1:00:01 PM.
  mutating func read(clock text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 8, let time = WrittenTime.Clock(text), time.isFull, time.rest.isEmpty else { return false }
    clock = time.text
    return true
  }

  /// Reads a day as in 2026-10-31, 2026/10/31 and 31.10.2026.
  mutating func read(day text: ArraySlice<UInt8>) -> Bool {
    guard let written = WrittenTime.day(text) else { return false }
    day = written
    return true
  }

  /// Reads a day as in `Oct 31`.
  mutating func read(month: ArraySlice<UInt8>, date: ArraySlice<UInt8>) -> Bool {
    guard let number = WrittenTime.month(abbreviated: month.string) else { return false }
    self.month = number
    self.date = date.string
    return true
  }

  /// The name of a program, without the library that logs in it, as in `SpringBoard(FrontBoard)`.
  ///
  /// A program that runs for a Simulator is named after it, as in `com.apple.CoreSimulator.SimDevice.UUID.launchd_sim`,
  /// which newer Simulators leave at the UUID; launchd was `com.apple.launchd`, and is `com.apple.xpc.launchd` since
  /// iOS 8.
  static func program(_ text: ArraySlice<UInt8>) -> String {
    let name = text.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "{") }.string
    let simulator = "com.apple.CoreSimulator.SimDevice."
    if name.hasPrefix(simulator), !name.dropFirst(simulator.count).contains(".") { return "launchd_sim" }
    let isLong = name.hasPrefix("com.apple.") && [".launchd", ".launchd_sim"].contains { name.hasSuffix($0) }
    if isLong { return name.split(separator: ".").last.map(String.init) ?? name }
    // A copy may have the library in place of the process.
    return MessageTable.standard.libraries[name] ?? name
  }
}

/// Finds records that follow others on one line, where a page or a mail has lost the ends of lines.
extension LogTextLine {
  /// How many bytes of a line are read to see whether a record begins there.
  private static let length = 400

  /// The indices in a line, after its start, at which records begin: only at a full time with a process, as messages
  /// contain times as well.
  ///
  /// A line that begins no record may have one that an app printed, after other text.
  static func starts(in line: ArraySlice<UInt8>) -> [Int] {
    var starts: [Int] = []
    var last = line.startIndex
    for clock in clocks(in: line) where clock > last {
      guard let (start, isPrinted) = start(in: line, before: clock, behind: last), start > last else { continue }
      if isPrinted, LogTextLine(line) != nil { continue }
      starts.append(start)
      last = clock
    }
    return starts
  }

  /// The indices of times of day, as in `10:00:01`, each with no digit before it.
  private static func clocks(in line: ArraySlice<UInt8>) -> [Int] {
    let colon = UInt8(ascii: ":")
    return WrittenTime.clocks(in: line).filter { at in
      line[at + 2] == colon && (at == line.startIndex || line[at - 1] != colon)
    }
  }

  /// The start of the record to which a time belongs, and whether an app printed it; nil if it belongs to none.
  ///
  /// A day, a type, and the name of a process may precede the time.
  private static func start(
    in line: ArraySlice<UInt8>, before clock: Int, behind last: Int
  ) -> (start: Int, isPrinted: Bool)? {
    var words: [Range<Int>] = []
    var hasDay = isJoined(line, clock: clock, behind: last)
    let half = WrittenTime.half(before: clock, in: line[last...])
    var start = hasDay ? clock - 11 : half ?? clock
    var end = start
    while words.count < 4, let word = word(in: line[last..<end]) {
      words.append(word)
      end = word.lowerBound
    }
    var rest = words[...]
    func text(_ index: Int) -> String {
      let word = rest.dropFirst(index).first
      return word.map { line[$0].string } ?? ""
    }
    if !hasDay, text(0).utf8.count == 10, WrittenTime.day(line[rest[rest.startIndex]]) != nil {
      start = rest.removeFirst().lowerBound
      hasDay = true
    } else if Int(text(0)) != nil, WrittenTime.month(abbreviated: text(1)) != nil {
      start = rest[rest.startIndex + 1].lowerBound
      rest = rest.dropFirst(2)
      hasDay = true
    } else if !hasDay, let index = words.lastIndex(where: { FrontTime(line[$0.lowerBound...].prefix(length)) != nil }) {
      start = words[index].lowerBound
      rest = words[(index + 1)...]
      hasDay = true
    }
    var begins = [start]
    if ConsoleColumns.isLevel(text(0)) { begins.insert(rest.removeFirst().lowerBound, at: 0) }
    // The name of a process may precede them: only that of a daemon is recognized.
    if MessageTable.standard.isDaemon(text(0)) { begins.insert(rest[rest.startIndex].lowerBound, at: 0) }
    for begin in begins {
      let piece = line[begin..<min(begin + length, line.endIndex)]
      guard let found = LogTextLine(piece) else { continue }
      if found.process.isEmpty {
        // Without a day, a level or a mark may precede it.
        let front = line[..<begin]
        let isMark = !front.contains { $0.isDigit } && front.split(separator: UInt8(ascii: " ")).count < 2
        if hasDay || isMark { return (begin, true) }
        continue
      }
      let isFull = hasDay || found.clock.utf8.count > 8 || found.pid != nil
      if isFull || MessageTable.standard.isDaemon(found.process) { return (begin, false) }
    }
    return nil
  }

  /// The last word of a text that ends in white space; nil if it has none.
  private static func word(in text: ArraySlice<UInt8>) -> Range<Int>? {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = text.last, isSpace(last), let end = text.lastIndex(where: { !isSpace($0) }) else { return nil }
    let start = text[...end].lastIndex(where: isSpace).map { $0 + 1 } ?? text.startIndex
    return start..<end + 1
  }
}

extension LogTextLine {
  private static let keys = ["msg", "timestamp", "process", "message", "pid", "subsystem"]

  /// A row that a tool forwards as JSON: the device's own row under `msg`, or its fields under their names.
  ///
  ///     {"msg":"Oct  5 23:48:33 iPhone Shop(UIKitCore)[512] <Notice>: …"}
  ///     {"timestamp":"2026-10-31 10:00:01.5+0200","process":"Shop","pid":512,"subsystem":"","message":"…"}
  ///
  /// Source: `ios syslog` of go-ios; `mobilecli device logs`.
  static func row(json text: ArraySlice<UInt8>) -> LogTextLine? {
    var line = text.prefix { $0 != UInt8(ascii: "\n") }
    // In an array a comma follows it.
    while let last = line.last, last == UInt8(ascii: ",") || JSONScanner.isSpace(last) { line.removeLast() }
    guard let row = try? JSONValue(line) else { return nil }
    let values = row[Self.keys]
    if let line = values[0]?.bytes { return LogTextLine(line) }
    guard let time = values[1]?.bytes, let process = values[2]?.string, let message = values[3]?.bytes,
      let number = values[4]?.integer, let subsystem = values[5]?.string,
      // A space or a `T` follows the day.
      var line = LogTextLine(clock: time.dropFirst(11)), line.read(day: time.prefix(10))
    else { return nil }
    line.process = program(Array(process.utf8)[...])
    line.pid = number
    line.subsystem = subsystem
    line.message = message
    return line
  }
}

extension LogTextLine {
  /// The line of metadata that Xcode 15 and later show below a message, if its options ask for that.
  ///
  ///     Type: Notice | Timestamp: 2026-10-31 10:00:01.500000+02:00 | Process: Shop | Library: UIKitCore | TID: 0x1f
  ///
  /// Source: Apple, WWDC23, Debug with structured logging.
  static func row(metadata line: ArraySlice<UInt8>) -> LogTextLine? {
    // Xcode indents it.
    let text = line.drop { " \t".utf8.contains($0) }
    guard text.starts(with: "Type: ".utf8) || text.starts(with: "Timestamp: ".utf8) else { return nil }
    var fields: [String: Substring] = [:]
    for field in text.prefix(while: { $0 != UInt8(ascii: "\n") }).string.split(separator: " | ") {
      guard let end = field.firstRange(of: ": ") else { continue }
      fields[String(field[..<end.lowerBound])] = field[end.upperBound...]
    }
    guard let time = fields["Timestamp"].map({ Array($0.utf8) }),
      var row = LogTextLine(clock: time.dropFirst(11)), row.read(day: time.prefix(10))
    else { return nil }
    row.process = fields["Process"].map(String.init) ?? ""
    row.pid = fields["PID"].flatMap { Int64($0) }
    row.subsystem = fields["Subsystem"].map(String.init)
    row.isBelowMessage = true
    return row
  }

  /// The message above such a line.
  ///
  /// Text that was printed, and has no time, does not belong to it.
  static func message(above text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    while let printed = rest.firstIndex(of: "Type: stdio".utf8) {
      rest = rest[printed...].drop { $0 != UInt8(ascii: "\n") }
    }
    return rest.drop(while: JSONScanner.isSpace)
  }
}
