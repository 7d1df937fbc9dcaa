import TraceModel

/// Reads what `xctrace export` makes of the table `life-cycle-period`: XML.
///
/// The tracer slows the start of a process: such launches count as those under a debugger.
struct XCTraceReader: Transcoder {
  static let name = "xctrace"
  private static let periods = PackageResources.periods_txt.lines.filter { !$0.hasPrefix("#") }.compactMap { line in
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    return words.count == 3 ? (event: words[0], edge: words[1], period: words[2]) : nil
  }

  /// A row: where it lies in the text, and the values of its columns.
  private typealias Row = (range: Range<Int>, values: [String: String])

  static func framing(_ head: LogHead) -> Framing? { head.contains("life-cycle-period") ? .document : nil }

  init(_ options: IngestOptions) {}

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    let rows = Self.rows(record)
    // The rows of scenes come before and after didFinishLaunching: the last one ends with the connection.
    var lastScenes: [String: Int] = [:]
    for (index, row) in rows.enumerated() where row.values["app-period"]?.hasSuffix("Scene Creation") == true {
      lastScenes[row.values["process"] ?? ""] = index
    }
    for (index, (range, values)) in rows.enumerated() {
      transcript.nextRecord(record[range])
      guard let start = values["start-time"].flatMap({ Int64($0) }), let period = values["app-period"] else {
        transcript.end(.rejected(.noTime))
        continue
      }
      let nanos = values["duration"].flatMap { Int64($0) } ?? 0
      let process = values["process"] ?? ""
      let known = Self.periods.first { period.hasSuffix($0.period) }
      let isTold = known.map { $0.edge != "last" || lastScenes[process] == index } ?? false
      var event = EventLine(isTold ? known?.event ?? "" : "xctrace.period")
      let isBegin = !isTold || known?.edge == "begin"
      event.set("uptime", isBegin ? start : start + nanos)
      if isTold, known?.edge != "begin", known?.edge != "end" { event.set("duration", nanos) }
      event.set("app", process.split(separator: " (").first.map(String.init))
      event.set("pid", process.split { "()".contains($0) }.last.flatMap { Int64($0) })
      event.set("debugger", true)
      event.set("period", period)
      if !isTold || isBegin { event.set("periodNanos", nanos) }
      transcript.add(event)
    }
    if rows.isEmpty { transcript.end(.envelope) }
  }

  /// The rows, each value that refers to an earlier one by its `ref` put in.
  private static func rows(_ text: ArraySlice<UInt8>) -> [Row] {
    var (rows, values, known) = ([Row](), [String: String](), [String: String]())
    var (at, start) = (text.startIndex, text.startIndex)
    while let open = text[at...].firstIndex(of: UInt8(ascii: "<")),
      let close = text[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      let tag = text[(open + 1)..<close].string
      at = close + 1
      let name = String(tag.prefix { $0 != " " && $0 != "/" })
      if tag == "/row" {
        rows.append((start..<at, values))
      } else if name == "row" {
        (start, values) = (open, [:])
      } else if !name.isEmpty {
        let body = text[at...].prefix { $0 != UInt8(ascii: "<") }.string
        // A process has parts of its own; what it is called says all.
        let value = name == "process" ? attribute("fmt", of: tag) : tag.hasSuffix("/") ? nil : body
        if let id = attribute("id", of: tag) { known[id] = value ?? attribute("fmt", of: tag) }
        values[name] = attribute("ref", of: tag).flatMap { known[$0] } ?? value
      }
    }
    return rows
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    TextPattern("{_} \(name)=\"{value}\"").holes(in: Array(tag.utf8)[...])?["value"]?.string
  }
}
