import TraceModel

/// A file that is no log: its kind, and advice what to do with it.
///
/// A file that the user named is refused with it; one that was found in a folder or an archive is left out.
struct NonLog: Equatable {
  /// The kind with its article, as in `an image`.
  var what: String
  /// The advice, as an imperative without a full stop, as in `unpack it: unzip FILE`.
  var hint = nameLogsOnly

  private static let nameLogsOnly = "name logs only"

  private init(_ what: String, _ hint: String) {
    self.what = what
    self.hint = hint
  }

  /// The kind of a file that cannot hold an event, whatever follows, by its first bytes; nil for any other file.
  ///
  /// A compressed file was unpacked before, so compressed bytes are compressed twice; a pipe is not unpacked.
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

  /// The kind that a source seems to be by its first lines, though events may follow; nil if it may be JSON, or is
  /// empty.
  init?(text head: LogHead) {
    let start = head.bytes.drop(while: JSONScanner.isSpace).prefix(15).string.lowercased()
    let filled = head.lines.filter { line in line.contains { !$0.isWhitespace } }
    // Descriptions of system objects begin with `<`, as XML does.
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
      // Some lines of JSON may be broken, but not most.
      return nil
    } else if let mark = Self.delimiter(ofTable: head.lines) {
      let rows = "csv.DictReader(sys.stdin, delimiter=\"\(mark == "\t" ? "\\t" : "\(mark)")\")"
      let program = "import csv,json,sys; [print(json.dumps(row)) for row in \(rows)]"
      self.init("a table (CSV)", "make each row a line of JSON: python3 -c '\(program)' < FILE > FILE.jsonl")
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

  /// The kind of a file in a folder or an archive that holds no event; nil if it is empty.
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

  /// The kind of a pipe, a socket or a device; nil for files and directories.
  init?(special status: FileStatus) {
    if status.isFile || status.isDirectory { return nil }
    if status.isPipe {
      self.init("a pipe", "name the pipe itself to read what comes through it")
    } else {
      self.init(status.isSocket ? "a socket" : "a device", Self.nameLogsOnly)
    }
  }

  /// The kind of a directory that only another program reads, by its name and its files; nil for any other.
  init?(directory path: SourcePath) {
    let name = path.name.hasSuffix("/") ? String(path.name.dropLast()) : path.name
    if LogArchive.isName(path.bytes) {
      self.init("a log archive, which only '\(LogArchive.program)' reads", LogArchive.hint(path))
    } else if name.hasSuffix(".trace"), path.holdsAny(of: Self.traceFiles) {
      let table = "'//table[@schema=\"life-cycle-period\"]'"
      let word = PathText.shellWord(name)
      self.init(
        "a trace of Instruments",
        "on a Mac: xctrace export --input \(word) --xpath \(table) > trace.xml, then read trace.xml")
    } else {
      return nil
    }
  }

  /// Files in a bundle of Instruments; each version has some of them.
  private static let traceFiles = [
    "form.template", "Trace1.run", "corespace", "instrument_data", "shared_data", "stores", "open.creq",
    "UI_state_metadata.bin",
  ]

  /// The delimiter of a table's cells; nil for other texts.
  ///
  /// Each line of a table has the same number of cells, two or more, and the cells of the first line are names: a few
  /// words each, and no numbers or times.
  private static func delimiter(ofTable lines: [String]) -> Character? {
    // The last line may be cut.
    let rows = lines.filter { !$0.allSatisfy(\.isWhitespace) }.dropLast(lines.count > 2 ? 1 : 0).prefix(5)
    return [",", ";", "\t"].first { (mark: Character) in
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
  /// The error for a source that is no log.
  init(_ path: SourcePath, _ nonLog: NonLog) {
    self.init(
      operation: "read", subject: path.name, cause: "it is not a log but \(nonLog.what)", hint: nonLog.hint,
      isOfNoLog: true)
  }
}

/// The first bytes of a kind of file that holds no lines.
private struct FileSignature: Sendable {
  let bytes: [UInt8]
  /// The kind of such a file, with its article.
  let what: String
  /// The advice; nil if the user can only name other files.
  let hint: String?

  private init(_ bytes: [UInt8], _ what: String, hint: String? = nil) {
    self.bytes = bytes
    self.what = what
    self.hint = hint
  }

  /// The same for bytes that are ASCII text, as `bplist`.
  private init(_ text: String, _ what: String, hint: String? = nil) {
    self.init(Array(text.utf8), what, hint: hint)
  }

  private static let toJudge = "'tracetool check' and 'tracetool report' read such files, without logs beside them"

  private static let toUnpack = "unpack it, and name the log itself"

  private static let zlib = [0x01, 0x9C, 0xDA].map { level in
    FileSignature([0x78, level], "data compressed with zlib", hint: toUnpack)
  }

  /// ISO base media files: the size of the first box, then its type.
  private static let media = [0x14, 0x18, 0x1C, 0x20, 0x24].map { size in
    FileSignature([0, 0, 0, size] + "ftyp".utf8, "an image or a film")
  }

  /// The first signature with which a file begins decides its kind.
  static let all = zlib + media + others

  private static let others: [FileSignature] =
    [
      FileSignature(
        "bplist", "a binary property list", hint: "turn it into JSON: plutil -convert json -o FILE.json FILE"),
      FileSignature([0x89] + "PNG".utf8, "an image"),
      FileSignature([0xFF, 0xD8, 0xFF], "an image"),
      FileSignature("GIF8", "an image"),
      FileSignature("%PDF", "a PDF document"),
      FileSignature([0x50, 0x4B, 0x03, 0x04], "a zip archive", hint: "unpack it: unzip FILE"),
      FileSignature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", hint: "unpack it: 7z x FILE"),
      FileSignature("Rar!\u{1A}\u{7}", "a RAR archive", hint: "unpack it: unrar x FILE"),
      FileSignature([0x04, 0x22, 0x4D, 0x18], "data compressed with LZ4", hint: "unpack it: lz4 -d FILE"),
      FileSignature([0x5D, 0, 0], "data compressed with LZMA", hint: "unpack it: unlzma FILE"),
      FileSignature(SummarySource.line, "a file of launch summaries", hint: toJudge),
      FileSignature(SummarySource.trailer, "a file of launch summaries", hint: toJudge),
      FileSignature("SQLite format 3", "an SQLite database", hint: "name it with --store if it is a store"),
      // Mach-O and ELF.
      FileSignature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
      FileSignature([0x7F] + "ELF".utf8, "a program"),
      FileSignature("RIFF", "an image or a film"),
      FileSignature(
        [0, 0x10, 0, 0], "a file of a .logarchive",
        hint: "on a Mac: log show --style ndjson --archive FILE.logarchive > FILE.ndjson"),
    ]
}

/// Android's log, as `logcat` prints it: recognized only to say that tracetool reads the logs of iOS.
private enum Logcat {
  /// Source: *logcat command-line tool*, Android developer documentation: the formats threadtime and brief.
  static func isLogcat(_ lines: [String]) -> Bool {
    let lines = lines.filter { !$0.isEmpty }
    let recognized = lines.count { $0.hasPrefix("--------- beginning of ") || isThreadtime($0) || isBrief($0) }
    return recognized > 0 && 2 * recognized >= lines.count
  }

  /// True for a line like `08-21 10:15:30.123  1234  1250 I ActivityManager: text`, also with a year.
  private static func isThreadtime(_ line: String) -> Bool {
    // Most lines are not like this, and to cut each into words took a third of the time of opening a log.
    guard line.utf8.first?.isDigit == true else { return false }
    let words = line.split(separator: " ", maxSplits: 6)
    guard words.count > 5, [5, 10].contains(words[0].utf8.count), words[0].utf8.dropLast(2).last == 0x2D,
      words[1].utf8.count >= 12, words[1].utf8.dropFirst(2).first == 0x3A
    else { return false }
    return UInt32(words[2]) != nil && UInt32(words[3]) != nil && isLevel(words[4])
  }

  /// True for a line like `I/ActivityManager( 1234): text`.
  private static func isBrief(_ line: String) -> Bool {
    guard isLevel(line.prefix(1)), line.dropFirst().first == "/", let open = line.firstIndex(of: "(") else {
      return false
    }
    let rest = line[open...].dropFirst().drop { $0 == " " }
    return rest.first?.isNumber == true && rest.drop(while: \.isNumber).hasPrefix("):")
  }

  private static func isLevel(_ word: Substring) -> Bool { ["V", "D", "I", "W", "E", "F", "A", "S"].contains(word) }
}
