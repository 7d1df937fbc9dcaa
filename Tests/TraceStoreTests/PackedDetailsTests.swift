import Testing
import TraceModel

@testable import TraceStore

/// What is packed of a launch comes back as it was, and bytes that somebody has changed are seen.
@Suite(.tags(.medium)) struct PackedDetailsTests {
  @Test func `numbers of any size come back`() {
    let edges = (0..<63).flatMap { [1 << $0, -1 << $0, 1 << $0 - 1] as [Int64] }
    let all = [0, .max, .min, .min + 1] + edges
    var writer = MemberWriter()
    for var number in all { writer.number(&number) }
    var reader = MemberReader(writer.bytes)
    let back = all.map { _ in
      var number: Int64 = 7
      reader.number(&number)
      return number
    }
    #expect(back == all && reader.isWhole)
    // As the last bytes of all, too.
    for var number in all {
      var writer = MemberWriter()
      writer.number(&number)
      #expect(writer.bytes.count == Self.size(of: number), "\(number)")
      var reader = MemberReader(writer.bytes)
      var found: Int64 = 7
      reader.number(&found)
      #expect(found == number && reader.isWhole)
      reader.number(&found)
      #expect(found == 0 && reader.isDamaged)
    }
  }

  /// One byte for each 7 bits of what is written; one for the absent number.
  private static func size(of number: Int64) -> Int {
    if number == Event.absent { return 1 }
    let (folded, overflows) = number.magnitude.multipliedReportingOverflow(by: 2)
    if overflows { return 10 }
    let written = number < 0 ? folded : folded + 1
    return max(1, (UInt64.bitWidth - written.leadingZeroBitCount + 6) / 7)
  }

  @Test(arguments: 1...6) func `what no table holds comes back after the first event of any stream`(seed: UInt64) {
    var random = Randomizer(seed: seed)
    for turn in 0..<20 {
      var launch = random.summary(StreamID(rawValue: 0), 0)
      if turn % 2 == 1 { random.stretch(&launch) }
      if turn == 19 { random.multiply(&launch) }
      let base = random.base()
      let packed = PackedDetails(launch, after: base)
      #expect(PackedDetails(launch, after: base).blob == packed.blob)
      var back = LaunchSummary()
      back.kinds = launch.kinds
      let isWhole = PackedDetails.unpack(packed.blob, packed.texts, into: &back, after: base)
      let wanted = Self.details(of: launch)
      #expect(isWhole && back == wanted, "seed \(seed), turn \(turn)")
      if packed.texts.isEmpty { continue }
      var lost = LaunchSummary()
      lost.kinds = launch.kinds
      let isLost = !PackedDetails.unpack(packed.blob, Array(packed.texts.dropLast()), into: &lost, after: base)
      #expect(isLost, "a text is missing: seed \(seed), turn \(turn)")
    }
  }

  /// A launch with nothing but the details that no table holds, and what is read with them.
  private static func details(of launch: LaunchSummary) -> LaunchSummary {
    var details = LaunchSummary()
    details.kinds = launch.kinds
    details.unjudged = launch.unjudged
    details.use = launch.use
    details.named = launch.named
    details.order = launch.order
    details.stays = launch.stays
    details.resumes = launch.resumes
    return details
  }

  @Test func `nothing comes back as nothing`() {
    let packed = PackedDetails(LaunchSummary(), after: StreamBase())
    var back = LaunchSummary()
    #expect(PackedDetails.unpack(packed.blob, [], into: &back, after: StreamBase()) && back == LaunchSummary())
    #expect(packed.blob.count < 20)
  }

  @Test(arguments: 1...4) func `bytes that were cut off or changed are seen, or are others`(seed: UInt64) throws {
    var random = Randomizer(seed: seed)
    let launch = random.summary(StreamID(rawValue: 0), 0)
    let base = random.base()
    let packed = PackedDetails(launch, after: base)
    func isWhole(_ bytes: [UInt8]) -> Bool {
      var back = LaunchSummary()
      back.kinds = launch.kinds
      return PackedDetails.unpack(bytes, packed.texts, into: &back, after: base)
    }
    let blob = packed.blob
    #expect(isWhole(blob))
    for count in blob.indices { #expect(!isWhole(Array(blob[..<count])), "seed \(seed)") }
    for more in [0, 1, 0xff] as [UInt8] { #expect(!isWhole(blob + [more]), "seed \(seed)") }
    var others = 0
    for _ in 0..<500 {
      var bytes = blob
      for _ in 0...random.number(3) { bytes[random.number(bytes.count)] = UInt8(random.number(256)) }
      others += isWhole(bytes) ? 1 : 0
    }
    #expect(others < 500, "seed \(seed)")
    for _ in 0..<500 { _ = isWhole((0..<random.number(60)).map { _ in UInt8(random.number(256)) }) }
  }
}

extension Randomizer {
  /// The base of a stream.
  mutating func base() -> StreamBase {
    var base = StreamBase()
    base.time = [0, 1 << 62 - 1, 1 - 1 << 62, 1_760_000_000_000_000_000][number(4)]
    base.source = [0, 3][number(2)]
    base.line = [0, 17, Int64(Int32.max), Int64(Int32.min)][number(4)]
    return base
  }

  private mutating func edge<Value: FixedWidthInteger>(_ least: Value = .min) -> Value {
    [least, least + 1, 0, 1, .max - 1, .max][number(6)]
  }

  private mutating func edges(_ place: inout EventLocation) {
    place.time = edge()
    place.uptime = edge()
    place.seq = edge()
    place.source = SourceID(rawValue: edge())
    place.line = edge()
  }

  /// Sets numbers of a launch to the least and to the greatest that they can be.
  mutating func stretch(_ launch: inout LaunchSummary) {
    for cause in UnjudgedCause.allCases { launch.unjudged[cause] = edge() }
    launch.resumes = (0..<5).map { _ in edge() }
    for index in launch.stays.indices {
      edges(&launch.stays[index].begin)
      edges(&launch.stays[index].assertionLocation)
      launch.stays[index].nanos = edge()
      launch.stays[index].handlerNanos = edge()
      launch.stays[index].awayNanos = edge()
      launch.stays[index].assertionNanos = edge()
    }
    for index in launch.scenes.indices {
      launch.scenes[index].firstInstant = edge()
      launch.scenes[index].lastInstant = edge()
    }
    for index in launch.tasks.indices {
      edges(&launch.tasks[index].begin)
      edges(&launch.tasks[index].end)
      edges(&launch.tasks[index].expire)
      launch.tasks[index].expirationNanos = edge()
      // Absent they are together alone.
      launch.tasks[index].backgroundNanos = edge(.min + 1)
      launch.tasks[index].longestStayNanos = edge(.min + 1)
    }
    for index in launch.candidates.indices {
      edges(&launch.candidates[index].location)
      var columns = CandidateColumns()
      columns.form = CandidateColumns.Form.allCases[index % CandidateColumns.Form.allCases.count]
      columns.states = StateSet(bits: edge())
      columns.state = edge()
      columns.lostCount = edge()
      columns.measured = edge()
      columns.slack = edge()
      columns.subject = CandidateColumns(launch.candidates[index].detail).subject
      columns.place = Candidate.Place.allCases[index % Candidate.Place.allCases.count]
      edges(&columns.other)
      launch.candidates[index].detail = Candidate.Detail(columns)
    }
    for index in launch.metrics.indices {
      launch.metrics[index].begin = edge()
      launch.metrics[index].end = edge()
      launch.metrics[index].lower = edge()
      launch.metrics[index].upper = edge()
      launch.metrics[index].count = edge()
    }
  }

  /// Gives a launch thousands of parts.
  mutating func multiply(_ launch: inout LaunchSummary) {
    launch.changeDetails { details in
      func many<Part>(_ parts: [Part]) -> [Part] { Array((0..<1000).map { _ in parts }.joined()) }
      details.scenes = many(details.scenes)
      details.tasks = many(details.tasks)
      details.stays = many(details.stays)
      details.resumes = many(details.resumes + [5])
      details.candidates = many(details.candidates)
      details.named = many(details.named)
    }
  }
}

extension PackedDetails {
  /// The blob in a store whose sources have the numbers of these members.
  fileprivate var blob: [UInt8] { bytes { Int64($0.rawValue) } }
}
