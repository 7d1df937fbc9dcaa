package import TraceModel

/// The table `launch_times`: a packed copy of what kinds and times of launches rest on.
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
    private let block: Int64
    /// Where what is packed of the launch that was read last begins, and what its head says.
    private var begin = 0
    private var head: Int64 = 0
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

    /// True if another program has changed the row.
    var isDamaged: Bool { times.isDamaged || !isMore && !contexts.isWhole }

    /// Adds to a launch how the next one began; its times come after that, and are to be read or skipped.
    @inline(__always) mutating func readStart(into launch: inout LaunchSummary) -> Signs {
      var difference: Int64 = 0
      times.number(&difference)
      stream &+= difference
      if difference < 0 || stream >> LaunchTimes.streamBits != block { times.noteDamage() }
      begin = times.next
      contexts.number(&difference)
      context &+= difference
      var signs = Signs()
      head = LaunchTimes.passStart(&launch, &signs, &times)
      return signs
    }

    /// Adds to the launch that was begun what its times rest on.
    @inline(__always) mutating func readTimes(into launch: inout LaunchSummary) {
      LaunchTimes.passTimes(&launch, head, &times)
    }

    /// Passes by the times of the launch that was begun.
    @inline(__always) mutating func skipTimes() {
      times.skip((head & LaunchTimes.timeBits).nonzeroBitCount)
    }

    /// All launches that are left, packed.
    mutating func entries() -> [Entry] {
      var entries: [Entry] = []
      while isMore {
        var launch = LaunchSummary()
        _ = readStart(into: &launch)
        skipTimes()
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
  fileprivate static let streamBits: Int64 = 5
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

  /// What is kept of a launch.
  ///
  /// No number is that of a row of another table: such numbers depend on where transactions ended, and two stores of the
  /// same launches hold the same bytes.
  static func packed(_ launch: LaunchSummary, _ signs: Signs) -> [UInt8] {
    var members = MemberWriter()
    var launch = launch
    var signs = signs
    let head = passStart(&launch, &signs, &members)
    passTimes(&launch, head, &members)
    return members.bytes
  }

  // The bits that say what is there of a launch, above four for its nature and eight for its marks.
  private static let killed: Int64 = 1 << 12
  private static let keptReason: Int64 = 1 << 13
  private static let ordinal: Int64 = 1 << 14
  private static let unknown: Int64 = 1 << 15
  private static let first: Int64 = 1 << 16
  // From here on, each bit is a number of its times.
  private static let watchdog: Int64 = 1 << 17
  private static let approximate: Int64 = 1 << 18
  private static let clockSlack: Int64 = 1 << 19
  private static let resumed: Int64 = 1 << 20
  private static let milestones: Int64 = 21
  /// Those milestones that a launch time may rest on.
  private static let milestoneCount = 9
  private static let timeBits: Int64 = 1 << 30 - watchdog

  /// Names the members that kinds rest on, in their order, and how many there are of the others; returns the latter.
  @inline(__always) private static func passStart(
    _ launch: inout LaunchSummary, _ signs: inout Signs, _ members: inout some PackedMembers
  ) -> Int64 {
    var head = members.isReading ? 0 : head(of: launch, signs)
    members.number(&head)
    if let nature = LaunchNature(rawValue: UInt8(head & 15)) { launch.nature = nature } else { members.noteDamage() }
    launch.marks = UInt8(head >> 4 & 255)
    signs.isKilled = head & killed != 0
    signs.hasKeptReason = head & keptReason != 0
    members.number(&launch.eventCount)
    if head & ordinal != 0 { members.integer(&launch.ordinal) }
    if head & unknown != 0 { members.number(&launch.unknownCount) }
    if head & first != 0 { members.number(&launch.firstInstant) }
    return head
  }

  /// Names the members that times rest on in their order, of a launch whose start was passed.
  @inline(__always) private static func passTimes(
    _ launch: inout LaunchSummary, _ head: Int64, _ members: inout some PackedMembers
  ) {
    if head & watchdog != 0 { members.number(&launch.watchdogNanos) }
    if head & approximate != 0 { members.integer(&launch.milestones.approximate) }
    if head & clockSlack != 0 { members.number(&launch.clockSlack) }
    // Each instant as what differs from the one before it.
    var last = head & first != 0 ? launch.firstInstant : 0
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

/// What is asked for of a launch whose start is known: its times, nothing, or nothing of any later row either.
package enum LaunchTimesWish: Sendable { case times, nothing, noMore }

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

  /// Hands to `body` what is kept of each launch, or of those whose times are asked for, one after the other.
  ///
  /// - Parameters:
  ///   - last: The stream with whose row to begin: rows of older streams come after it, and in each row the oldest stream
  ///     comes first. Nil for all, from the oldest on.
  ///   - stored: What `launchTimesAreEnough` has read, where the texts of signs are added.
  ///   - wish: What is asked for of a launch, of which it gets the start alone, and the row of its stream.
  ///   - body: Takes a launch without its stream, the row of that, and true if the watchdog ended it.
  /// - Returns: False if another program has changed what is kept of launches, or more must be known of one: then nothing
  ///   that was handed on counts.
  /// - Throws: `StoreError` if the file cannot be read.
  package func forEachLaunchTime(
    backFrom last: Int64? = nil, into stored: inout StoredSymbols,
    _ wish: (borrowing LaunchSummary, Int64) -> LaunchTimesWish = { _, _ in .times },
    take body: (borrowing LaunchSummary, Int64, Bool) -> Void = { _, _, _ in }
  ) throws(StoreError) -> Bool {
    let order = last.map { "WHERE block <= \($0 >> LaunchTimes.streamBits) ORDER BY block DESC" } ?? "ORDER BY block"
    let rows = try connection.prepare("SELECT \(LaunchTimes.columns) FROM \(LaunchTimes.table) \(order)")
    // A copy of one that was made takes less time than to make one.
    let blank = LaunchSummary()
    var launch = blank
    var isOver = false
    while !isOver, try rows.step() {
      var reader = LaunchTimes.Reader(rows)
      // Each row that this program writes has a launch.
      if !reader.isMore { return false }
      while reader.isMore {
        launch = blank
        let signs = reader.readStart(into: &launch)
        // Its summary says what is mixed.
        if launch.nature == .mixed { return false }
        guard let context = stored.context(inRow: reader.context) else { return false }
        launch.context = context
        let wish = wish(launch, reader.stream)
        if wish == .noMore { isOver = true }
        guard wish == .times else {
          reader.skipTimes()
          continue
        }
        reader.readTimes(into: &launch)
        if signs.isKilled { launch.exitReason = stored.symbols.texts.intern(ExitReason.watchdog.rawValue) }
        if signs.hasKeptReason, let reason = LaunchTimes.Signs.keptReason(of: launch.nature) {
          launch.natureReason = stored.symbols.texts.intern(reason)
        }
        body(launch, reader.stream, signs.isKilled)
      }
      if reader.isDamaged { return false }
    }
    return true
  }
}
