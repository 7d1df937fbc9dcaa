import TraceModel

/// Where a value's columns go to, or come from, in the order of the table in `recorded.sql` or `derived.sql`.
///
/// A type names its columns once, in `pass`: `RowPreparer` reads the members, and `StoredSymbols` sets them.
protocol Columns {
  associatedtype Failure: Error
  /// The stream's first event; instants and lines are stored as differences to it.
  var base: StreamBase { get }

  /// A number; `Int64.min` is NULL.
  mutating func number(_ value: inout Int64) throws(Failure)
  mutating func text(_ id: inout TextID) throws(Failure)
  mutating func ownText(_ id: inout TextID) throws(Failure)
  /// A word of the program itself, in `texts`.
  mutating func word(_ word: inout String) throws(Failure)
  mutating func kinds(_ kinds: inout KindSet) throws(Failure)
  /// Sets of kinds: the names of a set joined with +, the sets with |.
  mutating func sets(_ sets: inout [KindSet]) throws(Failure)
  /// A case by its name; empty for one without a name.
  mutating func name<Value: Equatable>(
    of value: inout Value, in all: @autoclosure () -> [Value], _ name: (Value) -> String
  ) throws(Failure)
  /// The name of a kind; `unknown` for an event of no known kind.
  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) throws(Failure)
  /// A row of `contexts`, and the process id.
  mutating func context(_ id: inout ContextID) throws(Failure)
  /// A row of `sources`, NULL for the one that is expected.
  mutating func source(_ id: inout SourceID, after expected: SourceID) throws(Failure)
}

extension Columns {
  mutating func instant(_ value: inout Int64) throws(Failure) {
    var difference = value == Event.absent ? value : value &- base.time
    try number(&difference)
    value = difference == Event.absent ? difference : difference &+ base.time
  }

  /// A number of any width, never absent.
  mutating func integer(_ value: inout some FixedWidthInteger) throws(Failure) {
    var wide = Int64(truncatingIfNeeded: value)
    try number(&wide)
    value = .init(truncatingIfNeeded: wide)
  }

  mutating func sets(_ sets: inout [KindSet]) throws(Failure) {
    let before = sets.map { $0.names("+") }.joined(separator: "|")
    var words = before
    try word(&words)
    if words != before { sets = words.split(separator: "|").map { KindSet(names: $0) } }
  }

  mutating func doubts(_ doubts: inout DoubtSet) throws(Failure) {
    let before = doubts.causes.map(\.name).joined(separator: "+")
    var words = before
    try word(&words)
    if words == before { return }
    let causes = words.split(separator: "+").map(String.init)
    doubts = DoubtSet(DoubtSet.Cause.allCases.filter { causes.contains($0.name) })
  }

  mutating func number<Value: RawRepresentable>(of value: inout Value) throws(Failure)
  where Value.RawValue: FixedWidthInteger {
    var raw = value.rawValue
    try integer(&raw)
    value = Value(rawValue: raw) ?? value
  }

  mutating func name<Value: Equatable>(
    of value: inout Value, in all: @autoclosure () -> [Value], _ name: (Value) -> String
  ) throws(Failure) {
    let before = name(value)
    var word = before
    try self.word(&word)
    if word != before { value = all().first { name($0) == word } ?? value }
  }

  mutating func flag(_ value: inout Bool) throws(Failure) {
    var number: UInt8 = value ? 1 : 0
    try integer(&number)
    value = number == 1
  }

  mutating func flag(_ value: inout Bool?) throws(Failure) {
    var number = value.map { $0 ? 1 : 0 } ?? Event.absent
    try self.number(&number)
    value = number == Event.absent ? nil : number == 1
  }

  /// A line, which 0 is not.
  mutating func line(_ value: inout Int32) throws(Failure) {
    var difference = value == 0 ? Event.absent : Int64(value) &- base.line
    try number(&difference)
    value = difference == Event.absent ? 0 : Int32(truncatingIfNeeded: difference &+ base.line)
  }

  /// The clocks and the number of a location, without its line.
  mutating func clocks(_ location: inout EventLocation) throws(Failure) {
    try instant(&location.time)
    try number(&location.uptime)
    try number(&location.seq)
  }

  mutating func location(_ location: inout EventLocation) throws(Failure) {
    try clocks(&location)
    try source(&location.source, after: base.sourceID)
    try line(&location.line)
  }

  mutating func source(_ id: inout SourceID, after expected: SourceID) throws(Failure) {
    var number = id == expected ? Event.absent : Int64(id.rawValue)
    try self.number(&number)
    id = number == Event.absent ? expected : SourceID(rawValue: Int32(truncatingIfNeeded: number))
  }

  /// A location that is mostly absent, or in the source of another one and on the line that its number leads to expect:
  /// then the columns of source and line are NULL.
  mutating func location(_ location: inout EventLocation, after other: EventLocation) throws(Failure) {
    try clocks(&location)
    let isNone = location.time == Event.absent && location.uptime == Event.absent && location.seq == Event.absent
    let expected = isNone ? EventLocation() : other
    let expectedLine = isNone ? 0 : other.expectedLine(ofNumber: location.seq)
    try source(&location.source, after: expected.source)
    var line = location.line == expectedLine ? Event.absent : Int64(location.line &- expectedLine)
    try number(&line)
    location.line = line == Event.absent ? expectedLine : expectedLine &+ Int32(truncatingIfNeeded: line)
  }
}

/// A value that is stored as a row of a table.
protocol Storable {
  static var table: String { get }
  init()
  /// Hands every column to `row`, after the row's key.
  mutating func pass<Row: Columns>(_ row: inout Row) throws(Row.Failure)
}
