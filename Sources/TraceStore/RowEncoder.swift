import TraceModel

/// Turns values into the numbers that their rows hold.
struct RowEncoder: Columns {
  /// All columns passed so far.
  var numbers: [Int64] = []
  /// The base of `stream`.
  private(set) var base = StreamBase()
  /// Whose own texts are passed, by `StreamID`.
  var stream = 0 {
    didSet { base = ids.states[stream].base }
  }
  /// How many own texts of the row were passed: which of the recent ones comes next.
  var ownTexts = 0
  private let ids: RowIDs
  private let symbols: Symbols

  init(_ ids: RowIDs, _ symbols: Symbols) { (self.ids, self.symbols) = (ids, symbols) }

  @inline(__always)
  mutating func number(_ value: inout Int64) { numbers.append(value) }

  mutating func text(_ id: inout TextID) throws(StoreError) {
    numbers.append(try ids.text(id, symbols))
  }

  @inline(__always)
  mutating func ownText(_ id: inout TextID) throws(StoreError) {
    numbers.append(try ids.ownText(id, stream: stream, column: ownTexts & 3, symbols))
    ownTexts += 1
  }

  mutating func word(_ word: inout String) throws(StoreError) {
    numbers.append(try ids.word(word))
  }

  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) throws(StoreError) {
    numbers.append(kind == .unknown ? try ids.text(unknown, symbols) : try ids.word(kind.name))
  }

  mutating func kinds(_ kinds: inout KindSet) throws(StoreError) {
    numbers.append(try ids.kinds(kinds))
  }

  @inline(__always)
  mutating func signature(_ id: inout SignatureID) throws(StoreError) {
    numbers.append(try ids.signature(id, symbols))
  }

  @inline(__always)
  mutating func context(_ id: inout ContextID) throws(StoreError) {
    let row = try ids.context(id, symbols)
    numbers.append(row == base.context ? Event.absent : row)
  }
}
