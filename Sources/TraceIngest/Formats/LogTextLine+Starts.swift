import TraceModel

/// Finds records that stand behind others on one line, as where a page or a mail has lost the ends of lines.
extension LogTextLine {
  /// As much of a line is looked at to see whether a record begins there.
  private static let length = 400

  /// Where records begin in a line behind its start: only at a full time with a process, as messages hold times as well.
  static func starts(in line: ArraySlice<UInt8>) -> [Int] {
    var starts: [Int] = []
    var last = line.startIndex
    for clock in clocks(in: line) where clock > last {
      guard let start = start(in: line, before: clock, behind: last), start > last else { continue }
      starts.append(start)
      last = clock
    }
    return starts
  }

  /// The places of times of a day, as in `10:00:01`, each with no digit before it.
  private static func clocks(in line: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    var at = line.startIndex + 2
    while at + 6 <= line.endIndex, let colon = line[at...].firstIndex(of: UInt8(ascii: ":")) {
      at = colon + 1
      guard colon + 6 <= line.endIndex, line[colon + 3] == UInt8(ascii: ":") else { continue }
      let digits = [colon - 2, colon - 1, colon + 1, colon + 2, colon + 4, colon + 5]
      let isFirst = colon - 2 == line.startIndex || !line[colon - 3].isDigit && line[colon - 3] != UInt8(ascii: ":")
      if isFirst, digits.allSatisfy({ line[$0].isDigit }) { places.append(colon - 2) }
    }
    return places
  }

  /// Where the record begins to which a time belongs; nil if it belongs to none.
  ///
  /// Before the time may stand a day, a type, and the name of a process.
  private static func start(in line: ArraySlice<UInt8>, before clock: Int, behind last: Int) -> Int? {
    var words: [Range<Int>] = []
    var end = clock
    while words.count < 4, let word = word(in: line[last..<end]) {
      words.append(word)
      end = word.lowerBound
    }
    var isDayFound = false
    var start = clock
    var rest = words[...]
    func text(_ place: Int) -> String {
      let word = rest.dropFirst(place).first
      return word.map { line[$0].string } ?? ""
    }
    if text(0).utf8.count == 10, isDay(line[rest[rest.startIndex]]) {
      start = rest.removeFirst().lowerBound
      isDayFound = true
    } else if Int(text(0)) != nil, UnifiedLogTextReader.months.contains(text(1)) {
      start = rest[rest.startIndex + 1].lowerBound
      rest = rest.dropFirst(2)
      isDayFound = true
    }
    if ConsoleColumns.isLevel(text(0)) { start = rest.removeFirst().lowerBound }
    // The name of a process may stand in front: only that of a daemon is known for one.
    let isDaemon = MessageTable.standard.isDaemon(text(0))
    for place in isDaemon ? [rest[rest.startIndex].lowerBound, start] : [start] {
      let part = line[place..<min(place + length, line.endIndex)]
      guard let found = LogTextLine(part), !found.process.isEmpty else { continue }
      let isFull = isDayFound || found.clock.utf8.count > 8 || found.pid != nil
      if isFull || MessageTable.standard.isDaemon(found.process) { return place }
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

  private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    var line = LogTextLine(clock: Array("00:00:00".utf8)[...])
    return line?.take(day: text) ?? false
  }
}
