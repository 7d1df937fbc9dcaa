import TraceAnalyzer
import TraceIngest
import TraceModel

/// The launches of several parts: each launch once, and none of which two parts hold a half each.
struct SummaryLaunches {
  /// A summary as it was read.
  struct Entry {
    var summary: LaunchSummary
    var digest: UInt64
    /// Its part, by its place in the list of parts.
    var part: Int
    /// The first file that it names.
    var source: SourceID
  }

  private var entries: [Entry] = []
  /// By digest, where in `entries` the summary stands.
  private var places: [UInt64: Int] = [:]
  /// Once they are ordered, the part of each summary.
  private var partNumbers: [Int] = []

  /// Takes in a summary; one that came before counts once.
  mutating func add(_ entry: Entry, _ symbols: Symbols) {
    guard let known = places[entry.digest], entries[known].summary.stream == entry.summary.stream else {
      places[entry.digest] = entries.count
      return entries.append(entry)
    }
    // Of two copies of a log the one that stands first counts, as where logs are read.
    let name = SourcePath(name: symbols.name(entry.source))
    if name < SourcePath(name: symbols.name(entries[known].source)) { entries[known] = entry }
  }

  /// All summaries, numbered in their streams as one run over all logs does it.
  ///
  /// - Parameters:
  ///   - symbols: The tables that the numbers in summaries refer to.
  ///   - parts: The names of the parts.
  /// - Returns: The summaries by their first instants.
  /// - Throws: `SummaryError` if launches came in two parts that hold different events of them.
  mutating func ordered(_ symbols: Symbols, parts: [String]) throws(SummaryError) -> [LaunchSummary] {
    places = [:]
    numberEarlier()
    var counts = [Int32](repeating: 0, count: symbols.streams.count)
    for entry in entries where !entry.summary.isEarlier { counts[Int(entry.summary.stream.rawValue)] += 1 }
    let shared = entries.indices.filter { place in
      !entries[place].summary.isEarlier && counts[Int(entries[place].summary.stream.rawValue)] > 1
    }
    var splits: [(first: Int, second: Int)] = []
    // A dictionary has no order: the streams are gone through as they came.
    let streams = Dictionary(grouping: shared) { entries[$0].summary.stream }
    for (_, members) in streams.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if members.allSatisfy({ entries[$0].part == entries[members[0]].part }) { continue }
      let isLaunch = symbols.stream(entries[members[0]].summary.stream).isLaunch
      let split = isLaunch ? splitLaunch(members, symbols) : splitNumber(members)
      if let split { splits.append(split) } else if isLaunch { number(members, symbols) }
    }
    if let first = splits.first { throw error(of: first, count: splits.count, symbols, parts) }
    let order = SummaryLines.order(of: entries, symbols, by: \.summary)
    let summaries = order.map { entries[$0].summary }
    partNumbers = order.map { entries[$0].part }
    entries = []  // There may be millions: they are not kept twice.
    return summaries
  }

  /// Leaves out what stands for a launch that is here itself, and numbers the others behind the launches of their streams.
  private mutating func numberEarlier() {
    guard entries.contains(where: \.summary.isEarlier) else { return }
    typealias Beginning = SIMD2<Int64>
    func beginning(_ summary: LaunchSummary) -> Beginning {
      Beginning(Int64(summary.stream.rawValue), summary.firstInstant)
    }
    var known = Set(entries.filter { !$0.summary.isEarlier }.map { beginning($0.summary) })
    entries.removeAll { $0.summary.isEarlier && !known.insert(beginning($0.summary)).inserted }
    var next: [StreamID: Int32] = [:]
    for entry in entries where !entry.summary.isEarlier {
      next[entry.summary.stream] = max(next[entry.summary.stream] ?? 0, entry.summary.ordinal + 1)
    }
    for place in entries.indices where entries[place].summary.isEarlier {
      let stream = entries[place].summary.stream
      entries[place].summary.ordinal = next[stream] ?? 0
      next[stream] = entries[place].summary.ordinal + 1
    }
  }

  /// Two of the launches of a stream without launch ids that have one number: a run that saw all would give each its own.
  private func splitNumber(_ members: [Int]) -> (first: Int, second: Int)? {
    var numbers: [Int32: Int] = [:]
    for member in members {
      if let known = numbers.updateValue(member, forKey: entries[member].summary.ordinal) { return (known, member) }
    }
    return nil
  }

  /// Two of the launches with one launch id that may be halves of one launch: other parts hold them, and what they name
  /// of their device, app and version does not differ.
  private func splitLaunch(_ members: [Int], _ symbols: Symbols) -> (first: Int, second: Int)? {
    let owners = members.map { owner(of: $0, symbols) }
    // Thousands of devices may have a launch 1: only those are compared that may agree.
    let hasDevices = owners.allSatisfy { !$0.device.isEmpty }
    let hasApps = owners.allSatisfy { !$0.app.isEmpty }
    var groups: [String: [Int]] = [:]
    for place in members.indices {
      let owner = owners[place]
      let group = hasDevices ? owner.device : hasApps ? owner.app : ""
      for other in groups[group, default: []] where entries[members[other]].part != entries[members[place]].part {
        if !owners[other].conflicts(with: owner) { return (members[other], members[place]) }
      }
      groups[group, default: []].append(place)
    }
    return nil
  }

  private func owner(of place: Int, _ symbols: Symbols) -> LaunchOwner {
    LaunchOwner(symbols.context(entries[place].summary.context), symbols.texts)
  }

  /// Numbers the launches with one launch id by their first instants, as `LaunchSplitter` does.
  private mutating func number(_ members: [Int], _ symbols: Symbols) {
    let sorted = members.map { (place: $0, owner: owner(of: $0, symbols)) }.sorted { a, b in
      let first = entries[a.place].summary.firstInstant
      let second = entries[b.place].summary.firstInstant
      return first == second ? a.owner < b.owner : first < second
    }
    for (number, member) in sorted.enumerated() { entries[member.place].summary.ordinal = Int32(number) }
  }

  private func error(
    of split: (first: Int, second: Int), count: Int, _ symbols: Symbols, _ parts: [String]
  ) -> SummaryError {
    let stream = entries[split.first].summary.stream
    let many = count == 1 ? "1 launch is split" : "\(count) launches are split"
    let advice =
      symbols.stream(stream).isLaunch
      ? "put all records of one launch id into one part"
      : "put all records of one device into one part; of logs that name none, whole files"
    return SummaryError(
      isOfOtherRules: false,
      description: "launch \(symbols.streamName(stream)) came in two parts ('\(parts[entries[split.first].part])', "
        + "'\(parts[entries[split.second].part])'): \(many); \(advice)")
  }

  /// Checks that no report of Apple's describes the end of a launch of another part.
  ///
  /// - Parameters:
  ///   - launches: The launches, with the summaries as `ordered` returned them.
  ///   - parts: The names of the parts.
  /// - Throws: `SummaryError` if one does.
  func checkJoins(_ launches: Launches, parts: [String]) throws(SummaryError) {
    let joins = ReportJoins(launches.summaries, launches.symbols)
    var rest = launches.summaries
    guard let place = joins.apply(to: &rest).first else { return }
    let names = joins.parts(of: rest[place]).compactMap { key in
      launches.summaries.firstIndex { LaunchKey($0) == key }.map { index in
        (id: launches.symbols.launchID(launches.summaries[index]), part: parts[partNumbers[index]])
      }
    }
    guard let launch = names.first, let report = names.dropFirst().first else { return }
    throw SummaryError(
      isOfOtherRules: false,
      description: "the report \(report.id) ('\(report.part)') describes the end of launch \(launch.id) "
        + "('\(launch.part)'); summarize .ips files in one part with the logs of their device")
  }
}
