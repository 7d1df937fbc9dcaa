import TraceModel

/// A format of logs other than tracetool's own: how it is recognized and cut, and what each record becomes.
///
/// To add a format, write one type like this in a file of its own in `Formats/`, and put it into `LogFormat.readers`.
/// `Sources/README.md` ("Adding a log format") has the steps.
///
///     /// Reads what the terminal writes: `10:00:01 active`.
///     struct TerminalReader: LogFormatReader {
///       static let name = "terminal"
///       static let summary = "states of one app as a kiosk's terminal prints them, one a line"
///
///       private static let events: [String: EventKind] = [
///         "active": .appDidBecomeActive, "inactive": .appWillResignActive,
///       ]
///
///       static func framing(_ head: LogHead) -> Framing? {
///         head.lines.first == "# terminal log" ? .lines : nil
///       }
///
///       init(_ options: IngestOptions) {}
///
///       mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript) {
///         if record.first == UInt8(ascii: "#") { return transcript.end(.envelope) }
///         let words = record.string.split(separator: " ")
///         guard words.count == 2 else { return transcript.end(.rejected(.notRecord)) }
///         var event = EventLine(Self.events[String(words[1])]?.name ?? "terminal.\(words[1])")
///         event.set("time", "2026-10-31T\(words[0])Z")
///         event.set("source", EventSource.system.name)
///         event.set(records: EventLine.records(Self.events.values.map(\.name)))
///         transcript.add(event)
///       }
///     }
///
/// `LogFormatReaderTests` runs this example.
///
/// A source that has grown since it was read is read again from its start by a new reader, and the records that were
/// stored before are dropped. So the state of a reader must follow from the records alone: no clock, no random numbers.
protocol LogFormatReader: Sendable {
  /// The name of the format, for `--from`, `store status` and an event's `format`: lower case, with hyphens.
  static var name: String { get }

  /// What the format is and who writes it, as `tracetool explain formats` shows it: a phrase without a full stop.
  static var summary: String { get }

  /// How a source that begins with `head` is cut into records; nil if it is not of this format.
  ///
  /// The first format of `LogFormat.readers` that returns a framing reads the source, so return one only for what no
  /// other format has. A test gives the samples of all formats to all readers.
  static func framing(_ head: LogHead) -> Framing?

  /// A remark on a source of this format, printed after `FILE: read as NAME`; may be empty.
  ///
  /// Begin with a colon or a space: `: it is Xcode's console without time stamps, so that nothing of it is timed`.
  static func remark(_ head: LogHead) -> String

  /// How records that give no event are cleaned: copied text has passed through pages, mails and editors.
  static var cleaning: Cleaning { get }

  /// True if it may recognize text that belongs to another format once that is cleaned: then it is tried last.
  static var isLoose: Bool { get }

  /// True if its records are JSON objects, each read by itself, which may be in a server's record, or in a string in
  /// one.
  static var mayBeEnclosed: Bool { get }

  /// A reader at the start of a source.
  init(_ options: IngestOptions)

  /// Reads one record, as `framing` cuts it: adds its events to the transcript, or ends it without one.
  ///
  /// Call `transcript.add` once for each event, or `transcript.end` once; a record without either is a bug that
  /// `tracetool ingest` reports ("lines are unaccounted for"). A record without a meaning in an app's life cycle is an
  /// event too, with a name of the format's own (`terminal.reboot`), so that it is kept unless `--keep lifecycle`
  /// leaves it out. `LineReader.Line.Fate` describes how to end a record, `Reject.Reason` which reason to give. Blank
  /// records and those over `--max-line` are not passed to `read`.
  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript)
}

extension LogFormatReader {
  static func remark(_ head: LogHead) -> String { "" }

  static var cleaning: Cleaning { .none }

  static var isLoose: Bool { false }

  static var mayBeEnclosed: Bool { false }

  /// The name of an event without a meaning in an app's life cycle, as in `measure.gesture_click`.
  static func eventName(_ word: String) -> String { "\(name).\(word)" }

  /// The name of a stream that the format itself identifies, as in `measure/4441d355`.
  static func streamName(_ names: String?...) -> String { ([name] + names.compactMap(\.self)).joined(separator: "/") }

  /// The framing of a source that begins with `head`, and its first bytes, as they are or cleaned; nil if not of this
  /// format.
  static func recognized(_ head: LogHead) -> (framing: Framing, head: LogHead)? {
    if let framing = framing(head) { return (framing, head) }
    // A document of JSON or XML may contain lines of logs as texts: it is not cleaned.
    guard head.mayBeCleaned, let clean = cleaning.head(head), let framing = framing(clean) else { return nil }
    return (framing, clean)
  }
}
