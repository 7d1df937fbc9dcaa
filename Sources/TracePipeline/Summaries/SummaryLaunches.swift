import TraceAnalyzer
import TraceIngest
import TraceModel

/// The launches of several parts: each launch once, and none split between two parts.
struct SummaryLaunches {
  /// There may be millions: never copied.
  private var summaries: [LaunchSummary] = []
  private var origins: [SummaryOrigin] = []
  private var lastIndices: [UInt64: Int] = [:]
  /// The summaries before this index have no details in memory.
  private var firstInMemory = 0
  /// The approximate bytes of details in memory.
  private(set) var detailBytes = 0
  /// True if, once they are ordered, contexts still have process ids.
  private var contextsHoldProcesses = true
  /// True if a summary stands for a launch whose events are elsewhere.
  private var holdsEarlier = false

  var isEmpty: Bool { summaries.isEmpty }

  /// Makes room for `count` summaries, up to 1 GiB: a growing array is there twice meanwhile.
  mutating func makeRoom(for count: Int64) {
    let most = Int64((1 << 30) / MemoryLayout<LaunchSummary>.stride)
    summaries.reserveCapacity(Int(min(count, most)))
  }

  /// Adds a summary, whose details take about `bytes` of memory; a repeated one counts once.
  mutating func add(
    _ summary: LaunchSummary, _ digest: UInt64, _ origin: SummaryOrigin, detailBytes bytes: Int, _ symbols: Symbols
  ) {
    holdsEarlier = holdsEarlier || summary.isEarlier
    let last = lastIndices.updateValue(summaries.count, forKey: digest)
    guard let last, summaries[last].stream == summary.stream else {
      detailBytes += bytes
      summaries.append(summary)
      origins.append(origin)
      return
    }
    lastIndices[digest] = last
    // Of two copies of a log the first counts, as where logs are read.
    let name = SourcePath(name: symbols.name(origin.source))
    guard name < SourcePath(name: symbols.name(origins[last].source)) else { return }
    detailBytes += bytes
    firstInMemory = min(firstInMemory, last)
    summaries[last] = summary
    origins[last] = origin
  }

  mutating func moveDetails(to file: DetailsFile) throws(IngestError) {
    try file.move(&summaries, from: firstInMemory)
    firstInMemory = summaries.count
    detailBytes = 0
  }

  /// All summaries by their first instants, numbered in their streams as one run over all logs does; fails if two parts
  /// hold different events of a launch.
  mutating func ordered(_ symbols: Symbols, parts: [String]) throws(SummaryError) -> [LaunchSummary] {
    lastIndices = [:]
    numberEarlier()
    let shared = indicesOfSharedStreams(symbols)
    var splits: [(first: Int, second: Int)] = []
    // Streams in order of appearance, as a dictionary has no order.
    let streams = Dictionary(grouping: shared) { summaries[$0].stream }
    for (_, members) in streams.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if members.allSatisfy({ origins[$0].part == origins[members[0]].part }) { continue }
      let isLaunch = symbols.stream(summaries[members[0]].stream).isLaunch
      let split = isLaunch ? splitLaunch(members, symbols) : splitNumber(members)
      if let split { splits.append(split) } else if isLaunch { number(members, symbols) }
    }
    if let first = splits.first { throw error(of: first, count: splits.count, symbols, parts) }
    let order = SummaryLines.order(of: summaries, symbols)
    contextsHoldProcesses = origins.allSatisfy { $0.process == Event.absent }
    origins.rearrange(order)
    var sorted: [LaunchSummary] = []
    swap(&sorted, &summaries)
    sorted.rearrange(order)
    return sorted
  }

  /// The indices of launches that share a stream, but for those whose events are elsewhere.
  private func indicesOfSharedStreams(_ symbols: Symbols) -> [Int] {
    let all = summaries.span  // Summaries are large: none is copied.
    var counts = [Int32](repeating: 0, count: symbols.streams.count)
    for index in all.indices where !all[index].isEarlier { counts[Int(all[index].stream.rawValue)] += 1 }
    var indices: [Int] = []
    if !counts.contains(where: { $0 > 1 }) { return indices }
    for index in all.indices where !all[index].isEarlier && counts[Int(all[index].stream.rawValue)] > 1 {
      indices.append(index)
    }
    return indices
  }

  /// Drops placeholders of launches that are here, and numbers the others behind the launches of their streams.
  private mutating func numberEarlier() {
    if !holdsEarlier { return }
    typealias Beginning = SIMD2<Int64>
    func beginning(_ summary: LaunchSummary) -> Beginning {
      Beginning(Int64(summary.stream.rawValue), summary.firstInstant)
    }
    var seen = Set(summaries.filter { !$0.isEarlier }.map(beginning))
    let kept = summaries.indices.filter { index in
      !summaries[index].isEarlier || seen.insert(beginning(summaries[index])).inserted
    }
    if kept.count < summaries.count {
      summaries = kept.map { summaries[$0] }
      origins = kept.map { origins[$0] }
    }
    var next: [StreamID: Int32] = [:]
    for summary in summaries where !summary.isEarlier {
      next[summary.stream] = max(next[summary.stream] ?? 0, summary.ordinal &+ 1)
    }
    for index in summaries.indices where summaries[index].isEarlier {
      let stream = summaries[index].stream
      summaries[index].ordinal = next[stream] ?? 0
      next[stream] = summaries[index].ordinal &+ 1
    }
  }

  /// Two launches of a stream without launch ids with one number: one run would number them apart.
  private func splitNumber(_ members: [Int]) -> (first: Int, second: Int)? {
    var numbers: [Int32: Int] = [:]
    for member in members {
      if let other = numbers.updateValue(member, forKey: summaries[member].ordinal) { return (other, member) }
    }
    return nil
  }

  /// Two launches of one id, device, app and version in different parts, which may be halves of one launch.
  private func splitLaunch(_ members: [Int], _ symbols: Symbols) -> (first: Int, second: Int)? {
    var earlier = OwnerIndex()
    for member in members {
      let owner = owner(of: member, symbols)
      for index in earlier.indices(agreeingWith: owner) where origins[members[index]].part != origins[member].part {
        return (members[index], member)
      }
      earlier.append(owner)
    }
    return nil
  }

  private func owner(of index: Int, _ symbols: Symbols) -> LaunchOwner {
    LaunchOwner(symbols.context(summaries[index].context), symbols.texts)
  }

  /// Numbers the launches with one launch id by their first instants, as `LaunchSplitter` does.
  private mutating func number(_ members: [Int], _ symbols: Symbols) {
    let sorted = members.map { (index: $0, owner: owner(of: $0, symbols)) }.sorted { a, b in
      let first = summaries[a.index].firstInstant
      let second = summaries[b.index].firstInstant
      return first == second ? a.owner < b.owner : first < second
    }
    for (number, member) in sorted.enumerated() { summaries[member.index].ordinal = Int32(number) }
  }

  private func error(
    of split: (first: Int, second: Int), count: Int, _ symbols: Symbols, _ parts: [String]
  ) -> SummaryError {
    let stream = summaries[split.first].stream
    let many = count == 1 ? "1 launch is split" : "\(count) launches are split"
    let advice =
      symbols.stream(stream).isLaunch
      ? "put all records of one launch id into one part"
      : "put all records of one device into one part; of logs that name none, whole files"
    let names = [split.first, split.second].map { parts[Int(origins[$0].part)] }
    return SummaryError(
      isOfOtherRules: false,
      description: "launch \(symbols.streamName(stream)) came in two parts ('\(names[0])', '\(names[1])'): \(many); "
        + advice)
  }

  /// Checks that no launch is joined with a report or a log of another part.
  func checkJoins(_ launches: Launches, parts: [String]) throws(SummaryError) {
    let processes = contextsHoldProcesses ? [] : origins.map(\.process)
    let joins = LaunchJoins(launches.summaries, launches.symbols, processes: processes)
    var rest = launches.summaries
    let groups = joins.apply(to: &rest).lazy.map { joined in
      joins.launchAndOthers(of: rest[joined]).compactMap { key in
        launches.summaries.firstIndex { LaunchKey($0) == key }.map { index in
          (id: launches.symbols.launchID(launches.summaries[index]), part: parts[Int(origins[index].part)])
        }
      }
    }
    // A diagnostic that is counted by itself was joined in its part, and is there still.
    let split = groups.compactMap { names -> (launch: (id: String, part: String), other: (id: String, part: String))? in
      guard let launch = names.first, let other = names.first(where: { $0.part != launch.part }) else { return nil }
      return (launch, other)
    }
    guard let (launch, other) = split.first else { return }
    throw SummaryError(
      isOfOtherRules: false,
      description: "\(other.id) ('\(other.part)') is of the process of launch \(launch.id) ('\(launch.part)'); "
        + "summarize reports on processes (.ips, MetricKit's diagnostics) and all logs of their device in one part")
  }
}

/// The origin of a summary, needed until all are read.
struct SummaryOrigin {
  /// The first file that it names.
  var source = SourceID(rawValue: 0)
  /// Its process id, if its context lacks it; else absent.
  var process = Event.absent
  var part: Int32 = 0
}
