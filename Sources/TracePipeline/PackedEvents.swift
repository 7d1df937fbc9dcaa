import TraceIngest
import TraceModel

/// Events of one stream in a fraction of their room, without loss: they are unpacked when they are asked for.
///
/// An event of the benchmark takes 16 bytes, not 88. Of each event only what differs from what
/// the one before it leads to expect is written: first, as bits, which fields do, then for each of them by how much, in
/// words of 32 bits, as these are written and read in half the time of bytes.
///
/// The words may be moved to a file, from which they are read each time that the events are asked for.
struct PackedEvents: Sendable {
  /// The number of events.
  private(set) var count = 0
  /// Where the first words are in the file.
  private var moved: [MovedWords.Piece] = []
  /// The file; nil if no words were moved.
  private var file: MovedWords?
  /// The words behind them.
  private var words: [UInt32] = []

  /// The number of bytes of memory that there is room for.
  var byteCount: Int { words.capacity * MemoryLayout<UInt32>.stride }

  /// No events yet; they take no room.
  init() {}

  /// Packs events behind those that it has.
  mutating func append(_ events: [Event]) {
    var writer = EventFieldWriter()
    // Mostly these are all the events of a launch, which mostly take five words each.
    writer.words.reserveCapacity(6 * events.count + 16)
    var last = Event()
    var isFirst = true
    for event in events {
      var next = event
      writer.begin(isFirst: isFirst)
      Self.pass(&next, after: last, &writer)
      writer.end()
      last = event
      isFirst = false
    }
    count += events.count
    // A copy, without the room that the writer has for more.
    words += writer.words
  }

  /// Moves what is in memory to a file, which is the same each time.
  ///
  /// - Throws: `IngestError` if there is no room in it; then all stays where it is.
  mutating func move(to file: MovedWords) throws(IngestError) {
    if words.isEmpty { return }
    moved.append(try file.add(words))
    self.file = file
    words = []
  }

  /// The events, in their order; empty if the file that holds some cannot be read, as `MovedWords.failure` says then.
  var events: [Event] { unpacked(count) }

  /// The first of them; nil if there is none, or none can be read.
  var first: Event? { unpacked(min(count, 1)).first }

  /// So many of them, from the first one on.
  private func unpacked(_ count: Int) -> [Event] {
    var words = words
    if let file {
      guard let moved: [UInt32] = file.values(of: moved) else { return [] }
      words = moved + words
    }
    var reader = EventFieldReader(words)
    var events: [Event] = []
    events.reserveCapacity(count)
    var event = Event()
    for _ in 0..<count {
      if reader.begin() { event = Event() }
      let last = event
      Self.pass(&event, after: last, &reader)
      events.append(event)
    }
    return events
  }

  /// Names each field of an event, with its value if it is not written.
  ///
  /// A field that is added to `Event` is added here; a test compares every field.
  @inline(__always)
  private static func pass(_ event: inout Event, after last: Event, _ fields: inout some EventFields) {
    fields.number(&event.time, usual: last.time, from: last.time)
    fields.number(&event.uptime, usual: last.uptime, from: last.uptime)
    fields.number(&event.seq, usual: last.seq &+ 1, from: last.seq)
    // Few events have these: the one before it does not predict them.
    fields.number(&event.duration, usual: Event.absent, from: 0)
    fields.number(&event.memory, usual: Event.absent, from: 0)
    fields.number(&event.stream.rawValue, usual: last.stream.rawValue)
    fields.number(&event.context.rawValue, usual: last.context.rawValue)
    fields.number(&event.signature.rawValue, usual: last.signature.rawValue)
    fields.number(&event.scene.rawValue, usual: last.scene.rawValue)
    fields.number(&event.sceneInstance.rawValue, usual: last.sceneInstance.rawValue)
    fields.number(&event.viewInstance.rawValue, usual: last.viewInstance.rawValue)
    fields.number(&event.task.rawValue, usual: last.task.rawValue)
    fields.number(&event.attributes.rawValue, usual: last.attributes.rawValue)
    fields.number(&event.source.rawValue, usual: last.source.rawValue)
    fields.number(&event.line, usual: last.line &+ 1)
    fields.number(&event.lost, usual: 0)
    fields.flag(&event.isContradicted)
    fields.flag(&event.isFurther)
  }
}

/// Where the fields of events go to, or come from.
private protocol EventFields {
  /// A number that is not written if it is `usual`; else its difference to `base` is written.
  mutating func number(_ value: inout Int64, usual: Int64, from base: Int64)
  /// A number that is not written if it is `usual`; else it is written as it is.
  mutating func number(_ value: inout Int32, usual: Int32)
  /// A truth value.
  mutating func flag(_ value: inout Bool)
}

/// Writes fields: for each event the bits of those that are written, and behind them their numbers.
///
/// A field has one bit, and a second one if it has 64 bits, which says that all of them are written; the first bit of an
/// event says that nothing comes before it.
private struct EventFieldWriter: EventFields {
  var words: [UInt32] = []
  private var start = 0
  private var written: UInt32 = 0
  private var bit: UInt32 = 1

  @inline(__always) mutating func begin(isFirst: Bool) {
    start = words.count
    words.append(0)
    written = isFirst ? 1 : 0
    bit = 2
  }

  @inline(__always) mutating func end() { words[start] = written }

  @inline(__always) mutating func number(_ value: inout Int64, usual: Int64, from base: Int64) {
    if value != usual {
      let difference = value &- base
      written |= bit
      words.append(UInt32(truncatingIfNeeded: difference))
      if difference != Int64(Int32(truncatingIfNeeded: difference)) {
        written |= bit << 1
        words.append(UInt32(truncatingIfNeeded: difference >> 32))
      }
    }
    bit <<= 2
  }

  @inline(__always) mutating func number(_ value: inout Int32, usual: Int32) {
    if value != usual {
      written |= bit
      words.append(UInt32(bitPattern: value))
    }
    bit <<= 1
  }

  @inline(__always) mutating func flag(_ value: inout Bool) {
    if value { written |= bit }
    bit <<= 1
  }
}

/// Reads fields that were written.
private struct EventFieldReader: EventFields {
  private let words: [UInt32]
  private var next = 0
  private var written: UInt32 = 0
  private var bit: UInt32 = 1

  init(_ words: [UInt32]) { self.words = words }

  /// Goes on to the next event; returns true if nothing comes before it.
  @inline(__always) mutating func begin() -> Bool {
    written = read()
    bit = 2
    return written & 1 == 1
  }

  @inline(__always) mutating func number(_ value: inout Int64, usual: Int64, from base: Int64) {
    if written & bit == 0 {
      value = usual
    } else {
      let low = read()
      let isWhole = written & bit << 1 != 0
      let difference = isWhole ? Int64(read()) << 32 | Int64(low) : Int64(Int32(bitPattern: low))
      value = base &+ difference
    }
    bit <<= 2
  }

  @inline(__always) mutating func number(_ value: inout Int32, usual: Int32) {
    value = written & bit == 0 ? usual : Int32(bitPattern: read())
    bit <<= 1
  }

  @inline(__always) mutating func flag(_ value: inout Bool) {
    value = written & bit != 0
    bit <<= 1
  }

  @inline(__always) private mutating func read() -> UInt32 {
    let word = words[next]
    next += 1
    return word
  }
}
