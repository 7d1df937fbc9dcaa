import TraceModel

struct RowPreparer: Columns {
  typealias Failure = Never

  let base: StreamBase
  private var rows = PreparedRows()
  private let texts: TextTable

  private init(after base: StreamBase, _ texts: TextTable) {
    self.base = base
    self.texts = texts
  }

  /// The rows of a launch in all tables of summaries but that of `PackedDetails`.
  static func rows(of launch: LaunchSummary, after base: StreamBase, _ texts: TextTable) -> PreparedRows {
    var preparer = RowPreparer(after: base, texts)
    preparer.rows.numbers.reserveCapacity(64 + launch.tasks.count * 30 + launch.candidates.count * 31)
    preparer.rows.references.reserveCapacity(16 + launch.tasks.count * 2 + launch.candidates.count * 4)
    preparer.rows.tables.reserveCapacity(5)
    preparer.add([launch], of: launch, numbered: false)
    preparer.add(launch.scenes, of: launch)
    preparer.add(launch.tasks, of: launch)
    preparer.add(launch.candidates, of: launch)
    preparer.add(launch.metrics, of: launch)
    return preparer.rows
  }

  /// The row of a value that belongs to no stream, after its id.
  static func row(of value: some Storable, _ texts: TextTable) -> PreparedRows {
    var preparer = RowPreparer(after: StreamBase(), texts)
    preparer.rows.numbers.reserveCapacity(16)
    preparer.rows.references.reserveCapacity(16)
    var value = value
    value.pass(&preparer)
    return preparer.rows
  }

  /// Adds the rows of the next table; parts are numbered in its key, the launch itself is not.
  private mutating func add(_ parts: [some Storable], of launch: LaunchSummary, numbered isNumbered: Bool = true) {
    let numbers = rows.numbers.count
    let references = rows.references.count
    for index in parts.indices {
      var part = parts[index]
      open()
      rows.numbers.append(Int64(launch.ordinal))
      if isNumbered { rows.numbers.append(Int64(index)) }
      part.pass(&self)
    }
    rows.tables.append(
      PreparedRows.Table(
        rowCount: parts.count, numbers: numbers..<rows.numbers.count, references: references..<rows.references.count))
  }

  private mutating func open() { rows.numbers.append(Event.absent) }

  /// Leaves the next number open, for the row that holds `id`.
  private mutating func refer(to target: PreparedRows.Reference.Target, _ id: Int32) {
    rows.references.append(PreparedRows.Reference(index: Int32(rows.numbers.count), id: id, target: target))
    open()
  }

  mutating func number(_ value: inout Int64) { rows.numbers.append(value) }

  mutating func text(_ id: inout TextID) {
    if id.isNone { return rows.numbers.append(0) }
    refer(to: .text, id.rawValue)
  }

  mutating func ownText(_ id: inout TextID) {
    if id.isNone { return rows.numbers.append(0) }
    if let number = RowEncoder.ownNumber(ofDecimal: texts.slice(id)) { return rows.numbers.append(number) }
    refer(to: .ownText, id.rawValue)
  }

  mutating func word(_ word: inout String) {
    if word.isEmpty { return rows.numbers.append(0) }
    refer(to: .word, Int32(rows.words.count))
    rows.words.append(word)
  }

  mutating func kinds(_ kinds: inout KindSet) {
    refer(to: .kinds, Int32(rows.kindSets.count))
    rows.kindSets.append(kinds)
  }

  mutating func kind(_ kind: inout EventKind, unknown: inout TextID) {
    if kind == .unknown { return text(&unknown) }
    refer(to: .kind, Int32(kind.rawValue))
  }

  mutating func source(_ id: inout SourceID, after expected: SourceID) {
    if id == expected { return open() }
    refer(to: .source, id.rawValue)
  }

  mutating func context(_ id: inout ContextID) {
    refer(to: .context, id.rawValue)
    open()
  }
}

/// The rows of a launch in the tables of its summary, without row numbers that only a store knows.
///
/// For speed: the thread that replays a launch makes them. The store's thread, which has the most to do in an ingest,
/// copies them and sets the few open numbers: a fifth of the instructions.
struct PreparedRows: Sendable {
  /// An open number, which names a row of the store.
  struct Reference: Sendable {
    /// What the row holds: a text of `texts` or of the stream's own, one of `words`, the name of a kind, the names of
    /// one of `kindSets`, a source by its number in a run, or a context, whose process id is the number after it.
    enum Target: Sendable { case text, ownText, word, kind, kinds, source, context }

    let index: Int32
    let id: Int32
    let target: Target
  }

  struct Table: Sendable {
    let rowCount: Int
    /// The indices of their numbers, row after row; the first number of each row, its stream, is open too.
    let numbers: Range<Int>
    let references: Range<Int>
  }

  var numbers: [Int64] = []
  var references: [Reference] = []
  var words: [String] = []
  var kindSets: [KindSet] = []
  /// In the order of `EventStore.streamProjections`.
  var tables: [Table] = []
}
