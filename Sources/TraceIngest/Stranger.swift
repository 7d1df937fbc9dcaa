import TraceModel

/// What a source seems to be that is no log, and what can be done with it.
///
/// `strangers.txt` has the first bytes of files that hold no lines, with what these are and what to do.
struct Stranger: Equatable {
  var what: String
  var hint = "name logs only"

  /// What begins with these bytes is no log, whatever follows.
  private static let marks = PackageResources.strangers_txt.tables[0].map { row in
    let mark = (try? JSONValue(Array(row[0].utf8)[...]).string) ?? row[0]
    return (bytes: mark.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, what: row[1], hint: row[2])
  }

  private init(_ what: String, _ hint: String) {
    self.what = what
    self.hint = hint
  }

  /// What a source is that can hold no event, by its first bytes.
  init?(marked head: LogHead) {
    guard let found = Self.marks.first(where: { head.bytes.starts(with: $0.bytes) }) else { return nil }
    self.init(found.what, found.hint)
  }

  /// What a source seems to be by its first lines, though events may follow; nothing if it may be JSON.
  init?(text head: LogHead) {
    let start = head.bytes.drop(while: JSONScanner.isSpace).prefix(15).string.lowercased()
    let told = head.lines.filter { line in line.contains { !$0.isWhitespace } }
    // What the system prints of its objects begins with `<`, as XML does.
    let isPrinted = start.hasPrefix("<") && UntimedText(Array(told.prefix(1))) != nil
    if start.isEmpty { return nil }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      self.init("a web page", "save the log itself")
    } else if start.hasPrefix("<"), head.contains("<plist") {
      self.init("a property list", "turn it into JSON: plutil -convert json -o FILE.json FILE")
    } else if start.hasPrefix("<"), !isPrinted {
      let table = "'//table[@schema=\"life-cycle-period\"]'"
      self.init("XML of another kind", "export the life cycle: xctrace export --xpath \(table)")
    } else if Logcat.isLogcat(head.lines) {
      self.init("an Android logcat", "tracetool reads iOS logs")
    } else if told.first.map(LogHead.beginsJSON) ?? true || 4 * told.count(where: LogHead.beginsJSON) > told.count {
      // Lines may be broken, but not most of them.
      return nil
    } else if Self.isTable(head.lines) {
      self.init("a table (CSV)", "make each row a line of JSON: 'tracetool explain --schema event' has the keys")
    } else if let text = UntimedText(told) {
      self.init(text.what, text.hint)
    } else {
      self.init("text without a record", "export it as JSON lines, or as 'log show --style ndjson' does")
    }
  }

  /// What a file of a folder is if nothing in it is an event; nothing if it may be empty.
  init?(found head: LogHead) {
    if let stranger = Stranger(text: head) {
      self = stranger
    } else if let first = head.first {
      let what = "{[".utf8.contains(first) ? "JSON" : "text"
      self.init("\(what) without an event", "if it is a log, --map says which of its keys are 'event' and 'time'")
    } else {
      return nil
    }
  }

  /// A directory that only another program reads, by its name and what is in it.
  init?(directory path: SourcePath) {
    let name = path.name.hasSuffix("/") ? String(path.name.dropLast()) : path.name
    if name.hasSuffix(".logarchive") {
      self.init(
        "an archive that only Apple's 'log' reads",
        "on a Mac: log show --style ndjson --archive '\(name)' > log.ndjson, then read log.ndjson")
    } else if name.hasSuffix(".trace"), path.holdsPart(of: Self.parts) {
      let table = "'//table[@schema=\"life-cycle-period\"]'"
      self.init(
        "a trace of Instruments",
        "on a Mac: xctrace export --input '\(name)' --xpath \(table) > trace.xml, then read trace.xml")
    } else {
      return nil
    }
  }

  /// What a bundle of Instruments holds, some of it in every version.
  private static let parts = [
    "form.template", "Trace1.run", "corespace", "instrument_data", "shared_data", "stores", "open.creq",
    "UI_state_metadata.bin",
  ]

  /// Whether the lines have as many cells each, two at least, and the first a name in each.
  private static func isTable(_ lines: [String]) -> Bool {
    // The last line may be cut.
    let rows = lines.filter { !$0.allSatisfy(\.isWhitespace) }.dropLast(lines.count > 2 ? 1 : 0).prefix(5)
    return [",", ";", "\t"].contains { (mark: Character) in
      let counts = rows.map { row in
        var isQuoted = false
        return row.count { character in
          if character == "\"" { isQuoted.toggle() }
          return character == mark && !isQuoted
        }
      }
      let names = rows.first?.split(separator: mark, omittingEmptySubsequences: false) ?? []
      let isNamed = names.allSatisfy { !$0.allSatisfy(\.isWhitespace) }
      return counts.count > 1 && isNamed && counts[0] > 0 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}

/// Android's log, as `logcat` prints it.
private enum Logcat {
  /// Source: *logcat command-line tool*, Android developer documentation: the formats threadtime and brief.
  static func isLogcat(_ lines: [String]) -> Bool {
    let lines = lines.filter { !$0.isEmpty }
    let known = lines.count { $0.hasPrefix("--------- beginning of ") || isThreadtime($0) || isBrief($0) }
    return known > 0 && 2 * known >= lines.count
  }

  /// As in `08-21 10:15:30.123  1234  1250 I ActivityManager: text`, also with a year.
  private static func isThreadtime(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 6)
    guard words.count > 5, [5, 10].contains(words[0].utf8.count), words[0].utf8.dropLast(2).last == 0x2D,
      words[1].utf8.count >= 12, words[1].utf8.dropFirst(2).first == 0x3A
    else { return false }
    return UInt32(words[2]) != nil && UInt32(words[3]) != nil && isLevel(words[4])
  }

  /// As in `I/ActivityManager( 1234): text`.
  private static func isBrief(_ line: String) -> Bool {
    guard isLevel(line.prefix(1)), line.dropFirst().first == "/", let open = line.firstIndex(of: "(") else {
      return false
    }
    let rest = line[open...].dropFirst().drop { $0 == " " }
    return rest.first?.isNumber == true && rest.drop(while: \.isNumber).hasPrefix("):")
  }

  private static func isLevel(_ word: Substring) -> Bool { ["V", "D", "I", "W", "E", "F", "A", "S"].contains(word) }
}

extension IngestError {
  /// A source that is no log.
  init(_ path: SourcePath, _ stranger: Stranger) {
    self.init(
      operation: "read", subject: path.name, cause: "it is no log but \(stranger.what)", hint: stranger.hint,
      isOfNoLog: true)
  }
}

extension SourceReader {
  /// So many lines are looked at in one go.
  private static let searchedLines = 2_000

  /// Whether an event stands anywhere in a file; also if the search was stopped.
  ///
  /// - Throws: `IngestError` if the file cannot be read to its end.
  static func holdsEvent(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) -> Bool {
    var reader = try SourceReader(path, options: options, isSearched: false)
    var batch = EventBatch()
    var isMore = true
    while isMore {
      isMore = try reader.cut(into: &batch, limit: searchedLines)
      batch.scan(options)
      // Of a record without a time the name was read; of a broken one, its launch and number.
      let isNamed = batch.rejects.contains { $0.reason == .noTime || $0.stream != nil }
      if isNamed || !batch.events.isEmpty || options.isStopped() { return true }
    }
    return false
  }
}
