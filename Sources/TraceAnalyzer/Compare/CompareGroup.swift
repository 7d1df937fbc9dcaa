import TraceModel

/// The launches of both sides that one row of a comparison is about: of one kind, a time between the same ends; or the
/// resumes of all launches.
struct CompareGroup {
  /// The parts that all launches of a group share.
  struct Key: Hashable {
    /// The place of its kind; nil for launches of all kinds.
    var kind: Int?
    /// The place of the measure among those that were asked for.
    var measure: Int
    /// Nothing of a share that is not one of times.
    var anchors: Anchors?
    /// The value of the dimension that is grouped by; nil for a row on all launches.
    var value: String?
  }

  /// Nothing for launches of all kinds.
  var kind: LaunchKind?
  var measure: CompareMeasure
  var anchors: Anchors?
  /// What MetricKit counted, in place of a kind; nil of launches.
  var metric: String?
  /// How many draws MetricKit's payloads are on both sides.
  var unitCount = 0
  /// Of base and head, how wide the buckets are, and how many each counts.
  var widths: [[(nanos: Int64, count: Int)]] = [[], []]
  /// False if a side does not record what it takes to show the measure.
  var isRecorded = true
  var by: [GroupValue]
  /// Of base and head, in the order of their launches, of which one may have several resumes.
  var entries: [[CompareEntry]]

  /// Of base and head, the launches of the kind, or the resumes, that have no end.
  ///
  /// The process died or the log ended before it: how long they would have taken is not known. Launches that died before
  /// anything showed that they were for the user may be of any kind, and are among those of each.
  private(set) var unfinished: [[CompareEntry]] = [[], []]

  /// True if one side lost a greater share of its launches so than the other, by a difference that matters.
  var losesMoreOnOneSide: Bool {
    let shares = zip(entries, unfinished).map { Double($1.count) / Double(max(1, $0.count + $1.count)) }
    return (shares[0] - shares[1]).magnitude >= Margin.leastShare
  }

  /// The group with those launches among the others, each twice as long as the longest.
  var withUnfinished: CompareGroup {
    var group = self
    let longest = entries.joined().reduce(0) { max($0, $1.nanos) }
    for side in 0...1 {
      for var entry in unfinished[side] {
        entry.nanos = 2 * min(longest, Observation.longest / 2)
        group.entries[side].append(entry)
      }
      group.entries[side].sort { $0.place < $1.place }
    }
    group.unfinished = [[], []]
    return group
  }

  /// The groups of all launches of both sides, in a total order; rows on all launches first.
  static func all(_ sides: [ComparedSide], _ numbers: CompareNumbers, _ options: CompareOptions) -> [CompareGroup] {
    let shares = sides.map { ComparedShares($0, options.measures) }
    var gathering = Gathering(numbers: numbers, options: options, shares: shares)
    for (side, compared) in sides.enumerated() {
      for (place, launch) in compared.launches.enumerated() { gathering.add(launch, side: side, place: place) }
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

  /// Puts launches into their groups, one after the other.
  private struct Gathering {
    let numbers: CompareNumbers
    let options: CompareOptions
    /// Of base and head.
    let shares: [ComparedShares]
    /// The values of all launches where there is no dimension: made once, as each launch asks for them.
    let onAll: [String?] = [nil]
    var groups: [Key: CompareGroup] = [:]
    /// By the key of a group without anchors, the launches or resumes that have no end; those of no known kind by none.
    var unfinished: [Key: [[CompareEntry]]] = [:]

    /// Adds what the launch at a place of a side has of each measure.
    mutating func add(_ launch: Launch, side: Int, place: Int) {
      let values = options.dimension.map { [nil, $0.value(of: launch)] } ?? onAll
      func entry(_ nanos: Int64) -> CompareEntry { numbers.entry(of: launch, nanos: nanos, side: side, place: place) }
      for (number, measure) in options.measures.enumerated() {
        var key = Key(kind: launch.kind.place, measure: number)
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
        } else if let (anchors, nanos) = CompareGroup.value(of: measure, launch, place, shares[side]) {
          key.anchors = anchors
          add(entry(nanos), side, key, values, kind: launch.kind)
        }
      }
    }

    /// Adds a launch or a resume that has no end.
    private mutating func addUnfinished(_ entry: CompareEntry, _ side: Int, _ key: Key, _ values: [String?]) {
      var key = key
      for value in values {
        key.value = value
        unfinished[key, default: [[], []]][side].append(entry)
      }
    }

    /// Adds an entry to the group of a key, and to that of each value.
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

  /// The time of a launch, and its ends; of a share 1 if the launch has it, else 0; nil if the launch does not count.
  private static func value(
    of measure: CompareMeasure, _ launch: Launch, _ place: Int, _ shares: ComparedShares
  ) -> (anchors: Anchors?, nanos: Int64)? {
    if case .share(let share) = measure {
      guard let isHit = shares.isHit(share, launch, place: place) else { return nil }
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
