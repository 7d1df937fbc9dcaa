import Testing

@testable import TraceIngest
@testable import TraceModel

/// The example that the documentation of `LogFormatReader` shows.
private struct TerminalReader: LogFormatReader {
  static let name = "terminal"
  static let summary = "states of one app as a kiosk's terminal prints them, one a line"

  private static let events: [String: EventKind] = [
    "active": .appDidBecomeActive, "inactive": .appWillResignActive,
  ]

  static func framing(_ head: LogHead) -> Framing? {
    head.lines.first == "# terminal log" ? .lines : nil
  }

  init(_ options: IngestOptions) {}

  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
    if record.first == UInt8(ascii: "#") { return transcript.end(.envelope) }
    let words = record.string.split(separator: " ")
    guard words.count == 2 else { return transcript.end(.rejected(.notRecord)) }
    var event = EventLine(Self.events[String(words[1])]?.name ?? "terminal.\(words[1])")
    event.set("time", "2026-10-31T\(words[0])Z")
    event.set("source", EventSource.system.name)
    event.set(records: EventLine.records(Self.events.values.map(\.name)))
    transcript.add(event)
  }
}

/// What a format says of itself, and what its reader may do with a record.
@Suite(.tags(.medium)) struct LogFormatReaderTests {
  private static let log = """
    # terminal log
    10:00:01 active
    10:00:02 reboot

    broken
    25:00:03 active

    """

  private var options: IngestOptions {
    var options = IngestOptions()
    options.readers = [TerminalReader.self] + LogFormat.readers
    return options
  }

  @Test func `the example in the documentation is recognized, read and accounted for`() throws {
    let reading = try Reading(Self.log, options: options)
    let events = reading.batch.events
    #expect(events.map { "\($0.line) \(reading.symbols.signature($0).kind)" } == ["2 appDidBecomeActive", "3 unknown"])
    #expect(
      events.map { reading.symbols.texts.string(reading.symbols.context($0.context).format) }.allSatisfy {
        $0 == "terminal"
      })
    #expect(
      reading.batch.rejects.map { "\($0.line) \($0.reason.rawValue)" } == [
        "5 not a record of its format", "6 no usable time",
      ])
    let counts = reading.batch.counts
    #expect(
      counts.envelope == 1 && counts.blank == 1 && counts.records == 4 && counts.rejected == 2 && counts.lines == 6)
  }

  @Test func `a last line that more bytes may complete is unfinished, whatever its format`() throws {
    let open = try Reading(Self.log + "10:00:04", options: options)
    #expect(open.batch.rejects.last?.reason == .unfinished && open.batch.counts.unfinished == 1)
    let timeless = try Reading(Self.log + "soon active", options: options)
    #expect(timeless.batch.rejects.last?.reason == .unfinished && timeless.batch.counts.unfinished == 1)
  }

  @Test func `what means nothing in an app's life is skipped where that is asked for`() throws {
    var options = options
    options.keepsAll = false
    let counts = try Reading(Self.log, options: options).batch.counts
    #expect(counts.passedOver == 1 && counts.records == 4)
  }

  @Test func `a format that was named reads what another would recognize first`() throws {
    var options = options
    options.readers = LogFormat.readers + [TerminalReader.self]
    options.format = "terminal"
    #expect(try Reading(Self.log, options: options).batch.events.count == 2)
  }

  @Test func `each format has a name of its own, and says what it is`() {
    #expect(Set(LogFormat.names).count == LogFormat.readers.count + 1)
    for format in LogFormat.summaries {
      #expect(format.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(format.name)")
      #expect((10...100).contains(format.summary.count) && format.summary.last != ".", "\(format.name)")
    }
  }

  @Test func `each row of the table of exports is understood`() {
    let words: Set = ["is", "whole", "each", "in", "time", "other", "not", "id", "stream", "keep", "late", "source"]
    #expect(ExportForm.allRows.count > 80)
    for (form, row) in ExportForm.allRows {
      let word = row.split(separator: " ").first.map(String.init) ?? ""
      #expect(words.contains(word) || ExportRow(row) != nil, "\(form): \(row)")
      #expect(LogFormat.names.contains(form), "\(form)")
    }
  }

  @Test(arguments: [
    OwnRow.field("duration", keys: ["took_ms:ms"]), .field("event", keys: ["a", "b.c"]),
    .event(Renaming("Application Opened", to: "app.willEnterForeground"), nameKey: "event"),
    .event(Renaming("a=b", when: .init(key: "[x] y", value: "true"), to: "process.start"), nameKey: "evt"),
  ])
  func `a row of one's own is read as it was written`(row: OwnRow) {
    #expect(OwnRow(row.text) == row)
  }

  @Test(arguments: Reject.Reason.allCases)
  func `each reason says what it means and what to do`(reason: Reject.Reason) {
    #expect(reason.explanation.hasSuffix(".") && reason.explanation.count(where: { $0 == "." }) > 1)
  }
}
