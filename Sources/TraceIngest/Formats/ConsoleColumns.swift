import TraceModel

/// Reads rows that were copied from Console, whose columns may be in any order.
///
/// Console puts tabs between columns; the program into which a row was pasted may have replaced them by spaces. A
/// heading with the columns' names is rare: without one, each column is recognized by its values.
enum ConsoleColumns {
  /// What a column holds.
  enum Role: Sendable { case level, time, process, pid, subsystem, library, message, other }

  /// The roles of Console's columns by their names, in lower case.
  private static let names: [String: Role] = [
    "type": .level, "level": .level, "time": .time, "timestamp": .time, "date": .time, "process": .process,
    "pid": .pid, "process id": .pid, "subsystem": .subsystem, "message": .message, "category": .other,
    "library": .library, "sender": .library, "tid": .other, "thread id": .other, "thread": .other,
    "activity id": .other,
    "activity": .other, "any": .other,
  ]
  /// Console's types of messages, and the levels of syslog and of loggers.
  private static let levels: Set = [
    "default", "info", "debug", "error", "fault", "notice", "warning", "critical", "alert", "emergency", "activity",
    "warn", "trace", "verbose", "fatal",
  ]
  /// How many columns are read at most: a row has fewer.
  private static let most = 16

  /// The roles of the columns, if a line of `record` is a heading with their names; else nil.
  static func roles(above record: ArraySlice<UInt8>) -> [Role]? {
    for line in record.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      let roles = columns(text).map { names[$0.string.lowercased()] }
      var recognized = roles.compactMap(\.self)
      guard recognized.count == roles.count, recognized.contains(.time), recognized.contains(.message) else { continue }
      if recognized.contains(.process) { return recognized }
      // A library or a subsystem stands in for the process.
      if let index = recognized.firstIndex(of: .library) ?? recognized.firstIndex(of: .subsystem) {
        recognized[index] = .process
        return recognized
      }
    }
    return nil
  }

  /// A row, if the text is one.
  static func line(_ text: ArraySlice<UInt8>, _ roles: [Role]?) -> LogTextLine? {
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let cells = columns(text[..<end])
    return row(cells, text, roles) ?? WordColumns.line(text, end)
  }

  /// True if a word is a type of messages, in any case.
  static func isLevel(_ word: String) -> Bool { isType(word.lowercased()) }

  /// True if a word is a type of messages, spelled as Console does.
  static func isType(_ word: String) -> Bool { levels.contains(word) }

  /// Reads a row from its cells, which are the first line of `record`.
  private static func row(_ cells: [ArraySlice<UInt8>], _ record: ArraySlice<UInt8>, _ roles: [Role]?) -> LogTextLine? {
    guard cells.count > 2, let time = cells.indices.first(where: { self.time(cells[$0]) != nil }),
      var line = self.time(cells[time])
    else { return nil }
    let level = cells.indices.first { $0 != time && levels.contains(cells[$0].string.lowercased()) }
    // A time of day alone does not make a row of a log: there are tables of all sorts.
    let hasZone = cells[time].contains { $0 == UInt8(ascii: "+") } || line.clock.dropFirst(8).contains("-")
    let isTabbed = record[..<cells[time].startIndex].last == UInt8(ascii: "\t")
    guard level != nil || hasZone || isTabbed && time == 1 else { return nil }
    if let roles, roles.count <= cells.count, time < roles.count, roles[time] == .time {
      for (index, role) in roles.enumerated() {
        read(role, cells[index], isLast: index == roles.count - 1, &line, record)
      }
      return line.process.isEmpty ? nil : line
    }
    return guess(cells, time: time, level: level, &line, record) ? line : nil
  }

  /// Reads the cells of a row without a heading, by the order in which Console has them; false if it has no
  /// process or no message.
  private static func guess(
    _ cells: [ArraySlice<UInt8>], time: Int, level: Int?, _ line: inout LogTextLine, _ record: ArraySlice<UInt8>
  ) -> Bool {
    var process = (level.map { $0 > time } ?? false) ? (level ?? 0) + 1 : time + 1
    while process < cells.count, let pid = Int64(cells[process].string) {
      line.pid = pid
      process += 1
    }
    while process < cells.count, cells[process].isEmpty { process += 1 }
    guard process < cells.count else { return false }
    read(.process, cells[process], isLast: false, &line, record)
    let others = cells.indices.filter { $0 != time && $0 != level && $0 != process }
    guard process + 1 < cells.count else {
      // The message precedes the process: it is the longest of the other cells.
      guard let longest = others.max(by: { cells[$0].count < cells[$1].count }) else { return false }
      read(.message, cells[longest], isLast: false, &line, record)
      return true
    }
    for index in (process + 1)..<cells.count {
      let cell = cells[index]
      let isLast = index == cells.count - 1
      // Library, subsystem and category have no spaces; a message has.
      if isLast || cell.contains(UInt8(ascii: " ")) {
        read(.message, cell, isLast: true, &line, record)
        return true
      }
      if Int64(cell.string) != nil { read(.pid, cell, isLast: false, &line, record) }
      if cell.contains(UInt8(ascii: ".")) { read(.subsystem, cell, isLast: false, &line, record) }
    }
    return true
  }

  private static func read(
    _ role: Role, _ cell: ArraySlice<UInt8>, isLast: Bool, _ line: inout LogTextLine, _ record: ArraySlice<UInt8>
  ) {
    switch role {
    case .process: line.process = LogTextLine.program(cell)
    case .pid: line.pid = Int64(cell.string)
    case .subsystem: line.subsystem = cell.string
    // The last column may contain tabs or spaces that separate columns elsewhere.
    case .message: line.message = isLast ? record[cell.startIndex...] : cell
    case .level, .time, .library, .other: break
    }
  }

  /// A line at the time in a cell: a time of day, with or without a day before it.
  private static func time(_ cell: ArraySlice<UInt8>) -> LogTextLine? {
    if let line = LogTextLine(clock: cell) { return line }
    let pieces = cell.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard pieces.count == 2 else { return nil }
    if pieces[0].count == 10, var line = LogTextLine(clock: pieces[1]), line.read(day: pieces[0]) { return line }
    let rest = pieces[1].drop { $0 == UInt8(ascii: " ") }.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard rest.count == 2, var line = LogTextLine(clock: rest[1]), line.read(month: pieces[0], date: rest[0]) else {
      return nil
    }
    return line
  }

  /// The texts between tabs or, without tabs, between two spaces or more.
  private static func columns(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let tab = UInt8(ascii: "\t")
    let space = UInt8(ascii: " ")
    if text.contains(tab) {
      return text.split(separator: tab, maxSplits: most, omittingEmptySubsequences: false).map(trimmed)
    }
    var cells: [ArraySlice<UInt8>] = []
    var rest = text
    while cells.count < most, let end = rest.firstIndex(of: [space, space]) {
      cells.append(rest[..<end])
      rest = rest[end...].drop { $0 == space }
    }
    return (cells + [rest]).map(trimmed)
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = cell.drop { $0 == UInt8(ascii: " ") }
    let last = rest.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
    return rest[..<(last.map { $0 + 1 } ?? rest.startIndex)]
  }
}

/// Reads rows copied from Console whose columns are separated by one space, or by gaps of several widths.
///
/// The columns are found by what they may contain. The time is recognized by its form; the type is beside it, and the
/// process precedes its message. Which words are the name of the process is decided by the messages that it is known to
/// log.
///
///     default 2019-01-08 13:26:10.087889 +0800 runningboardd Now tracking process: …
///     18:14:31 SpringBoard Bootstrapping com.example.shop with intent background
///     SpringBoard 18:14:31.3+0200 default [sceneID:com.example.shop-default] scene content state changed: ready
private enum WordColumns {
  /// The time is searched for among this many words at the start of a row, and at its end.
  private static let reach = 8
  private static let most = 64
  /// The longest name of an app's process, in words.
  private static let longestName = 3

  /// Reads a row; nil if the text is none.
  ///
  /// `end` is the end of its first line.
  static func line(_ text: ArraySlice<UInt8>, _ end: Int) -> LogTextLine? {
    let first = text[..<end]
    let words = words(first)
    // Rows of any format may be indented: they are read without their indent.
    guard words.count > 2, text.first != UInt8(ascii: " ") else { return nil }
    let candidates = words.indices.filter { $0 < reach || $0 >= words.count - reach }
    guard let time = candidates.first(where: { clock(first, words, $0) != nil }), let row = clock(first, words, time)
    else {
      return nil
    }
    let before = Array(words[..<row.range.lowerBound])
    let behind = Array(words[row.range.upperBound...])
    var line = row.line
    let hasZone = line.clock.utf8.dropFirst(8).contains { "+-".utf8.contains($0) }
    let isExact = line.clock.utf8.dropFirst(8).first == UInt8(ascii: ".")
    let isSure = hasZone && isExact
    // If a row has a day, Console writes the type before it.
    let mayName = line.day == nil && (isSure || !isExact)
    if let level = before.last, before.count == 1, isLevel(text[level]) || isSure {
      // The word before the time is the type, in any language. Loggers of apps write theirs in capitals.
      let isType = ConsoleColumns.isType(text[level].string) && (isExact || line.day != nil)
      if read(behind, of: text, to: &line, isSure || mayName || isType, isSure: isType) { return line }
    }
    if before.isEmpty {
      return read(behind, of: text, to: &line, mayName, isSure: isSure && line.day == nil) ? line : nil
    }
    // The row begins with the process, or with the message.
    let named = before.filter { !isLevel(text[$0]) }
    let rest = behind.first.map { isLevel(text[$0]) } == true ? Array(behind.dropFirst()) : behind
    // Before a time, a number belongs to a date.
    if named.count <= longestName, let start = rest.first, let name = named.first, let last = named.last,
      !text[last].allSatisfy(\.isDigit)
    {
      let process = text[name.lowerBound..<last.upperBound]
      let message = text[start.lowerBound...]
      if isName(process), knows(message, of: LogTextLine.program(process), mayName) {
        line.process = LogTextLine.program(process)
        line.message = message
        return line
      }
    }
    let tail = rest.filter { !isLevel(text[$0]) }
    guard let name = tail.first, let last = tail.last, tail.count <= longestName, let start = named.first,
      let stop = named.last
    else { return nil }
    let process = LogTextLine.program(text[name.lowerBound..<last.upperBound])
    let message = text[start.lowerBound..<stop.upperBound]
    guard knows(message, of: process, mayName) else { return nil }
    line.process = process
    line.message = message
    return line
  }

  /// Reads the process and the message from the words after the time and the type; false if they are none.
  ///
  /// With `isSure`, only a row begins like this one; else the message must be recognized. `mayName` is that of `knows`.
  private static func read(
    _ words: [Range<Int>], of text: ArraySlice<UInt8>, to line: inout LogTextLine, _ mayName: Bool, isSure: Bool
  ) -> Bool {
    var words = words[...]
    if let level = words.first, isLevel(text[level]) { words.removeFirst() }
    if let number = words.first, let pid = Int64(text[number].string) {
      line.pid = pid
      words.removeFirst()
    }
    for count in 1...longestName {
      guard words.count > count, let first = words.first else { break }
      let written = text[first.lowerBound..<words[words.startIndex + count - 1].upperBound]
      // A colon may follow the name.
      let name = written.last == UInt8(ascii: ":") ? written.dropLast() : written
      guard isName(name) else { break }
      let process = LogTextLine.program(name)
      // A library may be between the process and its message.
      for skipped in 0...2 where words.count > count + skipped {
        let message = text[words[words.startIndex + count + skipped].lowerBound...]
        guard knows(message, of: process, mayName), skipped == 0 || MessageTable.standard.isDaemon(process) else {
          continue
        }
        line.process = process
        line.message = message
        return true
      }
    }
    guard let first = words.first, words.count > 1, isName(text[first]) else { return false }
    let process = LogTextLine.program(text[first])
    guard isSure || MessageTable.standard.isDaemon(process) else { return false }
    line.process = process
    line.message = text[words[words.startIndex + 1].lowerBound...]
    return true
  }

  /// True if the table has a message of this process, or the app's own words are recognized.
  ///
  /// A word that a logger writes after a day or a fraction of a second is a class, a level or a mark: it is the name of
  /// a process only with `mayName`.
  private static func knows(_ message: ArraySlice<UInt8>, of process: String, _ mayName: Bool) -> Bool {
    if MessageTable.standard.find(message, of: process) != nil { return true }
    let isNamed = mayName && !ConsoleColumns.isLevel(process) && !WrittenTime.isHalf(process)
    return isNamed && !MessageTable.standard.isDaemon(process) && AppSaying(message) != nil
  }

  /// True if a text may be the name of a process: words of letters, digits and some marks, which begin with a letter.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    // A logger's mark, as in `✅ -[Shop start]`, is none.
    guard text.count > 1, text.string.first?.isLetter == true else { return false }
    return text.allSatisfy { byte in
      byte.isDigit || byte.isLetter || byte >= 0x80 || " ._-()".utf8.contains(byte)
    }
  }

  private static func isLevel(_ word: ArraySlice<UInt8>) -> Bool { ConsoleColumns.isLevel(word.string) }

  /// Reads the time at a word, with a day before it and a zone after it; also returns the range of these words.
  ///
  /// Nil if the word is no time.
  private static func clock(
    _ text: ArraySlice<UInt8>, _ words: [Range<Int>], _ index: Int
  ) -> (line: LogTextLine, range: Range<Int>)? {
    // Most words are no times.
    guard text[words[index]].count >= 8, text[words[index].lowerBound + 2] == UInt8(ascii: ":") else { return nil }
    var first = index
    var end = index + 1
    if end < words.count, let sign = text[words[end]].first, "+-".utf8.contains(sign),
      Int64(text[words[end]].string) != nil
    {
      end += 1
    }
    let clock = text[words[index].lowerBound..<words[end - 1].upperBound]
    guard var line = LogTextLine(clock: clock) else { return nil }
    if index > 0, text[words[index - 1]].count == 10, line.read(day: text[words[index - 1]]) {
      first = index - 1
    } else if index > 1, line.read(month: text[words[index - 2]], date: text[words[index - 1]]) {
      first = index - 2
    }
    return (line, first..<end)
  }

  /// The words of a row, of which the first and the last ones are read.
  private static func words(_ line: ArraySlice<UInt8>) -> [Range<Int>] {
    line.split(maxSplits: most) { " \t\r".utf8.contains($0) }.map(\.indices)
  }
}
