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
  /// The table of a trace's life cycle, as a word for a shell.
  private static let table = "'//table[@schema=\"life-cycle-period\"]'"
  /// `plutil` refuses dates and data, and is on Macs alone.
  fileprivate static let toConvertPropertyList =
    "turn it into JSON: python3 -c 'import json,plistlib,sys; json.dump(plistlib.load(sys.stdin.buffer), sys.stdout, "
    + "default=str)' < FILE > FILE.json"

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
    if let found = FileSignature.all.first(where: { head.bytes.starts(with: $0.bytes) }) {
      self.init(found.what, found.hint ?? Self.nameLogsOnly)
    } else if head.keys.isEmpty, ProtocolBuffer.isBegun(by: head.bytes) {
      self.init(
        "a protocol buffer",
        "make it JSON: buf convert SCHEMA.proto --type MESSAGE --from FILE#format=binpb --to FILE.json; for OTLP, let the "
          + "collector's file exporter write it (format: json)")
    } else if Set(head.keys).isSuperset(of: ["productData", "version"]), head.contains("\"metricCategories\"") {
      self.init(
        "a summary of App Store Connect (perfPowerMetrics): percentiles of many launches of a version, none with a time",
        "look at them in Xcode's Organizer, and name logs or MetricKit's payloads")
    } else if head.keys.isEmpty, head.lines.first?.contains("App Apple Identifier") == true {
      // Apple, *Analytics Reports*.
      self.init(
        "a report of App Store Connect: sums of many devices, none of one launch",
        "look at it in App Store Connect, and name logs or MetricKit's payloads")
    } else if head.contains("\"traceEvents\"") || Set(head.keys).isSuperset(of: ["ph", "ts", "pid", "tid"]) {
      self.init(
        "a trace in Chrome's format, whose times count from an instant of its own",
        "make each event a line of JSON: jq -c '(.traceEvents? // .)[] | select(.ph != \"M\") | "
          + "{event: .name, pid, uptime: ((.ts + (.dur // 0)) * 1000), dur_us: .dur}' FILE > FILE.jsonl")
    } else {
      return nil
    }
  }

  /// The kind that a source seems to be by its first lines, though events may follow; nil if it may be JSON, or is
  /// empty.
  init?(text head: LogHead) {
    let start = head.bytes.drop(while: JSONScanner.isSpace).prefix(15).string.lowercased()
    let filled = head.lines.filter { line in line.contains { !$0.isWhitespace } }
    // Descriptions of system objects begin with `<`, as XML does.
    let isPrinted =
      start.hasPrefix("<")
      && (UntimedText(Array(filled.prefix(1))) != nil || filled.first.map(UntimedText.beginsWithLevel) == true)
    if start.isEmpty { return nil }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      self.init("a web page", "save the log itself")
    } else if start.hasPrefix("<"), head.contains("<plist") {
      self.init("a property list", Self.toConvertPropertyList)
    } else if start.hasPrefix("<"), !isPrinted {
      self.init(
        head.contains(XCTraceReader.contentsMark)
          ? "the list of a trace's tables (xctrace export --toc)" : "XML of another kind",
        "export the life cycle, on a Mac: xctrace export --input NAME.trace --xpath \(Self.table) > trace.xml")
    } else if Logcat.isLogcat(head.lines) {
      self.init("an Android logcat", "tracetool reads iOS logs")
    } else if filled.first.map(LogHead.beginsJSON) ?? true || 4 * filled.count(where: LogHead.beginsJSON) > filled.count
    {
      // Some lines of JSON may be broken, but not most.
      return nil
    } else if DelimitedTable(head) != nil {
      // A table may be a log, whatever its columns are.
      return nil
    } else if let table = PrintedRecords(filled) {
      self.init(table.what, table.hint)
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
      let what = "{[".utf8.contains(first) ? "JSON" : DelimitedTable(head) != nil ? "a table (CSV)" : "text"
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
      let word = PathText.shellWord(name)
      self.init(
        "a trace of Instruments",
        "on a Mac: xctrace export --input \(word) --xpath \(Self.table) > trace.xml, then read trace.xml")
    } else {
      return nil
    }
  }

  /// Files in a bundle of Instruments; each version has some of them.
  private static let traceFiles = [
    "form.template", "Trace1.run", "corespace", "instrument_data", "shared_data", "stores", "open.creq",
    "UI_state_metadata.bin",
  ]
}

extension IngestError {
  /// The error for a source that is no log; the commands in its advice name the file.
  init(_ path: SourcePath, _ nonLog: NonLog) {
    let isFile = path.content == nil && FileStatus(path)?.isFile == true
    let isWord = path.name.utf8.allSatisfy { JSONGrammar.isOfWord($0) || "./_".utf8.contains($0) }
    let words = nonLog.hint.split(separator: "FILE", omittingEmptySubsequences: false)
    self.init(
      operation: "read", subject: path.name, cause: "it is not a log but \(nonLog.what)",
      hint: "\(name: isFile && isWord ? words.joined(separator: path.name) : nonLog.hint)", isOfNoLog: true)
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

  private static let toUnpack = "unpack it, and name the log itself"

  /// The advice for a table that pandas reads with a function.
  private static func toPrint(with function: String) -> String {
    "make each row a line of JSON: pip install pandas pyarrow, then python3 -c 'import pandas; "
      + "pandas.\(function)(\"FILE\").to_json(\"FILE.jsonl\", orient=\"records\", lines=True)'"
  }

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
      FileSignature("bplist", "a binary property list", hint: NonLog.toConvertPropertyList),
      FileSignature(
        "PAR1", "a table in Parquet",
        hint: "make each row a line of JSON: "
          + "duckdb -c \"COPY (FROM read_parquet('FILE')) TO 'FILE.jsonl' (FORMAT json)\""),
      FileSignature("ORC", "a table in ORC", hint: toPrint(with: "read_orc")),
      FileSignature("ARROW1", "a table in Arrow's format", hint: toPrint(with: "read_feather")),
      FileSignature(
        "Obj\u{1}", "a container of Avro",
        hint: "make each record a line of JSON: pip install fastavro, then fastavro FILE > FILE.jsonl"),
      FileSignature([0x89] + "PNG".utf8, "an image"),
      FileSignature([0xFF, 0xD8, 0xFF], "an image"),
      FileSignature("GIF8", "an image"),
      FileSignature("%PDF", "a PDF document"),
      FileSignature([0x50, 0x4B, 0x03, 0x04], "a zip archive", hint: "unpack it: unzip FILE"),
      FileSignature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", hint: "unpack it: 7z x FILE"),
      FileSignature("Rar!\u{1A}\u{7}", "a RAR archive", hint: "unpack it: unrar x FILE"),
      FileSignature([0x04, 0x22, 0x4D, 0x18], "data compressed with LZ4", hint: "unpack it: lz4 -d FILE"),
      FileSignature([0x5D, 0, 0], "data compressed with LZMA", hint: "unpack it: unlzma FILE"),
      FileSignature(
        "SQLite format 3", "an SQLite database",
        hint: "of a store, name the logs that went into it; of any other, make a table JSON: "
          + "sqlite3 -json FILE 'SELECT * FROM TABLE' > FILE.json"),
      // Mach-O and ELF.
      FileSignature([0xCF, 0xFA, 0xED, 0xFE], "a program"),
      FileSignature([0x7F] + "ELF".utf8, "a program"),
      FileSignature("RIFF", "an image or a film"),
      FileSignature(
        [0, 0x10, 0, 0], "a file of a .logarchive",
        hint: "on a Mac: log show --style ndjson --archive NAME.logarchive > NAME.ndjson"),
    ]
}

/// A message of protocol buffers, or several with the length before each: it has no signature, and only its schema names
/// its fields.
private enum ProtocolBuffer {
  /// True if all bytes of a source's head are fields, and some are no text; the last field may be cut.
  static func isBegun(by head: [UInt8]) -> Bool {
    // Each field has a byte for what it is, and most have one for their length; damaged text has few such bytes.
    let odd = head.count { $0 < 0x20 && !"\t\n\u{C}\r\u{1B}".utf8.contains($0) }
    guard 32 * odd > head.count else { return false }
    if let count = fieldCount(head[...]), count > 2 { return true }
    var rest = head[...]
    guard let length = number(&rest), length > 1, let count = fieldCount(rest.prefix(Int(clamping: length))) else {
      return false
    }
    return count > 2
  }

  /// The number of fields in a message, with those of the message in its first field; nil if it is none.
  private static func fieldCount(_ message: ArraySlice<UInt8>, depth: Int = 0) -> Int? {
    var rest = message
    var count = 0
    while !rest.isEmpty {
      let start = rest
      guard let tag = number(&rest) else { return count > 0 && start.count < 10 ? count : nil }
      guard 1..<1 << 29 ~= tag >> 3 else { return nil }
      switch tag & 7 {
      case 0: if number(&rest) == nil, !rest.isEmpty { return nil }
      case 1: rest = rest.dropFirst(8)
      case 5: rest = rest.dropFirst(4)
      case 2:
        guard let length = number(&rest) else { return rest.isEmpty ? count : nil }
        let held = rest.prefix(Int(clamping: length))
        // Objects of text alone are no proof.
        if count == 0, depth < 8 { count += fieldCount(held, depth: depth + 1) ?? 0 }
        rest = rest.dropFirst(held.count)
      default: return nil
      }
      count += 1
    }
    return count
  }

  /// A number of seven bits a byte, the lowest first; nil if there is none.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64, let byte = rest.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}

/// Records in a form that another program turns into JSON or a table.
private struct PrintedRecords {
  let what, hint: String

  init?(_ lines: [String]) {
    let cells = lines.first?.split(separator: "\t", omittingEmptySubsequences: false).count ?? 0
    if lines.count > 1, lines[0].contains("|"), lines[1].contains("-+-"), lines[1].allSatisfy({ "-+| ".contains($0) }) {
      what = "a table as psql prints it"
      hint =
        "let psql print it with --csv, or: sed -e '2d' -e '/^(/d;/^ *$/d' -e 's/\"/\"\"/g' -e 's/^ */\"/' -e 's/ *$/\"/' "
        + "-e 's/ *| */\",\"/g' FILE > FILE.csv"
    } else if lines.first == "---"
      || lines.first?.hasPrefix("- ") == true && lines.dropFirst().first?.hasPrefix("  ") == true,
      lines.dropFirst().first?.contains(": ") == true
    {
      what = "YAML"
      hint =
        "make each record a line of JSON: pip install pyyaml, then python3 -c 'import json,sys,yaml; "
        + "[print(json.dumps(r, default=str)) for d in yaml.safe_load_all(sys.stdin) for r in (d if isinstance(d, list) "
        + "else [d])]' < FILE > FILE.jsonl"
    } else if let mark = DelimitedTable.mark(ofBroken: lines) {
      what = "a table (CSV) with line breaks in its cells"
      hint = "make each row a line of JSON: " + DelimitedTable.command(mark)
    } else if cells >= 128 {
      what = "enriched events of Snowplow, a table without names of its columns"
      hint =
        "make each event a line of JSON: pip install snowplow-analytics-sdk, then python3 -c 'import json,sys; from "
        + "snowplow_analytics_sdk.event_transformer import transform; [print(json.dumps(transform(l.rstrip(chr(10))))) "
        + "for l in sys.stdin]' < FILE > FILE.jsonl"
    } else {
      return nil
    }
  }
}
