import TraceModel

/// Reads the XML to which `xctrace export` converts the table `life-cycle-period`.
///
/// The tracer slows the start of a process: such launches count as launches under a debugger.
///
/// Instruments 27 has no period "Process Creation", which Apple removed as inaccurate: a process then starts with the
/// next period, which makes its launch shorter. Source: Apple, Xcode 27 Release Notes (174190644).
struct XCTraceReader: LogFormatReader {
  static let name = "xctrace"
  static let summary = "XML of 'xctrace export' of the table life-cycle-period, as Instruments records it"

  private struct Period {
    enum Edge {
      /// An event at the period's begin, or at its end, with the period's duration in `periodNanos`.
      case begin, end
      case whole
      /// As `whole`, for the last of several such periods of one process.
      case last
    }

    let name: String
    let kind: EventKind
    let edge: Edge
  }

  private static let creation = "Initializing - Process Creation"
  /// The first period of a process without one of its creation.
  private static let interface = Period(
    name: "Initializing - System Interface Initialization", kind: .processStart, edge: .begin)
  private static let periods = [
    Period(name: creation, kind: .processStart, edge: .begin),
    Period(name: "Initializing - Static Runtime Initialization", kind: .processInitializers, edge: .begin),
    Period(name: "Launching - UIKit Initialization", kind: .processMain, edge: .begin),
    Period(name: "Launching - UIKit Scene Creation", kind: .sceneWillConnect, edge: .last),
    Period(name: "Launching - didFinishLaunchingWithOptions()", kind: .appDidFinishLaunching, edge: .whole),
    Period(name: "Launching - Initial Frame Rendering", kind: .launchFirstFrame, edge: .end),
    Period(name: "Foreground - Active", kind: .appDidBecomeActive, edge: .begin),
  ]
  private static let records = EventLine.records(periods.map(\.kind.name))

  /// The list of a trace's tables (`xctrace export --toc`), which may name the table.
  static let contentsMark = "<trace-toc"

  static func framing(_ head: LogHead) -> Framing? {
    head.contains("life-cycle-period") && !head.contains(contentsMark) ? .document : nil
  }

  static func remark(_ head: LogHead) -> String {
    if head.contains(creation) || !head.contains(interface.name) { return "" }
    return ": it has no period 'Process Creation', as Instruments 27 records none; a process starts with 'System "
      + "Interface Initialization', so that its launch times are shorter than those of Instruments 26, and not compared with them"
  }

  init(_ options: IngestOptions) {}

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let rows = Self.rows(record)
    // Of the rows of one scene, before and after didFinishLaunching, the last ends with the connection.
    func subject(_ row: Row) -> [String?] { ["process", "app-period"].map { row.values[$0] } }
    let last = Dictionary(rows.indices.map { (subject(rows[$0]), $0) }) { $1 }
    let created = Set(rows.filter { $0.values["app-period"] == Self.creation }.map { $0.values["process"] })
    for (index, row) in rows.enumerated() {
      transcript.nextRecord(row.text)
      let isLast = last[subject(row)] == index
      Self.transcribe(row, isLast: isLast, isCreated: created.contains(row.values["process"]), &transcript)
    }
    if rows.isEmpty { transcript.end(.envelope) }
  }

  /// Adds the event of a row; `isLast` for the last of its period and process, `isCreated` if the process has a row of
  /// its creation.
  private static func transcribe(_ row: Row, isLast: Bool, isCreated: Bool, _ transcript: inout Transcript) {
    guard let start = row.values["start-time"].flatMap({ Int64($0) }), let period = row.values["app-period"] else {
      return transcript.end(.rejected(.noTime))
    }
    let known = isCreated ? periods : periods + [interface]
    let kind = known.first { $0.name == period && ($0.edge != .last || isLast) }
    let nanos = row.values["duration"].flatMap { Int64($0) } ?? 0
    // As in `Shop (1234)`.
    let process = row.values["process"]?.split(separator: " (") ?? []
    var event = EventLine(kind?.kind.name ?? eventName("period"))
    let isBegin = kind.map { $0.edge == .begin } ?? true
    event.set("uptime", isBegin ? start : Int64(exactly: Int128(start) + Int128(nanos)))
    event.set(isBegin || kind?.edge == .end ? "periodNanos" : "duration", nanos)
    event.set("app", process.first.map(String.init))
    event.set("pid", process.last.flatMap { Int64($0.dropLast()) })
    event.set("debugger", true)
    event.set("period", period)
    event.set(records: records)
    transcript.add(event)
  }

  private typealias Row = (text: ArraySlice<UInt8>, values: [String: String])

  /// The rows, with each reference to an earlier value (`ref`) replaced by that value.
  private static func rows(_ text: ArraySlice<UInt8>) -> [Row] {
    var rows = [Row]()
    var row = Row(text.prefix(0), [:])
    var valuesByID = [String: String]()
    // The number of open tags of columns: a tag within a column belongs to it, as the period in a narrative.
    var depth = 0
    for start in text.indices where text[start] == UInt8(ascii: "<") {
      let pieces = text[start...].dropFirst().prefix { $0 != UInt8(ascii: "<") }.split(
        separator: UInt8(ascii: ">"), maxSplits: 1, omittingEmptySubsequences: false)
      let tag = pieces[0].string
      switch tag.prefix(while: { $0 != " " && $0 != "/" }) {
      case "row":
        row = (text[start...], [:])
        depth = 0
      case "" where tag.hasPrefix("/row"):
        rows.append((text[row.text.startIndex..<pieces[0].endIndex], row.values))
      case "": depth -= 1
      case let name:
        // A process has elements of its own: its name is enough.
        let value = name == "process" ? attribute("fmt", of: tag) : pieces.last?.string
        if let id = attribute("id", of: tag) { valuesByID[id] = value }
        if depth == 0 { row.values[String(name)] = attribute("ref", of: tag).map { valuesByID[$0] ?? "" } ?? value }
        if !tag.hasSuffix("/") { depth += 1 }
      }
    }
    return rows
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    TextPattern("{_} \(name)=\"{value}\"").holes(in: Array(tag.utf8)[...])?["value"]?.string
  }
}
