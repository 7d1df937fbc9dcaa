package import TraceModel

/// What reports of launch times rest on, and the comparison of one launch with others: the table `launch_times`, which holds
/// it a second time, packed.
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
    /// What `packedKinds` made of it.
    var kinds: ArraySlice<UInt8>
  }

  /// What a launch's texts say, as far as it is kept.
  struct Signs: Equatable {
    /// The watchdog ended it.
    var isKilled = false
    /// Its `natureReason` is the one reason that is kept for its nature (`keptReason`).
    var hasKeptReason = false

    /// The signs of no launch.
    init() {}

    /// Those of a launch.
    init(_ launch: LaunchSummary, _ texts: TextTable) {
      isKilled = texts.string(launch.exitReason) == ExitReason.watchdog.rawValue
      hasKeptReason = Self.keptReason(of: launch.nature).map { $0 == texts.string(launch.natureReason) } ?? false
    }

    /// The reason of a nature on which other launches or findings rest; nil if there is none.
    static func keptReason(of nature: LaunchNature) -> String? {
      switch nature {
      case .prewarmed: LaunchNature.suspected
      case .earlier: LaunchNature.ofApp
      default: nil
      }
    }
  }

  /// Reads the launches in one row, which are in the order of their streams and ordinals.
  struct Reader {
    private var times: MemberReader
    private var contexts: MemberReader
    /// Absent where they are not asked for.
    private var kinds: MemberReader?
    private let block: Int64
    /// Where what is packed of the launch that was read last begins.
    private var begin = 0
    /// The rows of the stream and of the context of the launch that was read last.
    private(set) var stream: Int64
    private(set) var context: Int64 = 0

    /// Those in a row of which `columns` were selected, or with `kinds` `allColumns`.
    init(_ row: Statement, kinds hasKinds: Bool = false) {
      block = row.integer(0)
      stream = block &<< LaunchTimes.streamBits
      contexts = MemberReader(row.bytes(1))
      times = MemberReader(row.bytes(2))
      kinds = hasKinds ? MemberReader(row.bytes(3)) : nil
    }

    /// True if there is another launch.
    var isMore: Bool { times.isMore }

    /// True if another program has changed the row.
    var isDamaged: Bool {
      times.isDamaged || kinds?.isDamaged == true || !isMore && !(contexts.isWhole && kinds?.isWhole != false)
    }

    /// Adds to a launch what is there of the next one.
    @inline(__always) mutating func read(into launch: inout LaunchSummary) -> Signs {
      var difference: Int64 = 0
      times.number(&difference)
      stream &+= difference
      if difference < 0 || stream >> LaunchTimes.streamBits != block { times.noteDamage() }
      begin = times.next
      contexts.number(&difference)
      context &+= difference
      var signs = Signs()
      LaunchTimes.pass(&launch, &signs, &times)
      return signs
    }

    /// Adds to the launch that was read last the kinds of its events, if they were asked for; makes `dues`, for each
    /// candidate that a missing event would explain, the kinds of which one would.
    @inline(__always) mutating func readKinds(into launch: inout LaunchSummary, _ dues: inout [KindSet]) {
      kinds?.kinds(&launch.kinds)
      kinds?.sets(&dues)
    }

    /// All launches that are left, packed.
    mutating func entries() -> [Entry] {
      var entries: [Entry] = []
      var dues: [KindSet] = []
      while isMore {
        var launch = LaunchSummary()
        _ = read(into: &launch)
        let record = times.isDamaged ? [] : times.bytes(from: begin)
        let beginOfKinds = kinds?.next ?? 0
        readKinds(into: &launch, &dues)
        let held = kinds.map { $0.isDamaged ? [] : $0.bytes(from: beginOfKinds) } ?? []
        entries.append(Entry(stream: stream, ordinal: launch.ordinal, context: context, record: record, kinds: held))
      }
      return entries
    }
  }

  /// The table's name.
  static let table = "launch_times"
  /// What `Reader` reads.
  static let columns = "block, contexts, times"
  /// What it reads with the kinds of events.
  static let allColumns = columns + ", kinds"
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
    let statement = try connection.query("SELECT \(Self.allColumns) FROM \(Self.table) WHERE block = ?", block)
    var entries: [Entry] = []
    let isThere = try statement.step()
    if isThere {
      var reader = Reader(statement, kinds: true)
      entries = reader.entries().filter { streams[$0.stream] == nil }
      if reader.isDamaged {
        // Another program has changed it: the launches of all of its streams are derived anew.
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
    var kinds = MemberWriter()
    var last = Entry(stream: block << Self.streamBits, ordinal: 0, context: 0, record: [], kinds: [])
    for entry in entries {
      var difference = entry.context &- last.context
      contexts.number(&difference)
      difference = entry.stream &- last.stream
      times.number(&difference)
      times.append(entry.record)
      kinds.append(entry.kinds)
      last = entry
    }
    try connection.run(
      "INSERT OR REPLACE INTO \(Self.table) VALUES (?, ?, ?, ?)", block, contexts.bytes, times.bytes, kinds.bytes)
  }

  // MARK: One launch

  /// What is kept of a launch.
  ///
  /// No number is that of a row of another table: such numbers depend on where transactions ended, and two stores of the
  /// same launches hold the same bytes.
  static func packed(_ launch: LaunchSummary, _ signs: Signs) -> [UInt8] {
    var members = MemberWriter()
    var launch = launch
    var signs = signs
    pass(&launch, &signs, &members)
    return members.bytes
  }

  /// The kinds of its events, and of each candidate that a missing event would explain the kinds of which one would.
  static func packedKinds(_ launch: LaunchSummary) -> [UInt8] {
    var members = MemberWriter()
    var kinds = launch.kinds
    var dues: [KindSet] = []
    for candidate in launch.candidates where !candidate.explanations.isEmpty {
      dues.append(KindSet(union: candidate.explanations))
    }
    members.kinds(&kinds)
    members.sets(&dues)
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
  private static let approximate: Int64 = 1 << 27
  private static let clockSlack: Int64 = 1 << 28
  private static let keptReason: Int64 = 1 << 29

  /// Names all members in their order.
  @inline(__always) private static func pass(
    _ launch: inout LaunchSummary, _ signs: inout Signs, _ members: inout some PackedMembers
  ) {
    var head = members.isReading ? 0 : head(of: launch, signs)
    members.number(&head)
    if let nature = LaunchNature(rawValue: UInt8(head & 15)) { launch.nature = nature } else { members.noteDamage() }
    launch.marks = UInt8(head >> 4 & 255)
    signs.isKilled = head & killed != 0
    signs.hasKeptReason = head & keptReason != 0
    members.number(&launch.eventCount)
    if head & ordinal != 0 { members.integer(&launch.ordinal) }
    if head & unknown != 0 { members.number(&launch.unknownCount) }
    if head & watchdog != 0 { members.number(&launch.watchdogNanos) }
    if head & approximate != 0 { members.integer(&launch.milestones.approximate) }
    if head & clockSlack != 0 { members.number(&launch.clockSlack) }
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
  private static func head(of launch: LaunchSummary, _ signs: Signs) -> Int64 {
    var head = Int64(launch.nature.rawValue) | Int64(launch.marks) << 4
    if signs.isKilled { head |= killed }
    if signs.hasKeptReason { head |= keptReason }
    if launch.ordinal != 0 { head |= ordinal }
    if launch.unknownCount != 0 { head |= unknown }
    if launch.watchdogNanos != Event.absent { head |= watchdog }
    if launch.milestones.approximate != 0 { head |= approximate }
    if launch.clockSlack != 0 { head |= clockSlack }
    if launch.firstInstant != Event.absent { head |= first }
    if launch.milestones.resumed != Event.absent { head |= resumed }
    for name in Milestones.Name.allCases.prefix(milestoneCount) where launch.milestones[name] != Event.absent {
      head |= 1 << (milestones + Int64(name.rawValue))
    }
    return head
  }
}

/// Reading `SummaryScope.times`: a tenth of the instructions that whole rows take.
extension EventStore {
  /// True if kinds and times of launches rest on nothing but what is read here; else whole summaries are needed.
  ///
  /// All texts and contexts are added to `stored`, which has none. The launches are not counted: SQLite would read the
  /// whole of their table for it.
  package func launchTimesAreEnough(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let needsMore = "EXISTS (SELECT 1 FROM metrics) OR NOT EXISTS (SELECT 1 FROM launches WHERE events > unknown)"
    if try integer("SELECT \(needsMore)") != 0 { return false }
    try stored.readAllTexts()
    let joined = [InputFormat.report, .copiedText].map { Array($0.name.utf8) }  // By names and processes.
    if joined.contains(where: { stored.symbols.texts.find($0.span) != .none }) { return false }
    try readContexts(into: &stored)
    return true
  }

  /// Hands to `body` what is kept of each launch, one after the other.
  ///
  /// - Parameters:
  ///   - stored: What `launchTimesAreEnough` has read, where the texts of signs are added.
  ///   - hasKinds: True if the kinds of events are asked for as well.
  ///   - body: Takes a launch without its stream, the row of that, true if the watchdog ended it, and of each of its candidates
  ///     that a missing event would explain the kinds of which one would.
  /// - Returns: False if another program has changed what is kept of launches: then nothing that was handed on counts.
  /// - Throws: `StoreError` if the file cannot be read.
  package func forEachLaunchTime(
    into stored: inout StoredSymbols, kinds hasKinds: Bool = false,
    _ body: (borrowing LaunchSummary, Int64, Bool, [KindSet]) -> Void
  ) throws(StoreError) -> Bool {
    var dues: [KindSet] = []
    let columns = hasKinds ? LaunchTimes.allColumns : LaunchTimes.columns
    let rows = try connection.query("SELECT \(columns) FROM \(LaunchTimes.table) ORDER BY block")
    defer { rows.reset() }
    while try rows.step() {
      var reader = LaunchTimes.Reader(rows, kinds: hasKinds)
      // Each row that this program writes has a launch.
      if !reader.isMore { return false }
      while reader.isMore {
        var launch = LaunchSummary()
        let signs = reader.read(into: &launch)
        if hasKinds { reader.readKinds(into: &launch, &dues) }
        guard let context = stored.context(inRow: reader.context) else { return false }
        launch.context = context
        if signs.isKilled { launch.exitReason = stored.symbols.texts.intern(ExitReason.watchdog.rawValue) }
        if signs.hasKeptReason, let reason = LaunchTimes.Signs.keptReason(of: launch.nature) {
          launch.natureReason = stored.symbols.texts.intern(reason)
        }
        body(launch, reader.stream, signs.isKilled, dues)
      }
      if reader.isDamaged { return false }
    }
    return true
  }
}
