package import TraceModel

/// Launches of one input, in order, for kinds, times and groups alone.
package struct TimedLaunches: Sendable {
  struct Measured {
    var launches: TimedLaunches
    var coverage: LaunchCoverage
    /// The most frequent pair of anchors, and all other pairs in their order.
    var headline: Anchors?
    var others: [Anchors]
    var groups: [(by: [GroupValue], times: GroupTimes)]
  }

  let table: LaunchTable
  private(set) var list: [ClassifiedLaunch]

  /// The launches that `Launch.all` gives.
  package init(
    _ summaries: [LaunchSummary], _ symbols: Symbols, include: Set<ExcludedEnvironment> = [],
    classes: DeviceClasses = DeviceClasses()
  ) {
    table = LaunchTable(summaries, symbols, classes)
    list = []
    table.forEachLaunch(include) { list.append($0) }
  }

  /// The launches, from what their times rest on.
  package init(
    _ times: TimedSummaries, _ symbols: Symbols, include: Set<ExcludedEnvironment> = [],
    classes: DeviceClasses = DeviceClasses()
  ) {
    table = LaunchTable(times, symbols, classes)
    list = []
    list.reserveCapacity(times.count)
    table.forEachLaunch(include) { list.append($0) }
  }

  /// The launches of one input.
  init(_ launches: [Launch]) {
    table = launches.first?.table ?? LaunchTable([], Symbols(), DeviceClasses())
    list = launches.map(\.classified)
  }

  /// True if there are no launches.
  package var isEmpty: Bool { list.isEmpty }

  /// The launches to be measured, by their values in some dimensions, and what they cover.
  func measured(by dimensions: [Dimension] = []) -> Measured {
    var launches = self
    var groups = times(by: dimensions)
    var all = GroupTimes(groups.map(\.times))
    let reasons = all.reasons
    let excluded: [NotCounted] = [.simulator, .debugger].filter { reasons[$0.name] != nil }
    // Better a report under a heading of its own than an empty one.
    let isExcludedOnly = !excluded.isEmpty && all.countedCount == 0
    if isExcludedOnly {
      launches.list = list.map(table.withEveryEnvironment)
      groups = launches.times(by: dimensions)
      all = GroupTimes(groups.map(\.times))
    }
    let headline = all.measures.min { ($1.nanos.count, $0.anchors) < ($0.nanos.count, $1.anchors) }?.anchors
    let coverage = LaunchCoverage(
      launches: list.count, counted: all.countedCount, notCounted: all.reasons,
      only: isExcludedOnly ? excluded.map(\.name) : nil, from: headline?.from.name, to: headline?.to.name)
    let others = all.measures.map(\.anchors).filter { $0 != headline }.sorted()
    return Measured(launches: launches, coverage: coverage, headline: headline, others: others, groups: groups)
  }

  private func times(by dimensions: [Dimension]) -> [(by: [GroupValue], times: GroupTimes)] {
    let (values, indices) = table.groups(of: list, by: dimensions)
    var times = [GroupTimes](repeating: GroupTimes(), count: values.count)
    for (launch, index) in zip(list, indices) { times[Int(index)].add(launch.time) }
    return zip(values, times).map { ($0, $1) }
  }

  var objects: [Launch] { list.map { Launch(table, $0) } }
}

extension LaunchTable {
  /// The values of the groups of launches in a total order, and the index of each launch's group.
  ///
  /// At most one of the different `dimensions` is a step: keys have room for no more.
  func groups(of launches: some Sequence<ClassifiedLaunch>, by dimensions: [Dimension])
    -> (values: [[GroupValue]], indices: [Int32])
  {
    // By numbers first: values are made into texts once for all launches that share them.
    let counting = Dimension.allCases.filter(dimensions.contains)
    var keys = NumberKeys(width: counting.count)
    var firsts: [ClassifiedLaunch] = []
    var indices = launches.map { launch in
      var key = NumberKeys.Key.zero
      for (lane, dimension) in counting.enumerated() { key[lane] = dimension.number(of: launch, in: self) }
      let index = keys.index(of: key)
      if index == firsts.count { firsts.append(launch) }
      return Int32(index)
    }
    var numbers: [[String]: Int] = [:]
    let groups = firsts.map { launch in
      let launch = Launch(self, launch)
      let values = dimensions.map { $0.value(of: launch) }
      let number = numbers[values] ?? numbers.count
      numbers[values] = number
      return number
    }
    let order = numbers.sorted { a, b in
      let lane = dimensions.indices.first { a.key[$0] != b.key[$0] }
      return lane.map { dimensions[$0].isOrdered(a.key[$0], b.key[$0]) } ?? false
    }
    var ranks = [Int32](repeating: 0, count: numbers.count)
    for (rank, group) in order.enumerated() { ranks[group.value] = Int32(rank) }
    // In place: there may be millions.
    for launch in indices.indices { indices[launch] = ranks[groups[Int(indices[launch])]] }
    let values = order.map { zip(dimensions.map(\.rawValue), $0.key).map(GroupValue.init) }
    return (values, indices)
  }
}

/// The launch times of a group of counted launches, by their ends, and why others do not count.
struct GroupTimes {
  /// The times by pair of ends; there are few such pairs.
  private(set) var measures: [(anchors: Anchors, nanos: [Int64])] = []
  /// The pairs of ends between which a clock of whole seconds shows no time at all.
  private var unmeasured: [Anchors] = []
  private var notCounted: [NotCounted: Int] = [:]

  init() {}

  init(_ launches: [ClassifiedLaunch]) {
    for launch in launches { add(launch.time) }
  }

  init(_ groups: [GroupTimes]) {
    for group in groups {
      notCounted.merge(group.notCounted, uniquingKeysWith: +)
      unmeasured += group.unmeasured.filter { !unmeasured.contains($0) }
      for measure in group.measures { measures[index(of: measure.anchors)].nanos += measure.nanos }
    }
  }

  mutating func add(_ time: LaunchTime) {
    if let reason = time.notCounted { return notCounted[reason, default: 0] += 1 }
    guard let nanos = time.nanos, let anchors = time.anchors else { return }
    measures[index(of: anchors)].nanos.append(nanos)
    if nanos == 0, time.isOnWholeSeconds, !unmeasured.contains(anchors) { unmeasured.append(anchors) }
  }

  private mutating func index(of anchors: Anchors) -> Int {
    var index = 0
    while index < measures.count, measures[index].anchors != anchors { index += 1 }
    if index == measures.count { measures.append((anchors, [])) }
    return index
  }

  subscript(anchors: Anchors?) -> [Int64] { measures.first { $0.anchors == anchors }?.nanos ?? [] }

  func row(by: [GroupValue], _ anchors: Anchors?) -> MeasureRow {
    var row = MeasureRow(by: by, self[anchors], anchors)
    row.isOnWholeSeconds = anchors.map(unmeasured.contains) == true ? true : nil
    return row
  }

  /// By reason, how many launches do not count.
  var reasons: [String: Int] { Dictionary(uniqueKeysWithValues: notCounted.map { ($0.key.name, $0.value) }) }

  var countedCount: Int { measures.reduce(0) { $0 + $1.nanos.count } }
}

extension [Launch] {
  /// By reason, how many launches do not count.
  var reasons: [String: Int] { GroupTimes(map(\.classified)).reasons }
}

extension Launch {
  var isCounted: Bool { time.notCounted == nil && time.nanos != nil }

  /// Its time, if that counts and has these ends.
  func nanos(_ anchors: Anchors?) -> Int64? { isCounted && time.anchors == anchors ? time.nanos : nil }
}
