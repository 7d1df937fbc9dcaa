import TraceModel

/// The launches of both sides that one row of a comparison is about: of one kind, between the same ends.
struct CompareGroup {
  /// The parts that all launches of a group share.
  struct Key: Hashable {
    /// The place of its kind, and of the measure among those that were asked for.
    var kind, measure: Int
    var anchors: Anchors
    /// The value of the dimension that is grouped by; nil for a row on all launches.
    var value: String?
  }

  var kind: LaunchKind
  var measure: CompareMeasure
  var anchors: Anchors
  var by: [GroupValue]
  /// Of base and head, in the order of their launches.
  var entries: [[CompareEntry]]

  /// The groups of all launches of both sides, in a total order; rows on all launches first.
  static func all(_ sides: [[Launch]], _ numbers: CompareNumbers, _ options: CompareOptions) -> [CompareGroup] {
    var groups: [Key: CompareGroup] = [:]
    for (side, launches) in sides.enumerated() {
      for (place, launch) in launches.enumerated() where launch.isCounted {
        for (number, measure) in options.measures.enumerated() {
          guard let anchors = launch.time.anchors, let nanos = measure.nanos(of: launch) else { continue }
          let entry = numbers.entry(of: launch, nanos: nanos, side: side, place: place)
          let values = [nil] + (options.dimension.map { [$0.value(of: launch)] } ?? [])
          for value in values {
            let key = Key(kind: launch.kind.place, measure: number, anchors: anchors, value: value)
            groups[key, default: CompareGroup(key, launch.kind, measure, options.dimension)].entries[side].append(entry)
          }
        }
      }
    }
    return groups.sorted { isBefore($0.key, $1.key) }.map(\.value)
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
    return a.measure != b.measure ? a.measure < b.measure : a.anchors < b.anchors
  }
}
