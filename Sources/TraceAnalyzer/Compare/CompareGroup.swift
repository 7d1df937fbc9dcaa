import TraceModel

/// The launches of both sides that one row is about: of one kind, with equal ends; or the resumes of all launches.
struct CompareGroup {
  /// The values that all launches of a group share.
  struct Key: Hashable {
    /// Nil for launches of all kinds.
    var kind: Int?
    /// The index among the measures that were asked for.
    var measure: Int
    /// Nil for a share that is not one of times.
    var anchors: Anchors?
    /// The value of the dimension that is grouped by; nil for a row on all launches.
    var value: String?
  }

  /// Nil for launches of all kinds.
  var kind: LaunchKind?
  var measure: CompareMeasure
  var anchors: Anchors?
  /// What MetricKit counted, in place of a kind; nil for launches.
  var metric: String?
  var unitCount = 0
  /// Of base and head, how wide the buckets are, and how many each counts.
  var widths: [[(nanos: Int64, count: Int)]] = [[], []]
  /// False if a side does not record what the measure needs.
  var isRecorded = true
  var by: [GroupValue]
  /// Of base and head, in the order of their launches, of which one may have several resumes.
  var entries: [[CompareEntry]]

  /// Of base and head, the launches or resumes without an end, because the process died or the log ended.
  ///
  /// A launch that died before its kind was known counts as unfinished in every kind.
  private(set) var unfinished: [[CompareEntry]] = [[], []]

  /// True if one side lost a greater share of its launches so than the other, by a difference that matters.
  var losesMoreOnOneSide: Bool {
    let shares = zip(entries, unfinished).map { Double($1.count) / Double(max(1, $0.count + $1.count)) }
    return (shares[0] - shares[1]).magnitude >= Margin.leastShare
  }

  /// The group with its unfinished launches, each twice as long as the longest.
  var withUnfinished: CompareGroup {
    var group = self
    let longest = entries.joined().reduce(0) { max($0, $1.nanos) }
    for side in 0...1 {
      for var entry in unfinished[side] {
        entry.nanos = 2 * min(longest, Observation.longest / 2)
        group.entries[side].append(entry)
      }
      group.entries[side].sort { $0.index < $1.index }
    }
    group.unfinished = [[], []]
    return group
  }

  /// The groups of all launches of both sides, in a total order; rows on all launches first.
  static func all(_ sides: [ComparedSide], _ numbers: CompareNumbers, _ options: CompareOptions) -> [CompareGroup] {
    let shares = sides.map { ComparedShares($0, options.measures) }
    var gathering = Gathering(numbers: numbers, options: options, shares: shares)
    for (side, compared) in sides.enumerated() {
      for (index, launch) in compared.launches.enumerated() { gathering.add(launch, side: side, index: index) }
    }
    return gathering.groups.sorted { isBefore($0.key, $1.key) }.map { key, group in
      var group = group
      let end = Key(kind: key.kind, measure: key.measure, value: key.value)
      group.unfinished = gathering.unfinished[end] ?? [[], []]
      if let died = gathering.unfinished[Key(kind: nil, measure: key.measure, value: key.value)], key.kind != nil {
        for side in 0...1 { group.unfinished[side] += died[side] }
      }
      if case .share(let share) = group.measure { group.isRecorded = shares.allSatisfy { $0.isRecorded(share) } }
      return group
    }
  }

  private struct Gathering {
    let numbers: CompareNumbers
    let options: CompareOptions
    let shares: [ComparedShares]
    /// Made once for all launches, if there is no dimension.
    let onAll: [String?] = [nil]
    var groups: [Key: CompareGroup] = [:]
    /// By the key of a group without anchors; those of unknown kind by no kind.
    var unfinished: [Key: [[CompareEntry]]] = [:]

    /// Adds what the launch at an index of a side has of each measure.
    mutating func add(_ launch: Launch, side: Int, index: Int) {
      let values = options.dimension.map { [nil, $0.value(of: launch)] } ?? onAll
      func entry(_ nanos: Int64) -> CompareEntry { numbers.entry(of: launch, nanos: nanos, side: side, index: index) }
      for (number, measure) in options.measures.enumerated() {
        var key = Key(kind: launch.kind.index, measure: number)
        if measure == .resume {
          key.kind = nil
          for nanos in launch.resumes {
            if nanos == LaunchSummary.unendedResume {
              addUnfinished(entry(0), side, key, values)
            } else {
              add(entry(nanos), side, key, values, kind: nil)
            }
          }
        } else if measure == .launch, launch.isUnfinished || launch.diedUnseen {
          if launch.diedUnseen { key.kind = nil }
          addUnfinished(entry(0), side, key, values)
        } else if let (anchors, nanos) = CompareGroup.value(of: measure, launch, index, shares[side]) {
          key.anchors = anchors
          add(entry(nanos), side, key, values, kind: launch.kind)
        }
      }
    }

    private mutating func addUnfinished(_ entry: CompareEntry, _ side: Int, _ key: Key, _ values: [String?]) {
      var key = key
      for value in values {
        key.value = value
        unfinished[key, default: [[], []]][side].append(entry)
      }
    }

    private mutating func add(
      _ entry: CompareEntry, _ side: Int, _ key: Key, _ values: [String?], kind: LaunchKind?
    ) {
      var key = key
      for value in values {
        key.value = value
        groups[key, default: CompareGroup(key, kind, options.measures[key.measure], options.dimension)]
          .entries[side].append(entry)
      }
    }
  }

  /// A launch's time and its ends; of a share 1 if the launch has it, else 0; nil if the launch does not count.
  private static func value(
    of measure: CompareMeasure, _ launch: Launch, _ index: Int, _ shares: ComparedShares
  ) -> (anchors: Anchors?, nanos: Int64)? {
    if case .share(let share) = measure {
      guard let isHit = shares.isHit(share, launch, index: index) else { return nil }
      return (share == .overBudget ? launch.time.anchors : nil, isHit ? 1 : 0)
    }
    guard launch.isCounted, let anchors = launch.time.anchors, let nanos = measure.nanos(of: launch) else { return nil }
    return (anchors, nanos)
  }

  init(_ key: Key, _ kind: LaunchKind?, _ measure: CompareMeasure, _ dimension: Dimension?) {
    self.kind = kind
    self.measure = measure
    anchors = key.anchors
    by = zip([dimension].compactMap(\.self), [key.value].compactMap(\.self)).map { dimension, value in
      GroupValue(dimension: dimension.rawValue, value: value)
    }
    entries = [[], []]
  }

  private static func isBefore(_ a: Key, _ b: Key) -> Bool {
    if a.value != b.value {
      guard let first = a.value, let second = b.value else { return a.value == nil }
      return Normalised.isOrdered(first, second)
    }
    // Groups of all kinds of launches come last.
    if a.kind != b.kind { return a.kind ?? .max < b.kind ?? .max }
    if a.measure != b.measure { return a.measure < b.measure }
    guard let first = a.anchors, let second = b.anchors else { return a.anchors == nil && b.anchors != nil }
    return first < second
  }
}

/// One launch of a side, with the compared time and the numbers of its strata.
struct CompareEntry {
  var nanos: Int64
  /// The number of its device, equal on both sides; -1 if the log does not name it.
  var device: Int32
  /// The number of its model and system, equal on both sides.
  var model: Int32
  var index: Int32
}

extension CompareGroup {
  /// The most that one bucket counts for: no device launches an app more often in a day; this project's number.
  private static let mostOfBucket: Int64 = 10_000

  /// The groups of what MetricKit counted on both sides; those on all payloads of a metric before those of each value.
  ///
  /// Each count of a bucket is an entry with the time in the bucket's middle. One payload is one draw, as the launches
  /// of a device are, for payloads do not name their device; if collectors wrote it, all payloads of a device on a side
  /// are one draw. Launches and resumes have MetricKit's times, `overBudget` is the share over the budget of launches,
  /// and `backgroundKilled` MetricKit's counters.
  static func metrics(_ sides: [[MetricPayload]], _ options: CompareOptions) -> [CompareGroup] {
    if sides.allSatisfy(\.isEmpty) { return [] }
    let units = sides.map(Self.units)
    let models = Self.models(sides, across: options.across)
    var groups: [CompareGroup] = []
    for (number, measure) in options.measures.enumerated() {
      for metric in metrics(of: measure) {
        for value in values(sides, options.dimension) {
          let key = Key(kind: nil, measure: number, anchors: nil, value: value)
          var group = CompareGroup(key, nil, measure, options.dimension)
          group.metric = metric
          // Base and head have numbers of their own, so that no device is compared with itself.
          group.unitCount = units.reduce(0) { $0 + $1.count }
          for side in 0...1 {
            let start = side == 0 ? 0 : units[0].count
            for (unit, indices) in units[side].enumerated() {
              for index in indices where value == nil || value == dimension(options.dimension, sides[side][index]) {
                group.add(sides[side][index], metric, side, unit: start + unit, model: models[side][index])
              }
            }
          }
          if !group.entries.allSatisfy(\.isEmpty) { groups.append(group) }
        }
      }
    }
    return groups
  }

  private static func metrics(of measure: CompareMeasure) -> [String] {
    switch measure {
    case .launch: MetricRow.launchTimes
    case .resume: [MetricRow.resumeTime]
    case .share(.overBudget): [MetricRow.launchTimes[0]]
    case .share(.backgroundKilled): [MetricRow.backgroundExit]
    case .phase, .share: []
    }
  }

  /// The payloads of a side by device, each by itself if it names none.
  private static func units(_ payloads: [MetricPayload]) -> [[Int]] {
    var units: [[Int]] = []
    var indices: [String: Int] = [:]
    for (index, payload) in payloads.enumerated() {
      let device = Normalised.id(payload.context.device)
      if !device.isEmpty, let unit = indices[device] {
        units[unit].append(index)
        continue
      }
      if !device.isEmpty { indices[device] = units.count }
      units.append([index])
    }
    return units
  }

  /// By payload, the number of its model and system, equal on both sides; of the app as well, if several are on both.
  private static func models(_ sides: [[MetricPayload]], across: Set<ComparedProperty>) -> [[Int32]] {
    let apps = sides.map { Set($0.map { Normalised.id($0.context.app) }) }
    let isByApp = apps[0].union(apps[1]).count > 1 && !apps[0].isDisjoint(with: apps[1])
    let names = sides.map { payloads in
      payloads.map { payload in
        let system = across.contains(.system) ? nil : Normalised.major(payload.context.osVersion)
        return [
          isByApp ? Normalised.id(payload.context.app) : "",
          across.contains(.model) ? "" : Normalised.id(payload.context.deviceModel), system.map { "\($0)" } ?? "",
        ]
      }
    }
    let order = Set(names.joined()).sorted { $0.lexicographicallyPrecedes($1) }
    let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, Int32($0)) })
    return names.map { side in side.map { numbers[$0] ?? 0 } }
  }

  /// All payloads, then the values of a dimension in their order.
  private static func values(_ sides: [[MetricPayload]], _ dimension: Dimension?) -> [String?] {
    let all = Set(sides.joined().compactMap { Self.dimension(dimension, $0) })
    return [nil] + all.sorted(by: Normalised.isOrdered).map(Optional.some)
  }

  private static func dimension(_ dimension: Dimension?, _ payload: MetricPayload) -> String? {
    dimension.flatMap { $0.value(of: payload.context) }
  }

  private mutating func add(_ payload: MetricPayload, _ metric: String, _ side: Int, unit: Int, model: Int32) {
    for counted in payload.counts where counted.metric == metric {
      let count = counted.count
      let times = Int(min(max(0, count.count), Self.mostOfBucket))
      var nanos: Int64 = 0
      if measure == .share(.overBudget) {
        // As of launches, only what surely took longer counts: all of the bucket.
        guard let limit = payload.launchBudget, count.lower != Event.absent else { continue }
        nanos = count.lower > limit ? 1 : 0
      } else if measure.isShare {
        nanos = MetricRow.rules(metric, counted.reason).contains(.`background.killed`) ? 1 : 0
      } else {
        guard count.lower != Event.absent, count.upper != Event.absent else { continue }
        nanos = count.lower / 2 + count.upper / 2
        widths[side].append((count.upper &- count.lower, times))
      }
      let entry = CompareEntry(nanos: nanos, device: Int32(unit), model: model, index: Int32(unit))
      entries[side] += repeatElement(entry, count: times)
    }
  }

  /// The width of the buckets, without a tenth of the counts of the side with the wider ones: times of one side may all
  /// be at the beginning of their bucket, and those of the other at its end.
  var bucketSlack: Int64 {
    let sides = widths.map { widths -> Int64 in
      var rest = widths.reduce(0) { $0 + $1.count } * 9 / 10
      for width in widths.sorted(by: { $0.nanos < $1.nanos }) {
        rest -= width.count
        if rest <= 0 { return width.nanos }
      }
      return 0
    }
    return sides.max() ?? 0
  }
}

/// The launches of one side that have what `CompareShare` counts.
private struct ComparedShares {
  private let overBudget: [Bool?]
  private let indices: [CompareShare: Set<Int32>]
  private let unrecorded: Set<CompareShare>

  init(_ side: ComparedSide, _ measures: [CompareMeasure]) {
    let asked = measures.compactMap { measure -> CompareShare? in
      if case .share(let share) = measure { share } else { nil }
    }
    overBudget = side.overBudget
    let kinds = asked.isEmpty ? KindSet() : side.launches.reduce(KindSet()) { $0.union($1.kinds) }
    unrecorded = Set(
      asked.filter { share in share.rule.map { !FindingsComparison.canShow($0, kinds) } ?? false })
    var indices: [CompareShare: Set<Int32>] = [:]
    for share in asked {
      let groups = side.findings.filter { Self.counts($0.finding, for: share) }
      indices[share] = groups.reduce(into: []) { $0.formUnion($1.launches) }
    }
    self.indices = indices
  }

  private static func counts(_ finding: Finding, for share: CompareShare) -> Bool {
    if let rule = share.rule { return finding.rule == rule }
    let isBad = finding.severity >= .warning
    return share == .findings && isBad && finding.accepted == nil && !finding.isReportedOnce
  }

  func isRecorded(_ share: CompareShare) -> Bool { !unrecorded.contains(share) }

  /// Nil if the launch does not count for the share.
  func isHit(_ share: CompareShare, _ launch: Launch, index: Int) -> Bool? {
    if !isRecorded(share) { return nil }
    switch share {
    case .overBudget: return index < overBudget.count ? overBudget[index] : nil
    case .abandoned:
      guard launch.isAwaited, launch.isSeenFromStart else { return nil }
    case .backgroundKilled: if !launch.wasInBackground { return nil }
    case .findings: break
    }
    return indices[share]?.contains(Int32(index)) == true
  }
}
