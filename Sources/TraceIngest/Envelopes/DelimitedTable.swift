import TraceModel

/// A table of text (CSV): a line with the names of its columns, then a row a line, as spreadsheets and consoles export
/// them.
///
/// Commas, semicolons or tabs part the cells. A cell may be in quotation marks, which are doubled in it; one with a line
/// break in it breaks its row. A day and a time of day in two columns are one time.
///
/// ```
/// time,event,launch
/// 2026-10-20T12:40:00Z,process.start,"a"
/// ```
///
/// Source: RFC 4180.
struct DelimitedTable: Sendable {
  private static let quote = UInt8(ascii: "\"")
  private static let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
  /// How many of the first rows must have as many cells as there are columns.
  private static let sampleCount = 4

  let mark: UInt8
  private let names: [String]
  /// The columns of the day and of the time of day, where they are two: the latter gets both.
  private let clock: (day: Int, time: Int)?

  /// The table that a source begins; nil for any other text.
  ///
  /// The names of its columns are a few words each, and no numbers or times.
  init?(_ head: LogHead) {
    let lines = head.bytes.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy(JSONScanner.isSpace) }
    // The last line may be cut.
    let rows = lines.dropLast(lines.count > 2 && head.bytes.last != UInt8(ascii: "\n") ? 1 : 0)
      .prefix(1 + Self.sampleCount)
    guard rows.count > 1 else { return nil }
    for mark in Self.marks {
      let counts = rows.map { Self.cells($0, mark).count }
      let names = Self.cells(rows[0], mark).map { $0.string }
      if counts[0] > 1, counts.allSatisfy({ $0 == counts[0] }), names.allSatisfy(Self.isName) {
        self.mark = mark
        self.names = names
        clock = Self.clock(in: rows.dropFirst().map { Self.cells($0, mark).map(\.string) })
        return
      }
    }
    return nil
  }

  /// The mark of the table whose heading begins a text, if its first row is broken by a line break in a cell.
  static func mark(ofBroken lines: [String]) -> UInt8? {
    guard let heading = lines.first, let row = lines.dropFirst().first(where: { !$0.isEmpty }),
      !row.count(where: { $0 == "\"" }).isMultiple(of: 2)
    else { return nil }
    return marks.first { mark in
      let names = cells(Array(heading.utf8)[...], mark).map { $0.string }
      return names.count > 1 && names.allSatisfy(isName)
    }
  }

  /// The command that makes each row of the table FILE a line of JSON, with these members after its cells.
  static func command(_ mark: UInt8, adding members: String = "") -> String {
    let delimiter = mark == UInt8(ascii: ",") ? "" : ", delimiter=chr(\(mark))"
    let object = "{k: v for k, v in r.items() if v}" + (members.isEmpty ? "" : " | {\(members)}")
    return "python3 -c 'import csv,json; [print(json.dumps(\(object), ensure_ascii=False)) for r in csv.DictReader("
      + "open(\"FILE\", encoding=\"utf-8-sig\", newline=\"\")\(delimiter))]' > FILE.jsonl"
  }

  /// True if the heading names what a log of events has, and Console's copies do not.
  var isOfEvents: Bool {
    let words = names.flatMap { NameWords.words(of: ForeignWords.translated(key: $0)) }
    return !Set(words).isDisjoint(with: ["event", "duration", "device", "launch"])
  }

  /// The columns that hold a day alone and a time of day alone, in all rows.
  private static func clock(in rows: [[String]]) -> (day: Int, time: Int)? {
    func isInstant(_ text: String) -> Bool {
      let time = Timestamp.parse(Array(text.utf8).span) ?? WrittenTime.instant(Array(text.utf8).span)
      return time != nil || WrittenTime.dayOrder(in: [text]) != nil
    }
    let columns = rows[0].indices
    let times = columns.filter { column in rows.allSatisfy { $0[column].contains(":") && !isInstant($0[column]) } }
    let days = columns.filter { column in rows.allSatisfy { 8...10 ~= $0[column].count } }
    return days.lazy.flatMap { day in times.map { (day, $0) } }.first { day, time in
      rows.allSatisfy { isInstant("\($0[day]) \($0[time])") }
    }
  }

  private static func isName(_ cell: String) -> Bool {
    let words = cell.split { !$0.isLetter && $0 != "_" }
    let first = cell.first { !" _$@".contains($0) }
    return 1...4 ~= words.count && !cell.contains(": ") && first?.isLetter == true
  }

  /// The object that a row means, without its empty cells; nil for a line with more or fewer cells than columns.
  func object(_ row: ArraySlice<UInt8>) -> JSONValue? {
    let cells = Self.cells(row, mark)
    guard cells.count == names.count else { return nil }
    var object = JSONObjectText()
    for (index, (name, cell)) in zip(names, cells).enumerated() where !cell.isEmpty {
      let isClock = index == clock?.time
      object.set(name, raw: Logfmt.json(of: isClock ? cells[clock?.day ?? index] + [0x20] + cell : cell, name))
    }
    return try? JSONValue(object.bytes[...])
  }

  /// True for the line that names the columns.
  func isHeader(_ line: ArraySlice<UInt8>) -> Bool { Self.cells(line, mark).map { $0.string } == names }

  private static func cells(_ row: ArraySlice<UInt8>, _ mark: UInt8) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var rest = row
    while let last = rest.last, last == UInt8(ascii: "\r") || last == UInt8(ascii: "\n") { rest.removeLast() }
    repeat {
      var isQuoted = false
      let end = rest.indices.first { at in
        if rest[at] == quote { isQuoted.toggle() }
        return rest[at] == mark && !isQuoted
      }
      cells.append(plain(rest[..<(end ?? rest.endIndex)]))
      guard let end else { return cells }
      rest = rest[(end + 1)...]
    } while true
  }

  /// The text of a cell, without quotation marks around it.
  private static func plain(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard cell.first == quote, cell.count > 1, cell.last == quote else { return cell }
    var text: [UInt8] = []
    var isDoubled = false
    for byte in cell.dropFirst().dropLast() {
      isDoubled = byte == quote && !isDoubled
      if !isDoubled { text.append(byte) }
    }
    return text[...]
  }
}
