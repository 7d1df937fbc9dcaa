import TraceModel

/// A format of logs that tracetool reads beside its own: how it is recognized, how it is cut into records, and what
/// each record becomes.
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
/// A source that grew since it was read is read again from its start by a new reader; the records that were taken in
/// before are dropped. So what a reader remembers must follow from the records alone: no clock, no random numbers.
protocol LogFormatReader: Sendable {
  /// What the format is called after `--from`, in `store status` and in an event's `format`: lower case, with hyphens.
  static var name: String { get }

  /// What the format is and who writes it, as `tracetool explain formats` shows it: a phrase without a full stop.
  static var summary: String { get }

  /// How records stand in a source that begins so; nil if the source is not of this format.
  ///
  /// The first format of `LogFormat.readers` that answers reads the source, so answer only for what no other format
  /// has. A test gives the samples of all formats to all readers.
  static func framing(_ head: LogHead) -> Framing?

  /// What a person should know of a source that is read as this format, behind `FILE: read as NAME`; may be empty.
  ///
  /// Begin with a colon or a space: `: it is Xcode's console without time stamps, so that nothing of it is timed`.
  static func remark(_ head: LogHead) -> String

  /// How records are cleaned that give no event as they stand: text that people copy has passed through pages, mails and
  /// editors.
  static var cleaning: Cleaning { get }

  /// True if it reads text that any other format may be cleaned to.
  static var isLoose: Bool { get }

  /// True if its records are JSON objects, each read by itself, which may stand in an envelope: in a server's record, or
  /// as a text in that.
  static var mayBeEnclosed: Bool { get }

  /// A reader at the start of a source.
  init(_ options: IngestOptions)

  /// Reads one record, as `framing` has cut it: adds its events to the transcript, or ends it without one.
  ///
  /// Call `transcript.add` once for each event or `transcript.end` once; a record without either is a bug that
  /// `tracetool ingest` reports ("lines are unaccounted for"). A record that is recognized and has no meaning in an app's
  /// life is an event too, under a name of the format's own (`terminal.reboot`), so that it is kept:
  /// `--keep lifecycle` leaves it out. `LineReader.Line.Fate` says when to end a record how, and `Reject.Reason` which
  /// reason to give. A blank record and one over `--max-line` do not come here.
  mutating func read(_ record: ArraySlice<UInt8>, into transcript: inout Transcript)
}

extension LogFormatReader {
  static func remark(_ head: LogHead) -> String { "" }

  static var cleaning: Cleaning { .none }

  static var isLoose: Bool { false }

  static var mayBeEnclosed: Bool { false }

  /// The name of an event that has no meaning in an app's life, as in `measure.gesture_click`.
  static func eventName(_ word: String) -> String { "\(name).\(word)" }

  /// The name of a stream that the format itself distinguishes, as in `measure/4441d355`.
  static func streamName(_ names: String?...) -> String { ([name] + names.compactMap(\.self)).joined(separator: "/") }

  /// How records stand in a source that begins so, as it stands or once it is cleaned, and how it begins then; nil if the
  /// source is not of this format.
  static func recognized(_ head: LogHead) -> (framing: Framing, head: LogHead)? {
    if let framing = framing(head) { return (framing, head) }
    // A document of JSON or XML may hold lines of logs as texts.
    guard head.mayBeCleaned, let clean = cleaning.head(head), let framing = framing(clean) else { return nil }
    return (framing, clean)
  }
}
