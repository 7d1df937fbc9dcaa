import TraceModel

/// Events in a fraction of their room, none of which is lost: they are unpacked when somebody asks for them.
///
/// Of each event only what differs from what the one before it leads to expect is written: first, as bits, which fields
/// do, then for each of them by how much. A number takes as many bytes as it needs, 7 of its bits in each.
struct PackedEvents: Sendable {
  /// The number of events.
  let count: Int
  private let bytes: [UInt8]

  /// The number of bytes that they take.
  var byteCount: Int { bytes.count }

  init(_ events: [Event]) {
    var writer = EventFieldWriter()
    var last = Event()
    for event in events {
      var next = event
      writer.begin()
      Self.pass(&next, after: last, &writer)
      writer.end()
      last = event
    }
    count = events.count
    // Without the room that the writer has for more.
    var exact: [UInt8] = []
    exact.reserveCapacity(writer.bytes.count)
    exact += writer.bytes
    bytes = exact
  }

  /// The events, in their order.
  var events: [Event] {
    var reader = EventFieldReader(bytes)
    var events: [Event] = []
    events.reserveCapacity(count)
    var event = Event()
    for _ in 0..<count {
      let last = event
      reader.begin()
      Self.pass(&event, after: last, &reader)
      events.append(event)
    }
    return events
  }

  /// Names each field of an event, with what it is if nothing is written.
  ///
  /// A field that is added to `Event` is added here; a test compares every field.
  private static func pass(_ event: inout Event, after last: Event, _ fields: inout some EventFields) {
    fields.number(&event.time, usual: last.time, from: last.time)
    fields.number(&event.uptime, usual: last.uptime, from: last.uptime)
    fields.number(&event.seq, usual: last.seq &+ 1, from: last.seq)
    // Few events have these: the one before it says nothing of them.
    fields.number(&event.duration, usual: Event.absent, from: 0)
    fields.number(&event.memory, usual: Event.absent, from: 0)
    fields.number(&event.stream.rawValue, usual: last.stream.rawValue, from: last.stream.rawValue)
    fields.number(&event.context.rawValue, usual: last.context.rawValue, from: last.context.rawValue)
    fields.number(&event.signature.rawValue, usual: last.signature.rawValue, from: last.signature.rawValue)
    fields.number(&event.scene.rawValue, usual: last.scene.rawValue, from: last.scene.rawValue)
    fields.number(&event.sceneInstance.rawValue, usual: last.sceneInstance.rawValue, from: last.sceneInstance.rawValue)
    fields.number(&event.viewInstance.rawValue, usual: last.viewInstance.rawValue, from: last.viewInstance.rawValue)
    fields.number(&event.task.rawValue, usual: last.task.rawValue, from: last.task.rawValue)
    fields.number(&event.attributes.rawValue, usual: last.attributes.rawValue, from: last.attributes.rawValue)
    fields.number(&event.source.rawValue, usual: last.source.rawValue, from: last.source.rawValue)
    fields.number(&event.line, usual: last.line &+ 1, from: last.line)
    fields.number(&event.lost, usual: 0, from: 0)
    fields.flag(&event.isContradicted)
    fields.flag(&event.isFurther)
  }
}

/// Where the fields of events go to, or come from.
private protocol EventFields {
  /// A number that is `usual` if nothing is written; else what is written is its difference to `base`.
  mutating func number(_ value: inout Int64, usual: Int64, from base: Int64)
  /// A truth value.
  mutating func flag(_ value: inout Bool)
}

extension EventFields {
  /// A number of 32 bits.
  fileprivate mutating func number(_ value: inout Int32, usual: Int32, from base: Int32) {
    var wide = Int64(value)
    number(&wide, usual: Int64(usual), from: Int64(base))
    value = Int32(truncatingIfNeeded: wide)
  }
}

/// Writes fields: for each event the bits of those that are written, and behind them their numbers.
private struct EventFieldWriter: EventFields {
  private(set) var bytes: [UInt8] = []
  private var written: UInt64 = 0
  private var bit: UInt64 = 1
  /// The numbers of the current event.
  private var numbers: [UInt64] = []

  mutating func begin() {
    written = 0
    bit = 1
    numbers.removeAll(keepingCapacity: true)
  }

  mutating func end() {
    append(written)
    for number in numbers { append(number) }
  }

  mutating func number(_ value: inout Int64, usual: Int64, from base: Int64) {
    if value != usual {
      written |= bit
      let difference = value &- base
      // The sign goes below the other bits, so that small numbers stay small.
      numbers.append(UInt64(bitPattern: difference &<< 1 ^ difference &>> 63))
    }
    bit <<= 1
  }

  mutating func flag(_ value: inout Bool) {
    if value { written |= bit }
    bit <<= 1
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads fields that were written.
private struct EventFieldReader: EventFields {
  private let bytes: [UInt8]
  private var next = 0
  private var written: UInt64 = 0
  private var bit: UInt64 = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func begin() {
    written = read()
    bit = 1
  }

  mutating func number(_ value: inout Int64, usual: Int64, from base: Int64) {
    if written & bit == 0 {
      value = usual
    } else {
      let number = read()
      value = base &+ (Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }
    bit <<= 1
  }

  mutating func flag(_ value: inout Bool) {
    value = written & bit != 0
    bit <<= 1
  }

  private mutating func read() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[next]
      next += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }
}
