/// A line that is no event, kept with its bytes.
public struct Reject: Sendable, Equatable {
  /// How many bytes of a line are kept.
  public static let keptBytes = 65_536

  public var source = SourceID(rawValue: 0)
  /// 1-based, in its source.
  public var line: Int32 = 0
  /// Where the line begins, in decompressed bytes.
  public var offset: Int64 = 0
  /// The line's length in bytes, without its newline; may be more than is kept.
  public var length: Int64 = 0
  public var reason = Reason.notJSON
  /// The line's first `keptBytes` bytes.
  public var raw: [UInt8] = []
  /// The stream and `seq` of the record, if readable: it counts as the event with that number.
  public var stream: StreamID?
  public var seq = Event.absent

  /// FNV-1a of reason, length and bytes: equal for the line in a copy.
  public var digest: UInt64 {
    var digest = Fingerprint()
    digest.add("\(reason) \(length) ".utf8)
    digest.add(raw)
    return digest.value
  }

  /// A reject without values.
  public init() {}

  /// A line with the readable values in `event`, and without its bytes.
  public init(_ event: Event, _ reason: Reason) {
    source = event.source
    line = event.line
    self.reason = reason
    if event.seq != Event.absent {
      stream = event.stream
      seq = event.seq
    }
  }
}

extension Reject {
  /// Why a record is no event.
  ///
  /// The raw value is what `tracetool store rejects` shows and a store keeps: cases may be added, and their words never
  /// change. `tracetool explain 'REASON'` prints `explanation`.
  ///
  /// A reader of a format gives `notRecord` for a line without the format's form, `notJSON` or `tooDeep` where
  /// `JSONValue` threw it, `noTime` for a record without a time, and `noEvent` for one that does not say what happened.
  /// The others come from the common reader.
  public enum Reason: String, Sendable, CaseIterable {
    /// The line is no JSON, or not whole.
    case notJSON = "not JSON"
    /// The line is JSON, but a number, a text or an array.
    case notObject = "not an object"
    /// The line lacks the form of its format's records; for formats other than JSON.
    case notRecord = "not a record of its format"
    /// The record has no text under `event`, or under the key that `--map event=KEY` names.
    case noEvent = "no event name"
    /// The record has neither a `time` nor an `uptime` that can be read.
    case noTime = "no usable time"
    /// The line has bytes that are no UTF-8.
    case invalidUTF8 = "invalid UTF-8"
    /// The line is longer than 16 MiB; of a document, all of it.
    case tooLong = "longer than the line limit"
    /// Objects and arrays are nested more than 64 deep.
    case tooDeep = "nested deeper than 64"
    /// Another record of the launch has its `seq` and event, and differs in clocks, scene, view or task.
    case duplicateWithOtherFields = "duplicate with other fields"
    /// Another event of the launch has its `seq`.
    case conflict = "another event has its seq"
    /// The last line has no newline and is no whole record: it is read again when the file has grown.
    case unfinished = "unfinished last line"
  }
}

extension Reject.Reason {
  /// True if more bytes may turn an open last line, which has no newline yet, into a record.
  ///
  /// Such a line is kept as `unfinished`. A line without name or time was read whole, and is rejected at once.
  public var mayBeUnfinished: Bool {
    switch self {
    case .noEvent, .noTime, .duplicateWithOtherFields, .conflict: false
    case .notJSON, .notObject, .notRecord, .invalidUTF8, .tooLong, .tooDeep, .unfinished: true
    }
  }

  /// What it means, and what to do: one paragraph of whole sentences.
  public var explanation: String {
    switch self {
    case .notJSON:
      "The line is not JSON, or not whole: it was cut off, two writers wrote into it, or it is text among records. "
        + "Have each record written in one piece, one a line. If the whole log is text or another format, "
        + "'tracetool explain formats' lists what can be read, and '--from FORMAT' names one."
    case .notObject:
      "The line is JSON but not an object, as '{\"event\":\"…\",\"time\":…}' is. Write each event as an object, one a "
        + "line or in an array."
    case .notRecord:
      "The line does not have the form that records of its format have: it was cut off, or is no "
        + "record. Compare it with the lines around it; '--from FORMAT' names another format."
    case .noEvent:
      "The record does not say what happened: it has no text under 'event'. If another key holds the name, say which: "
        + "'--map event=KEY', or '--map event=meta.name' for a key in an object."
    case .noTime:
      "The record does not say when it was: it has no 'time' and no 'uptime' that can be read. A time is RFC 3339, as "
        + "'2026-10-31T10:00:01.5Z', or a number of seconds, milliseconds, microseconds or nanoseconds since 1970. If "
        + "another key holds it, say which: '--map time=KEY'; 'tracetool explain --schema event' has the details."
    case .invalidUTF8:
      "The line has bytes that are not UTF-8: it is damaged, or in another encoding. Convert the log: "
        + "'iconv -f LATIN1 -t UTF-8 LOG'."
    case .tooLong:
      "The line is longer than 16 MiB. Newlines are missing between its records, or it holds data that is no part of "
        + "an event. Split it, or leave the data out."
    case .tooDeep:
      "Objects and arrays are nested more than 64 deep. Have the deeper ones written as text."
    case .duplicateWithOtherFields:
      "Another record of the same launch has the same 'seq' and the same event, but another time, scene, view or task. "
        + "The one that came first is stored. The recorder numbers two events alike, or a log was changed by hand."
    case .conflict:
      "Another event of the same launch has the same 'seq'. The one that came first is stored. Two recorders write "
        + "under one launch id, or a recorder began to count again without a new launch id."
    case .unfinished:
      "The last line has no newline and is not a whole record yet: its writer is still at work, or was cut off. "
        + "Ingest the file again when it has grown; nothing of it is lost."
    }
  }
}
