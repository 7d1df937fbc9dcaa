package import TraceModel

/// What reports of launch times rest on: the table `launch_times`, which holds it a second time, packed.
///
/// For speed: SQLite takes a thousand instructions for a row, whatever is in it, so the launches of 32 streams share one;
/// and what is packed of a launch is read in a third of the instructions of twenty columns. The same values are in the
/// columns of `launches`, for people who write SQL.
///
/// A value of this type holds the launch times of streams on their way into their rows. What a row holds is a matter of its
/// launches alone, however transactions have divided them.
struct LaunchTimes {
  /// What a row holds of one launch.
  struct Entry {
    /// The row of its stream.
    var stream: Int64
    /// Which launch of its stream, from 0.
    var ordinal: Int32
    /// The row of its context.
    var context: Int64
    /// What `packed` made of it.
    var record: ArraySlice<UInt8>
  }

  /// Reads the launches in one row, which are in the order of their streams and ordinals.
  struct Reader {
    private var times: MemberReader
    private var contexts: MemberReader
    private let block: Int64
    /// Where what is packed of the launch that was read last begins.
    private var begin = 0
    /// The rows of the stream and of the context of the launch that was read last.
    private(set) var stream: Int64
    private(set) var context: Int64 = 0

    /// Those in a row of which `columns` were selected.
    init(_ row: Statement) {
      block = row.integer(0)
      stream = block &<< LaunchTimes.streamBits
      contexts = MemberReader(row.bytes(1))
      times = MemberReader(row.bytes(2))
    }

    /// True if there is another launch.
    var isMore: Bool { times.isMore }

    /// True if somebody has changed the row.
    var isDamaged: Bool { times.isDamaged || !isMore && !contexts.isWhole }

    /// Adds to a launch what is there of the next one; true if the watchdog ended it.
    @inline(__always) mutating func read(into launch: inout LaunchSummary) -> Bool {
      var difference: Int64 = 0
      times.number(&difference)
      stream &+= difference
      if difference < 0 || stream >> LaunchTimes.streamBits != block { times.noteDamage() }
      begin = times.next
      contexts.number(&difference)
      context &+= difference
      var isKilled = false
      LaunchTimes.pass(&launch, &isKilled, &times)
      return isKilled
    }

    /// All launches that are left, packed.
    mutating func entries() -> [Entry] {
      var entries: [Entry] = []
      while isMore {
        var launch = LaunchSummary()
        _ = read(into: &launch)
        let record = times.isDamaged ? [] : times.bytes(from: begin)
        entries.append(Entry(stream: stream, ordinal: launch.ordinal, context: context, record: record))
      }
      return entries
    }
  }

  /// The table's name.
  static let table = "launch_times"
  /// What `Reader` reads.
  static let columns = "block, contexts, times"
  /// The streams of a row differ in these bits of their ids.
  private static let streamBits: Int64 = 5
  /// With so many launches it is better to write them than to keep them.
  static let most = 1 << 13

  /// By the row of the stream, the new launches in their order, in place of all it had.
  private var streams: [Int64: [Entry]] = [:]
  /// How many launches there are.
  private(set) var count = 0

  /// Replaces the launches of a stream.
  mutating func replace(_ stream: Int64, by entries: [Entry]) {
    streams[stream] = entries
    count += entries.count
  }

  /// Forgets all.
  mutating func removeAll() {
    streams.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Writes all into the table, in a transaction, and forgets them.
  mutating func flush(on connection: Connection) throws(StoreError) {
    let rows = streams.keys.sorted()
    var begin = 0
    while begin < rows.count {
      let block = rows[begin] >> Self.streamBits
      var end = begin
      while end < rows.count, rows[end] >> Self.streamBits == block { end += 1 }
      try write(rows[begin..<end], inBlock: block, on: connection)
      begin = end
    }
    removeAll()
  }

  /// Writes streams of one row, beside those that are there.
  private func write(_ rows: ArraySlice<Int64>, inBlock block: Int64, on connection: Connection) throws(StoreError) {
    let statement = try connection.query("SELECT \(Self.columns) FROM \(Self.table) WHERE block = ?", block)
    var entries: [Entry] = []
    let isThere = try statement.step()
    if isThere {
      var reader = Reader(statement)
      entries = reader.entries().filter { streams[$0.stream] == nil }
      if reader.isDamaged {
        // Somebody has changed it: the launches of all of its streams are derived anew.
        entries = []
        let first = block << Self.streamBits
        let mark = "UPDATE streams SET changed = 1 WHERE id BETWEEN ? AND ? AND NOT changed"
        try connection.run(mark, first, first | (1 << Self.streamBits - 1))
      }
    }
    statement.reset()
    for row in rows { entries += streams[row] ?? [] }
    if entries.isEmpty, !isThere { return }
    entries.sort { ($0.stream, $0.ordinal) < ($1.stream, $1.ordinal) }
    var contexts = MemberWriter()
    var times = MemberWriter()
    var last = Entry(stream: block << Self.streamBits, ordinal: 0, context: 0, record: [])
    for entry in entries {
      var difference = entry.context &- last.context
      contexts.number(&difference)
      difference = entry.stream &- last.stream
      times.number(&difference)
      times.append(entry.record)
      last = entry
    }
    try connection.run("INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?, ?)", block, contexts.bytes, times.bytes)
  }

  // MARK: One launch

  /// What is kept of a launch; `isKilled` is true if the watchdog ended it.
  ///
  /// No number is that of a row of another table: such numbers depend on where transactions ended, and two stores of the
  /// same launches hold the same bytes.
  static func packed(_ launch: LaunchSummary, isKilled: Bool) -> [UInt8] {
    var members = MemberWriter()
    var launch = launch
    var isKilled = isKilled
    pass(&launch, &isKilled, &members)
    return members.bytes
  }

  // The bits that say what is there of a launch, above four for its nature and eight for its marks.
  private static let killed: Int64 = 1 << 12
  private static let ordinal: Int64 = 1 << 13
  private static let unknown: Int64 = 1 << 14
  private static let watchdog: Int64 = 1 << 15
  private static let first: Int64 = 1 << 16
  private static let resumed: Int64 = 1 << 17
  private static let milestones: Int64 = 18
  /// Those milestones that a launch time may rest on.
  private static let milestoneCount = 9

  /// Names all members in their order.
  @inline(__always) private static func pass(
    _ launch: inout LaunchSummary, _ isKilled: inout Bool, _ members: inout some PackedMembers
  ) {
    var head = members.isReading ? 0 : head(of: launch, isKilled)
    members.number(&head)
    if let nature = LaunchNature(rawValue: UInt8(head & 15)) { launch.nature = nature } else { members.noteDamage() }
    launch.marks = UInt8(head >> 4 & 255)
    isKilled = head & killed != 0
    members.number(&launch.eventCount)
    if head & ordinal != 0 { members.integer(&launch.ordinal) }
    if head & unknown != 0 { members.number(&launch.unknownCount) }
    if head & watchdog != 0 { members.number(&launch.watchdogNanos) }
    // Each instant as what differs from the one before it.
    var last: Int64 = 0
    if head & first != 0 { pass(&launch.firstInstant, after: &last, &members) }
    if head & resumed != 0 { pass(&launch.milestones.resumed, after: &last, &members) }
    var rest = head >> milestones & (1 << Int64(milestoneCount) - 1)
    while rest != 0 {
      pass(&launch.milestones[number: rest.trailingZeroBitCount], after: &last, &members)
      rest &= rest &- 1
    }
  }

  @inline(__always) private static func pass(
    _ instant: inout Int64, after last: inout Int64, _ members: inout some PackedMembers
  ) {
    var difference = instant &- last
    members.number(&difference)
    instant = difference &+ last
    last = instant
  }

  /// What a launch has, as bits.
  private static func head(of launch: LaunchSummary, _ isKilled: Bool) -> Int64 {
    var head = Int64(launch.nature.rawValue) | Int64(launch.marks) << 4
    if isKilled { head |= killed }
    if launch.ordinal != 0 { head |= ordinal }
    if launch.unknownCount != 0 { head |= unknown }
    if launch.watchdogNanos != Event.absent { head |= watchdog }
    if launch.firstInstant != Event.absent { head |= first }
    if launch.milestones.resumed != Event.absent { head |= resumed }
    for name in Milestones.Name.allCases.prefix(milestoneCount) where launch.milestones[name] != Event.absent {
      head |= 1 << (milestones + Int64(name.rawValue))
    }
    return head
  }
}

/// Reading `SummaryParts.times`: a tenth of the instructions that whole rows take.
extension EventStore {
  /// Of `contexts`, what launch times rest on; `read(contexts:)` takes them in this order.
  private static let contextColumns = """
    id, device, os_version, process_kind, app, app_version, app_build, boot, format, simulator, debugger
    """

  /// Whether kinds and times of this store's launches rest on nothing but what is read here; all its texts are read.
  ///
  /// - Parameter stored: Where the texts are added.
  /// - Returns: False where whole summaries are needed.
  /// - Throws: `StoreError` if the file cannot be read.
  package func holdsLaunchTimes(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let needsMore = "EXISTS (SELECT 1 FROM metrics) OR NOT EXISTS (SELECT 1 FROM launches WHERE events > unknown)"
    if try integer("SELECT \(needsMore)") != 0 { return false }
    try stored.readAllTexts()
    // Apple's reports are joined with launches, by names and processes.
    return stored.symbols.texts.find(Array(InputFormat.report.name.utf8).span) == .none
  }

  /// Hands to `body` what `SummaryParts.times` says of each launch, one after the other.
  ///
  /// - Parameters:
  ///   - stored: Where their contexts are added.
  ///   - body: Takes a launch, the row of its stream, its context, and true if the watchdog ended it.
  /// - Returns: False if somebody has changed what is kept of launches: then nothing that was handed on counts.
  /// - Throws: `StoreError` if the file cannot be read.
  package func forEachLaunchTime(
    into stored: inout StoredSymbols, _ body: (borrowing LaunchSummary, Int64, ContextID, Bool) -> Void
  ) throws(StoreError) -> Bool {
    var missing = try integer("SELECT count(*) FROM \(LaunchSummary.table)")
    let isWhole = try forEachRecord { launch, stream, context, isKilled in
      body(launch, stream, stored.addContext(inRow: context), isKilled)
      missing -= 1
    }
    if !isWhole || missing != 0 { return false }
    return try readContexts(&stored)
  }

  /// The same of the rows alone, with that of each context; false if one of them is damaged.
  private func forEachRecord(_ body: (borrowing LaunchSummary, Int64, Int64, Bool) -> Void) throws(StoreError) -> Bool {
    let rows = try connection.query("SELECT \(LaunchTimes.columns) FROM \(LaunchTimes.table) ORDER BY block")
    defer { rows.reset() }
    while try rows.step() {
      var reader = LaunchTimes.Reader(rows)
      while reader.isMore {
        var launch = LaunchSummary()
        let isKilled = reader.read(into: &launch)
        body(launch, reader.stream, reader.context, isKilled)
      }
      if reader.isDamaged { return false }
    }
    return true
  }

  /// Reads of some launches what `SummaryParts.times` says, without names.
  ///
  /// - Parameters:
  ///   - places: Their places among all launches, rising.
  ///   - stored: Knows their contexts, all texts, and the streams that have a name; all others get one stream.
  /// - Returns: One summary a launch.
  /// - Throws: `StoreError` if the file cannot be read.
  package func readLaunchTimes(at places: [Int32], into stored: inout StoredSymbols) throws(StoreError)
    -> [LaunchSummary]
  {
    var list: [LaunchSummary] = []
    list.reserveCapacity(places.count)
    let watchdog = stored.symbols.texts.intern(ExitReason.watchdog.rawValue)
    var place: Int32 = 0
    _ = try forEachRecord { launch, stream, context, isKilled in
      defer { place += 1 }
      guard list.count < places.count, places[list.count] == place else { return }
      list.append(copy launch)
      let last = list.count - 1
      list[last].stream = stored.streamOrUnnamed(stream)
      list[last].context = stored.addContext(inRow: context)
      if isKilled { list[last].exitReason = watchdog }
    }
    return list
  }

  /// Reads the contexts that are known by their rows alone; false if one of these is not there.
  private func readContexts(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let wanted = Rows(width: 1, numbers: stored.unreadContexts.sorted())
    // CROSS JOIN makes SQLite look up a context for each row that is lent, and not the other way round.
    let table = "lent_rows() CROSS JOIN \(Context.table) ON id = c0"
    var count = 0
    try connection.lend(wanted) { () throws(StoreError) in
      try connection.forEachRows(Self.contextColumns, of: table) { rows in count += stored.read(contexts: rows) }
    }
    return count == wanted.count
  }
}
