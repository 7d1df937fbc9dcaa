import TraceModel

/// Reads what a `DetailsPacker` wrote.
struct DetailsUnpacker: SummaryMembers {
  let isReading = true
  private let words: [UInt32]
  private var next = 0

  private init(_ words: [UInt32]) { self.words = words }

  /// A launch with the details that these words hold, and nothing else.
  static func launch(_ words: [UInt32]) -> LaunchSummary {
    var launch = LaunchSummary()
    var reader = DetailsUnpacker(words)
    SummaryShape.passHeldDetails(&launch, &reader)
    return launch
  }

  private mutating func take() -> Int32 {
    let word = words[next]
    next += 1
    return Int32(bitPattern: word)
  }

  mutating func number(_ key: String, _ value: inout Int64) {
    let word = take()
    switch UInt32(bitPattern: word) {
    case DetailsPacker.absent: value = Event.absent
    case DetailsPacker.long:
      let low = UInt32(bitPattern: take())
      value = Int64(take()) << 32 | Int64(low)
    default: value = Int64(word)
    }
  }

  mutating func numbers(_ key: String, _ values: inout [Int64]) {
    values = [Int64](repeating: 0, count: Int(take()))
    for place in values.indices { number(key, &values[place]) }
  }

  mutating func truth(_ key: String, _ value: inout Bool?) {
    let word = take()
    value = word == 0 ? nil : word == 2
  }

  mutating func text(_ key: String, _ id: inout TextID) { id = TextID(rawValue: take()) }

  mutating func word(_ key: String, _ value: inout String) {
    let count = take()
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: take()) }
    value = String(decoding: bytes, as: UTF8.self)
  }

  mutating func words(_ key: String, _ values: inout [String]) {
    values = [String](repeating: "", count: Int(take()))
    for place in values.indices { word(key, &values[place]) }
  }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    pass(&value, &self)
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    values = [Value](repeating: empty, count: Int(take()))
    for place in values.indices { pass(&values[place], &self) }
  }

  mutating func kinds(_ key: String, _ kinds: inout KindSet) {
    kinds = KindSet()
    for part in 0..<4 { kinds.bits |= UInt128(UInt32(bitPattern: take())) << (32 * UInt128(part)) }
  }

  mutating func kinds(_ key: String, _ set: inout KindSet, of kinds: KindPlaces) { self.kinds(key, &set) }

  mutating func sets(_ key: String, _ sets: inout [KindSet]) {
    sets = [KindSet](repeating: KindSet(), count: Int(take()))
    for place in sets.indices { kinds(key, &sets[place]) }
  }

  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?
  ) {
    let place = Int(take())
    if names.pairs.indices.contains(place) { value = names.pairs[place].value }
  }

  mutating func pairs(_ key: String, _ pairs: inout [EventPair], of kinds: KindPlaces) {
    let count = take()
    pairs = (0..<count).compactMap { _ in
      let word = take()
      guard let previous = EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 8)),
        let next = EventKind(rawValue: UInt8(truncatingIfNeeded: word))
      else { return nil }
      return EventPair(previous: previous, next: next)
    }
  }

  mutating func passOver(_ keys: [String]) {}

  mutating func stream(_ key: String, _ id: inout StreamID) { id = StreamID(rawValue: take()) }

  mutating func context(_ key: String, _ id: inout ContextID) { id = ContextID(rawValue: take()) }

  mutating func place(_ source: inout SourceID, line: inout Int32) {
    source = SourceID(rawValue: take())
    line = take()
  }
}
