import TraceModel

/// The columns of rows that were copied from Console, in whatever order a person has them.
///
/// Console puts tabs between them; what a row was pasted into may have made spaces of these. Their names stand above
/// them only where somebody wrote them there: else each column is recognized by its values.
enum ConsoleColumns {
  /// What a column is.
  enum Role: Sendable { case level, time, process, pid, subsystem, message, other }

  /// By the names of Console's columns, in lower case.
  private static let names: [String: Role] = [
    "type": .level, "level": .level, "time": .time, "timestamp": .time, "date": .time, "process": .process,
    "pid": .pid, "process id": .pid, "subsystem": .subsystem, "message": .message, "category": .other,
    "library": .other, "sender": .other, "tid": .other, "thread id": .other, "thread": .other, "activity id": .other,
    "activity": .other, "any": .other,
  ]
  /// Console's types of messages, and the levels of syslog.
  private static let levels: Set = [
    "default", "info", "debug", "error", "fault", "notice", "warning", "critical", "alert", "emergency", "activity",
  ]
  /// How many columns are looked at: a row has fewer.
  private static let most = 16

  /// What the columns are, if their names stand on a line of `record`.
  static func roles(above record: ArraySlice<UInt8>) -> [Role]? {
    for line in record.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
      let roles = columns(text).map { names[$0.string.lowercased()] }
      let known = roles.compactMap(\.self)
      if known.count == roles.count, known.contains(.time), known.contains(.message), known.contains(.process) {
        return known
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

  /// Whether a word is a type of messages.
  static func isLevel(_ word: String) -> Bool { levels.contains(word.lowercased()) }

  /// A row of these cells, of a record whose first line they are.
  private static func row(_ cells: [ArraySlice<UInt8>], _ record: ArraySlice<UInt8>, _ roles: [Role]?) -> LogTextLine? {
    guard cells.count > 2, let time = cells.indices.first(where: { self.time(cells[$0]) != nil }),
      var line = self.time(cells[time])
    else { return nil }
    let level = cells.indices.first { $0 != time && levels.contains(cells[$0].string.lowercased()) }
    // A clock alone makes no log: there are tables of all sorts.
    let hasZone = cells[time].contains { $0 == UInt8(ascii: "+") } || line.clock.dropFirst(8).contains("-")
    let isTabbed = record[..<cells[time].startIndex].last == UInt8(ascii: "\t")
    guard level != nil || hasZone || isTabbed && time == 1 else { return nil }
    if let roles, roles.count <= cells.count, time < roles.count, roles[time] == .time {
      for (index, role) in roles.enumerated() {
        take(role, cells[index], isLast: index == roles.count - 1, &line, record)
      }
      return line.process.isEmpty ? nil : line
    }
    return guess(cells, time: time, level: level, &line, record) ? line : nil
  }

  /// Takes the cells of a row whose heading is not known, by the order in which Console has them; false if it has no
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
    take(.process, cells[process], isLast: false, &line, record)
    let others = cells.indices.filter { $0 != time && $0 != level && $0 != process }
    guard process + 1 < cells.count else {
      // The message stands before it: none of the others is as long.
      guard let longest = others.max(by: { cells[$0].count < cells[$1].count }) else { return false }
      take(.message, cells[longest], isLast: false, &line, record)
      return true
    }
    for index in (process + 1)..<cells.count {
      let cell = cells[index]
      let isLast = index == cells.count - 1
      // Library, subsystem and category have no spaces; a message has.
      if isLast || cell.contains(UInt8(ascii: " ")) {
        take(.message, cell, isLast: true, &line, record)
        return true
      }
      if Int64(cell.string) != nil { take(.pid, cell, isLast: false, &line, record) }
      if cell.contains(UInt8(ascii: ".")) { take(.subsystem, cell, isLast: false, &line, record) }
    }
    return true
  }

  private static func take(
    _ role: Role, _ cell: ArraySlice<UInt8>, isLast: Bool, _ line: inout LogTextLine, _ record: ArraySlice<UInt8>
  ) {
    switch role {
    case .process: line.process = LogTextLine.program(cell)
    case .pid: line.pid = Int64(cell.string)
    case .subsystem: line.subsystem = cell.string
    // What stands in the last column may hold what is between columns.
    case .message: line.message = isLast ? record[cell.startIndex...] : cell
    case .level, .time, .other: break
    }
  }

  /// A line at the time that a cell holds: a clock, with or without a day before it.
  static func time(_ cell: ArraySlice<UInt8>) -> LogTextLine? {
    if let line = LogTextLine(clock: cell) { return line }
    let parts = cell.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2 else { return nil }
    if parts[0].count == 10, var line = LogTextLine(clock: parts[1]), line.take(day: parts[0]) { return line }
    let rest = parts[1].drop { $0 == UInt8(ascii: " ") }.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard rest.count == 2, var line = LogTextLine(clock: rest[1]), line.take(month: parts[0], date: rest[0]) else {
      return nil
    }
    return line
  }

  /// What stands between tabs or, where there are none, between two spaces or more.
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
