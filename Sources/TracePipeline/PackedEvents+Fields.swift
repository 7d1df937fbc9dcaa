import TraceModel

/// Of each event only what differs from what the one before it leads to expect is written: first, as bits, which fields do,
/// then for each of them by how much, in words of 32 bits, as these are written and read in half the time of bytes.
extension PackedEvents {
  static func words(of events: [Event]) -> [UInt32] {
    var writer = EventFieldWriter()
    // Mostly these are all the events of a launch, which mostly take five words each.
    writer.words.reserveCapacity(6 * events.count + 16)
    var last = Event()
    var isFirst = true
    for event in events {
      var next = event
      writer.begin(isFirst: isFirst)
      pass(&next, after: last, &writer)
      writer.end()
      last = event
      isFirst = false
    }
    return writer.words
  }

  /// The events in words, at most so many.
  static func events(in words: ArraySlice<UInt32>, atMost count: Int = .max) -> [Event] {
    var events: [Event] = []
    events.reserveCapacity(min(count, words.count / 5))
    var reader = EventFieldReader(words)
    var event = Event()
    while !reader.isAtEnd, events.count < count {
      if reader.begin() { event = Event() }
      let last = event
      pass(&event, after: last, &reader)
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

private struct EventFieldReader: EventFields {
  private let words: ArraySlice<UInt32>
  private var next: Int
  private var written: UInt32 = 0
  private var bit: UInt32 = 1

  init(_ words: ArraySlice<UInt32>) {
    self.words = words
    next = words.startIndex
  }

  var isAtEnd: Bool { next == words.endIndex }

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
