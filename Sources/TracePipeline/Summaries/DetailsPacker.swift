import TraceModel

/// Writes the details of a launch as words of 32 bits, in the order of `SummaryShape`.
///
/// Nothing but the order says what a number means, and numbers of texts and sources stay as they are: only the run that
/// wrote them can read them. A number takes one word if it has room there, and else three.
struct DetailsPacker: SummaryMembers {
  /// A word that stands for `Event.absent`.
  static let absent = UInt32(bitPattern: .min)
  /// A word before the two halves of a number of 64 bits.
  static let long = UInt32(bitPattern: .min + 1)

  let isReading = false
  private(set) var words: [UInt32] = []

  /// Writes the details of a launch behind what is written; nothing is changed in the launch.
  mutating func add(_ launch: LaunchSummary) {
    var launch = launch
    SummaryShape.passHeldDetails(&launch, &self)
  }

  /// Forgets what was written.
  mutating func clear() { words.removeAll(keepingCapacity: true) }

  private mutating func put(_ value: Int) { words.append(UInt32(truncatingIfNeeded: value)) }

  private mutating func put(_ value: Int32) { words.append(UInt32(bitPattern: value)) }

  mutating func number(_ key: String, _ value: inout Int64) {
    if value == Event.absent { return words.append(Self.absent) }
    let low = Int32(truncatingIfNeeded: value)
    if Int64(low) == value, low > .min + 1 { return put(low) }
    words.append(Self.long)
    put(Int32(truncatingIfNeeded: value))
    put(Int32(truncatingIfNeeded: value >> 32))
  }

  mutating func numbers(_ key: String, _ values: inout [Int64]) {
    put(values.count)
    for var value in values { number(key, &value) }
  }

  mutating func truth(_ key: String, _ value: inout Bool?) { put(value.map { $0 ? 2 : 1 } ?? 0) }

  mutating func text(_ key: String, _ id: inout TextID) { put(id.rawValue) }

  mutating func word(_ key: String, _ value: inout String) {
    put(value.utf8.count)
    for byte in value.utf8 { put(Int(byte)) }
  }

  mutating func words(_ key: String, _ values: inout [String]) {
    put(values.count)
    for var value in values { word(key, &value) }
  }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    pass(&value, &self)
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    put(values.count)
    for var value in values { pass(&value, &self) }
  }

  mutating func kinds(_ key: String, _ kinds: inout KindSet) {
    for part in 0..<4 { words.append(UInt32(truncatingIfNeeded: kinds.bits >> (32 * UInt128(part)))) }
  }

  mutating func kinds(_ key: String, _ set: inout KindSet, of kinds: KindPlaces) { self.kinds(key, &set) }

  mutating func sets(_ key: String, _ sets: inout [KindSet]) {
    put(sets.count)
    for var set in sets { kinds(key, &set) }
  }

  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?
  ) {
    put(names.place(of: value) ?? -1)
  }

  mutating func pairs(_ key: String, _ pairs: inout [EventPair], of kinds: KindPlaces) {
    put(pairs.count)
    for pair in pairs { put(Int(pair.previous.rawValue) << 8 | Int(pair.next.rawValue)) }
  }

  mutating func passOver(_ keys: [String]) {}

  mutating func stream(_ key: String, _ id: inout StreamID) { put(id.rawValue) }

  mutating func context(_ key: String, _ id: inout ContextID) { put(id.rawValue) }

  mutating func place(_ source: inout SourceID, line: inout Int32) {
    put(source.rawValue)
    put(line)
  }
}
