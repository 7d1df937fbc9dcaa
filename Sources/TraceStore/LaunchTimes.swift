package import TraceModel

/// The table `launch_times`: a packed copy of what kinds and times of launches rest on.
///
/// For speed: SQLite takes a thousand instructions for any row, so the launches of 32 streams share one; and a packed
/// launch is read in a third of the instructions of twenty columns. The columns of `launches` have these values too,
/// for people who write SQL.
///
/// A value of this type holds launch times to be written. The bytes of a row depend on its launches alone, not on how
/// transactions have divided them.
struct LaunchTimes {
  struct Entry {
    var stream: Int64
    /// Which launch of its stream, from 0.
    var ordinal: Int32
    var context: Int64
    /// What `packed` returned.
    var record: ArraySlice<UInt8>
  }

  /// What is kept of a launch's texts.
  struct Signs: Equatable {
    var isKilled = false
    /// True if its `natureReason` is `keptReason(of: nature)`.
    var hasKeptReason = false

    init() {}

    init(_ launch: LaunchSummary, _ texts: TextTable) {
      isKilled = texts.string(launch.exitReason) == ExitReason.watchdog.rawValue
      hasKeptReason = Self.keptReason(of: launch.nature).map { $0 == texts.string(launch.natureReason) } ?? false
    }

    /// The one reason of a nature on which other launches or findings rest; nil if there is none.
    static func keptReason(of nature: LaunchNature) -> String? {
      switch nature {
      case .prewarmed: LaunchNature.suspected
      case .earlier: LaunchNature.ofApp
      default: nil
      }
    }
  }

  struct Reader {
    private var times: MemberReader
    private var contexts: MemberReader
    private let block: Int64
    /// The start and the head of the last launch read.
    private var begin = 0
    private var head: Int64 = 0
    /// The rows of the stream and the context of the last launch read.
    private(set) var stream: Int64
    private(set) var context: Int64 = 0

    init(_ row: Statement) {
      block = row.integer(0)
      stream = block &<< LaunchTimes.streamBits
      contexts = MemberReader(row.bytes(1))
      times = MemberReader(row.bytes(2))
    }

    var isMore: Bool { times.isMore }

    /// True if another program has changed the row.
    var isDamaged: Bool { times.isDamaged || !isMore && !contexts.isWhole }

    /// Adds the next launch's start to `launch`; its times must then be read or skipped.
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

    /// Adds the times of the launch whose start was read.
    @inline(__always) mutating func readTimes(into launch: inout LaunchSummary) {
      LaunchTimes.passTimes(&launch, head, &times)
    }

    @inline(__always) mutating func skipTimes() {
      times.skip((head & LaunchTimes.timeBits).nonzeroBitCount)
    }

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

  static let table = "launch_times"
  static let columns = "block, contexts, times"
  /// The streams of a row differ in this many low bits of their ids.
  fileprivate static let streamBits: Int64 = 5
  /// The most launches to keep before they are written.
  static let most = 1 << 13

  /// By stream row, the new launches, which replace all it had.
  private var streams: [Int64: [Entry]] = [:]
  private(set) var count = 0

  mutating func replace(_ stream: Int64, by entries: [Entry]) {
    streams[stream] = entries
    count += entries.count
  }

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

  /// Writes streams of one block beside those that are there.
  private func write(_ rows: ArraySlice<Int64>, inBlock block: Int64, on connection: Connection) throws(StoreError) {
    let statement = try connection.query("SELECT \(Self.columns) FROM \(Self.table) WHERE block = ?", block)
    var entries: [Entry] = []
    let isThere = try statement.step()
    if isThere {
      var reader = Reader(statement)
      entries = reader.entries().filter { streams[$0.stream] == nil }
      if reader.isDamaged {
        // Another program has changed the row: the launches of all its streams are derived anew.
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

  /// Packs a launch.
  ///
  /// No number is a row of another table, as such numbers depend on where transactions ended: two stores with equal
  /// launches hold equal bytes.
  static func packed(_ launch: LaunchSummary, _ signs: Signs) -> [UInt8] {
    var members = MemberWriter()
    var launch = launch
    var signs = signs
    let head = passStart(&launch, &signs, &members)
    passTimes(&launch, head, &members)
    return members.bytes
  }

  // Bits of the head that say what a launch has, above four for its nature and nine for its marks.
  private static let killed: Int64 = 1 << 13
  private static let keptReason: Int64 = 1 << 14
  private static let ordinal: Int64 = 1 << 15
  private static let unknown: Int64 = 1 << 16
  private static let first: Int64 = 1 << 17
  // From here on, each bit is a number among its times.
  private static let watchdog: Int64 = 1 << 18
  private static let approximate: Int64 = 1 << 19
  private static let clockSlack: Int64 = 1 << 20
  private static let resumed: Int64 = 1 << 21
  private static let milestones: Int64 = 22
  /// The milestones that a launch time may rest on.
  private static let milestoneCount = 9
  private static let timeBits: Int64 = 1 << 31 - watchdog

  /// Passes the members that kinds rest on; returns the head, which says which times follow.
  @inline(__always) private static func passStart(
    _ launch: inout LaunchSummary, _ signs: inout Signs, _ members: inout some PackedMembers
  ) -> Int64 {
    var head = members.isReading ? 0 : head(of: launch, signs)
    members.number(&head)
    if let nature = LaunchNature(rawValue: UInt8(head & 15)) { launch.nature = nature } else { members.noteDamage() }
    launch.marks = UInt16(head >> 4 & 511)
    signs.isKilled = head & killed != 0
    signs.hasKeptReason = head & keptReason != 0
    members.number(&launch.eventCount)
    if head & ordinal != 0 { members.integer(&launch.ordinal) }
    if head & unknown != 0 { members.number(&launch.unknownCount) }
    if head & first != 0 { members.number(&launch.firstInstant) }
    return head
  }

  /// Passes the members that times rest on, of a launch whose start was passed.
  @inline(__always) private static func passTimes(
    _ launch: inout LaunchSummary, _ head: Int64, _ members: inout some PackedMembers
  ) {
    if head & watchdog != 0 { members.number(&launch.watchdogNanos) }
    if head & approximate != 0 { members.integer(&launch.milestones.approximate) }
    if head & clockSlack != 0 { members.number(&launch.clockSlack) }
    // Each instant as the difference to the one before.
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

/// What to read of a launch whose start is known: its times, nothing, or nothing of it and of all later rows.
package enum LaunchTimesWish: Sendable { case times, nothing, noMore }

/// Reading `SummaryScope.times`: a tenth of the instructions of whole rows.
extension EventStore {
  /// True if kinds and times of launches can be read from `launch_times`; if not, whole summaries are needed.
  ///
  /// Adds all texts and contexts to `stored`, which has none; does not count launches, which reads their whole table.
  package func launchTimesAreEnough(_ stored: inout StoredSymbols) throws(StoreError) -> Bool {
    let needsMore = "EXISTS (SELECT 1 FROM metrics) OR NOT EXISTS (SELECT 1 FROM launches WHERE events > unknown)"
    if try integer("SELECT \(needsMore)") != 0 { return false }
    try stored.readAllTexts()
    let joined = [InputFormat.report, .copiedText].map { Array($0.name.utf8) }  // By names and processes.
    if joined.contains(where: { stored.symbols.texts.find($0.span) != .none }) { return false }
    try readContexts(into: &stored)
    return true
  }

  /// Hands to `body` each launch, or those for which `wish` is `.times`, one by one.
  ///
  /// Reading begins with the row of the stream `last`; rows of older streams follow, and within a row the oldest stream
  /// comes first. Nil reads all, from the oldest on. `wish` gets the start of a launch and its stream's row. `body`
  /// gets a launch without its stream, that row, and whether the watchdog ended it. `stored` is what
  /// `launchTimesAreEnough` has read. Returns false if another program has changed a row, or a launch needs more than
  /// its row: then all calls of `body` are void.
  package func forEachLaunchTime(
    backFrom last: Int64? = nil, into stored: inout StoredSymbols,
    _ wish: (borrowing LaunchSummary, Int64) -> LaunchTimesWish = { _, _ in .times },
    take body: (borrowing LaunchSummary, Int64, Bool) -> Void = { _, _, _ in }
  ) throws(StoreError) -> Bool {
    let order = last.map { "WHERE block <= \($0 >> LaunchTimes.streamBits) ORDER BY block DESC" } ?? "ORDER BY block"
    let rows = try connection.prepare("SELECT \(LaunchTimes.columns) FROM \(LaunchTimes.table) \(order)")
    // Copying a made launch is faster than making one.
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
        // Only its summary says what is mixed.
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
