import TraceModel

/// The launches of both sides that one row of a comparison is about: of one kind, a time between the same ends.
struct CompareGroup {
  /// The parts that all launches of a group share.
  struct Key: Hashable {
    /// The place of its kind, and of the measure among those that were asked for.
    var kind, measure: Int
    /// Nothing of a share that is not one of times.
    var anchors: Anchors?
    /// The value of the dimension that is grouped by; nil for a row on all launches.
    var value: String?
  }

  var kind: LaunchKind
  var measure: CompareMeasure
  var anchors: Anchors?
  /// False if a side does not record what it takes to show the measure.
  var isRecorded = true
  var by: [GroupValue]
  /// Of base and head, in the order of their launches.
  var entries: [[CompareEntry]]

  /// Of base and head, the launches of the kind that have no end.
  ///
  /// The process died or the log ended before it: how long they would have taken is not known.
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
    var groups: [Key: CompareGroup] = [:]
    var unfinished: [Key: [[CompareEntry]]] = [:]
    let shares = sides.map { ComparedShares($0, options.measures) }
    for (side, compared) in sides.enumerated() {
      for (place, launch) in compared.launches.enumerated() {
        let values = [nil] + (options.dimension.map { [$0.value(of: launch)] } ?? [])
        for (number, measure) in options.measures.enumerated() {
          if measure == .launch, launch.time.notCounted == .`no end` {
            let entry = numbers.entry(of: launch, nanos: 0, side: side, place: place)
            for value in values {
              let key = Key(kind: launch.kind.place, measure: number, value: value)
              unfinished[key, default: [[], []]][side].append(entry)
            }
            continue
          }
          guard let (anchors, nanos) = value(of: measure, launch, place, shares[side]) else { continue }
          let entry = numbers.entry(of: launch, nanos: nanos, side: side, place: place)
          for value in values {
            let key = Key(kind: launch.kind.place, measure: number, anchors: anchors, value: value)
            groups[key, default: CompareGroup(key, launch.kind, measure, options.dimension)].entries[side].append(entry)
          }
        }
      }
    }
    return groups.sorted { isBefore($0.key, $1.key) }.map { key, group in
      var group = group
      group.unfinished = unfinished[Key(kind: key.kind, measure: key.measure, value: key.value)] ?? [[], []]
      if case .share(let share) = group.measure { group.isRecorded = shares.allSatisfy { $0.isRecorded(share) } }
      return group
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

  private init(_ key: Key, _ kind: LaunchKind, _ measure: CompareMeasure, _ dimension: Dimension?) {
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
    if a.kind != b.kind { return a.kind < b.kind }
    if a.measure != b.measure { return a.measure < b.measure }
    guard let first = a.anchors, let second = b.anchors else { return a.anchors == nil && b.anchors != nil }
    return first < second
  }
}
