import TraceModel

/// A file that is no log: what it is, and what a person can do with it.
///
/// A file that was named is refused with this; one that was found in a folder or an archive is passed over.
struct NonLog: Equatable {
  /// With its article, as in `an image`.
  var what: String
  /// What to do, as an imperative without a full stop, as in `unpack it: unzip FILE`.
  var hint = nameLogsOnly

  private static let nameLogsOnly = "name logs only"

  private init(_ what: String, _ hint: String) {
    self.what = what
    self.hint = hint
  }

  /// The kind of a file that can hold no event whatever follows, by its first bytes; nil for any other.
  ///
  /// What is compressed was unpacked, and compressed once more; but of a pipe nothing is unpacked.
  init?(signature head: LogHead, of path: SourcePath) {
    if let program = ByteInput.program(head.bytes) {
      let isPipe = path.isStandardInput || FileStatus(path)?.isPipe == true
      self.init(
        isPipe ? "data compressed with \(program)" : "data compressed twice, with \(program) inside",
        isPipe ? "unpack it on its way: \(program) -dc FILE | tracetool …" : "unpack it, and name the log itself")
      return
    }
    guard let found = FileSignature.all.first(where: { head.bytes.starts(with: $0.bytes) }) else { return nil }
    self.init(found.what, found.hint ?? Self.nameLogsOnly)
  }

  /// What a source seems to be by its first lines, though events may follow; nil if it may be JSON, or is empty.
  init?(text head: LogHead) {
    let start = head.bytes.drop(while: JSONScanner.isSpace).prefix(15).string.lowercased()
    let filled = head.lines.filter { line in line.contains { !$0.isWhitespace } }
    // What the system prints of its objects begins with `<`, as XML does.
    let isPrinted = start.hasPrefix("<") && UntimedText(Array(filled.prefix(1))) != nil
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
    } else if filled.first.map(LogHead.beginsJSON) ?? true || 4 * filled.count(where: LogHead.beginsJSON) > filled.count
    {
      // Lines may be broken, but not most of them.
      return nil
    } else if Self.isTable(head.lines) {
      self.init("a table (CSV)", "make each row a line of JSON: 'tracetool explain --schema event' has the keys")
    } else if let text = UntimedText(filled) {
      self.init(text.what, text.hint)
    } else if head.isBinary {
      self.init(
        "binary or compressed data, or text in another encoding than UTF-8",
        "unpack it, or turn it into UTF-8: iconv -f ENCODING -t UTF-8 FILE > FILE.utf8")
    } else {
      self.init("text without a record", "export it as JSON lines, or as 'log show --style ndjson' does")
    }
  }

  /// What a file of a folder or an archive is if nothing in it is an event; nil if it is empty.
  init?(found head: LogHead) {
    if let stranger = NonLog(text: head) {
      self = stranger
    } else if let first = head.first {
      let what = "{[".utf8.contains(first) ? "JSON" : "text"
      self.init("\(what) without an event", "if it is a log, --map says which of its keys are 'event' and 'time'")
    } else {
      return nil
    }
  }

  /// What is neither a file nor a directory; nil for these.
  init?(special status: FileStatus) {
    if status.isFile || status.isDirectory { return nil }
    if status.isPipe {
      self.init("a pipe", "name the pipe itself to read what comes through it")
    } else {
      self.init(status.isSocket ? "a socket" : "a device", Self.nameLogsOnly)
    }
  }

  /// A directory that only another program reads, by its name and what is in it; nil for any other.
  init?(directory path: SourcePath) {
    let name = path.name.hasSuffix("/") ? String(path.name.dropLast()) : path.name
    if LogArchive.isName(path.bytes) {
      self.init("a log archive, which only '\(LogArchive.program)' reads", LogArchive.hint(path))
    } else if name.hasSuffix(".trace"), path.holdsPart(of: Self.parts) {
      let table = "'//table[@schema=\"life-cycle-period\"]'"
      let word = PathText.shellWord(name)
      self.init(
        "a trace of Instruments",
        "on a Mac: xctrace export --input \(word) --xpath \(table) > trace.xml, then read trace.xml")
    } else {
      return nil
    }
  }

  /// What a bundle of Instruments holds, some of it in every version.
  private static let parts = [
    "form.template", "Trace1.run", "corespace", "instrument_data", "shared_data", "stores", "open.creq",
    "UI_state_metadata.bin",
  ]

  /// True if each line has the same number of cells, two or more, and the first line a name in each: a few words, and no
  /// number or time.
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
      let isNamed = names.allSatisfy { name in
        let words = name.split { !$0.isLetter && $0 != "_" }
        let first = name.first { !"\" \t_$@".contains($0) }
        return 1...4 ~= words.count && !name.contains(": ") && first?.isLetter == true
      }
      return counts.count > 1 && isNamed && counts[0] > 0 && counts.allSatisfy { $0 == counts[0] }
    }
  }
}

extension IngestError {
  /// A source that is no log.
  init(_ path: SourcePath, _ nonLog: NonLog) {
    self.init(
      operation: "read", subject: path.name, cause: "it is no log but \(nonLog.what)", hint: nonLog.hint,
      isOfNoLog: true)
  }
}
