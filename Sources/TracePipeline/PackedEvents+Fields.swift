import TraceModel

/// Of an event only fields that differ from a prediction by the event before are written: bits that say which, then the
/// differences, in words of 32 bits, which take half the time of bytes.
extension PackedEvents {
  static func words(of events: [Event]) -> ArraySlice<UInt32> {
    // Mostly these are all the events of a launch, of five words each.
    var fields = EventFields(room: 6 * events.count + 16)
    var last = Event()
    var isFirst = true
    for event in events {
      var next = event
      fields.begin(isFirst: isFirst)
      pass(&next, after: last, &fields)
      fields.end()
      last = event
      isFirst = false
    }
    return fields.words
  }

  static func events(in words: ArraySlice<UInt32>, atMost count: Int = .max) -> [Event] {
    var events: [Event] = []
    events.reserveCapacity(min(count, words.count / 5))
    var fields = EventFields(words)
    var event = Event()
    while !fields.isAtEnd, events.count < count {
      if fields.begin() { event = Event() }
      let last = event
      pass(&event, after: last, &fields)
      events.append(event)
    }
    return events
  }

  /// Passes each field of an event, with its prediction; a test compares every field.
  @inline(__always)
  private static func pass(_ event: inout Event, after last: Event, _ fields: inout EventFields) {
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

/// Fields to or from words: of each event, bits of the written fields and then their numbers.
///
/// A field has one bit; a 64-bit field has a second one, for all bits written. The first bit of an event is 1 for the first event.
private struct EventFields {
  private(set) var words: ArraySlice<UInt32> = []
  private let isReading: Bool
  /// The index of the written event's bits, or of the next word to read.
  private var place = 0
  private var written: UInt32 = 0
  private var bit: UInt32 = 1

  @inline(__always) init(room: Int) {
    isReading = false
    words.reserveCapacity(room)
  }

  @inline(__always) init(_ words: ArraySlice<UInt32>) {
    isReading = true
    self.words = words
    place = words.startIndex
  }

  var isAtEnd: Bool { place == words.endIndex }

  /// Goes on to the next event; returns true if it is the first.
  @discardableResult @inline(__always) mutating func begin(isFirst: Bool = false) -> Bool {
    if isReading {
      written = read()
    } else {
      place = words.endIndex
      words.append(0)
      written = isFirst ? 1 : 0
    }
    bit = 2
    return written & 1 == 1
  }

  @inline(__always) mutating func end() { words[place] = written }

  /// A number that is written, as its difference to `base`, unless it is `usual`.
  @inline(__always) mutating func number(_ value: inout Int64, usual: Int64, from base: Int64) {
    if isReading {
      if written & bit == 0 {
        value = usual
      } else {
        let low = read()
        let isWhole = written & bit << 1 != 0
        let difference = isWhole ? Int64(read()) << 32 | Int64(low) : Int64(Int32(bitPattern: low))
        value = base &+ difference
      }
    } else if value != usual {
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
    if isReading {
      value = written & bit == 0 ? usual : Int32(bitPattern: read())
    } else if value != usual {
      written |= bit
      words.append(UInt32(bitPattern: value))
    }
    bit <<= 1
  }

  @inline(__always) mutating func flag(_ value: inout Bool) {
    if isReading { value = written & bit != 0 } else if value { written |= bit }
    bit <<= 1
  }

  @inline(__always) private mutating func read() -> UInt32 {
    let word = words[place]
    place += 1
    return word
  }
}
