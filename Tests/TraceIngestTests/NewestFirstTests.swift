import Testing

@testable import TraceIngest
@testable import TraceModel

/// Logs of other formats whose records stand in the order of falling times, as Console and search pages export them.
@Suite(.tags(.medium)) struct NewestFirstTests {
  /// The logs whose records are in the order of their times; those of few records are tested, too.
  private static let logs = Fixture.all.filter { log in
    let isOfMessages = log.format.hasPrefix("unified-log")
    let others = ["twice", "doubled", "midnight", "new-year", "untimed"]
    return isOfMessages && !others.contains { log.path.contains($0) }
  }

  /// The records of a log as they are written, in its order, after the lines of its head.
  private func records(_ path: String, _ options: IngestOptions) throws -> (head: [[UInt8]], records: [[UInt8]]) {
    var options = options
    options.blockSize = 1 << 22
    var reader = try SourceReader(SourcePath(path), options: options)
    var batch = EventBatch()
    _ = try reader.cut(into: &batch, limit: .max)
    var head: [[UInt8]] = []
    var records: [[UInt8]] = []
    for line in batch.lines where line.fate != .further {
      let bytes = Array(batch.raw(line))
      if records.isEmpty, line.fate == .envelope { head.append(bytes) } else { records.append(bytes) }
    }
    return (head, records)
  }

  /// The events of a log: when, what, and what is said of it.
  private func events(_ reading: Reading) -> [String] {
    reading.batch.events.map { event in
      "\(event.time) \(reading.symbols.signature(event).kind) \(reading.symbols.context(event.context))"
    }
  }

  @Test(arguments: logs, [false, true])
  func `a log that is newest first has the events of the same log oldest first`(log: Fixture, isHeadFirst: Bool) throws
  {
    let whole = try records(log.path, log.options)
    func text(_ records: [[UInt8]]) -> [UInt8] {
      let rows = isHeadFirst ? whole.head + records : records + (log.path.hasSuffix("json") ? [] : whole.head)
      return Array(rows.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    }
    let forth = try Reading(text(whole.records), options: log.options)
    let times = forth.batch.events.map(\.time)
    // Too few instants do not show which way times run, and in some logs the lines are in no order.
    guard Set(times).count > 8, times == times.sorted() else { return }
    let isJSON = log.format == "unified-log"
    let array = [UInt8(ascii: "[")] + whole.records.reversed().joined(separator: Array(",\n".utf8)) + Array("]\n".utf8)
    if isJSON { #expect(try events(Reading(array, options: log.options)) == events(forth)) }
    let back = try Reading(text(whole.records.reversed()), options: log.options)
    #expect(back.batch.events.allSatisfy { $0.line < 0 })
    #expect(events(back) == events(forth))
    #expect(back.batch.events.map(\.line) == back.batch.events.map(\.line).sorted())
    #expect(back.batch.counts.lines == forth.batch.counts.lines)
  }

  private static func console(_ clocks: [String]) -> String {
    clocks.map { "default\t\($0)+0200\tShop\tapplicationDidBecomeActive(_:)\n" }.joined()
  }

  @Test(arguments: [
    // All fall; one rises by some milliseconds; several in one second; a clock that was set; two hours back and forth.
    (["09:00:03.1", "09:00:02.2", "09:00:01.3"], true),
    (["09:00:09.1", "09:00:08.1", "09:00:07.1", "09:00:06.100", "09:00:06.103", "09:00:05.1"], true),
    (["09:00:03", "09:00:03", "09:00:02", "09:00:02", "09:00:01"], true),
    (["09:00:03.1", "09:00:02.2"], false),
    (["09:00:03.1", "09:00:01.3", "09:00:02.2", "09:00:03.3"], false),
    (["09:00:03.1", "09:00:02.2", "09:00:01.3", "09:10:00.1", "09:10:01.1"], false),
    (["09:00:01.1", "09:00:02.2", "09:00:03.3"], false),
    // A night, and hours, without a date.
    (["00:00:02.1", "00:00:01.1", "23:59:58.1", "23:59:57.1"], true),
    (["23:59:57.1", "23:59:58.1", "00:00:01.1", "00:00:02.1"], false),
    (["17:00:02.1", "17:00:01.1", "09:00:02.1", "09:00:01.1"], true),
  ])
  func `a log is newest first if nearly all of its times fall`(clocks: [String], expected: Bool) throws {
    for day in [nil, 1_793_404_800_000_000_000] as [Int64?] {
      var options = IngestOptions()
      options.day = day
      #expect(try Reading(Self.console(clocks), options: options).batch.events.allSatisfy { $0.line < 0 } == expected)
    }
  }

  @Test func `a log that grows is turned once it has ended`() throws {
    let scratch = try Scratch()
    var options = IngestOptions()
    options.day = 1_793_404_800_000_000_000
    let clocks = (10..<90).reversed().map { "09:00:\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }.sorted().reversed()
    let path = try scratch.write(Self.console(Array(clocks)), to: "log.txt")
    let whole = try Reading(path: path, options: options)
    let source = try FollowedSource(following: SourcePath(path), options: options)
    var symbols = Symbols()
    _ = source.begin()
    #expect(source.next(&symbols, SourceID(rawValue: 0)) == nil)
    source.finish()
    _ = source.begin()
    let batch = try #require(source.next(&symbols, SourceID(rawValue: 0)))
    #expect(batch.events.map(\.line) == whole.batch.events.map(\.line))
    #expect(batch.events.map(\.time) == whole.batch.events.map(\.time))
  }
}
