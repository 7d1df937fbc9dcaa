import TraceModel

extension CompareGroup {
  /// The most that one bucket counts for.
  ///
  /// No device launches an app more often in a day: this project's number.
  private static let mostOfBucket: Int64 = 10_000

  /// The groups of what MetricKit counted on both sides.
  ///
  /// Each count of a bucket is an entry with the time in the bucket's middle. What one payload counted is one draw, as the
  /// launches of a device are: payloads do not name their device. Where collectors wrote it, all payloads of a device
  /// on a side are one.
  ///
  /// - Parameters:
  ///   - sides: The payloads of base and head.
  ///   - options: The measures: launches and resumes have times of MetricKit's, `overBudget` those over the budget of
  ///     launches, and `backgroundKilled` its counters.
  /// - Returns: The groups, those on all payloads of a metric before those of each value of the dimension.
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
            for (unit, places) in units[side].enumerated() {
              for place in places where value == nil || value == dimension(options.dimension, sides[side][place]) {
                group.add(sides[side][place], metric, side, unit: start + unit, model: models[side][place])
              }
            }
          }
          if !group.entries.allSatisfy(\.isEmpty) { groups.append(group) }
        }
      }
    }
    return groups
  }

  /// What MetricKit counts of a measure.
  private static func metrics(of measure: CompareMeasure) -> [String] {
    switch measure {
    case .launch: MetricRow.launchTimes
    case .resume: [MetricRow.resumeTime]
    case .share(.overBudget): [MetricRow.launchTimes[0]]
    case .share(.backgroundKilled): [MetricRow.backgroundExit]
    case .phase, .share: []
    }
  }

  /// The payloads of a side by their devices, each by itself where it names none.
  private static func units(_ payloads: [MetricPayload]) -> [[Int]] {
    var units: [[Int]] = []
    var places: [String: Int] = [:]
    for (place, payload) in payloads.enumerated() {
      let device = Normalised.id(payload.context.device)
      if !device.isEmpty, let unit = places[device] {
        units[unit].append(place)
        continue
      }
      if !device.isEmpty { places[device] = units.count }
      units.append([place])
    }
    return units
  }

  /// For each payload the number of its model and system, the same on both sides; of the app as well, if several are on
  /// both.
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

  /// The value of a payload; nil of what it does not have.
  private static func dimension(_ dimension: Dimension?, _ payload: MetricPayload) -> String? {
    dimension.flatMap { $0.value(of: payload.context) }
  }

  /// Adds what a payload counted of a metric.
  private mutating func add(_ payload: MetricPayload, _ metric: String, _ side: Int, unit: Int, model: Int32) {
    for counted in payload.counts where counted.metric == metric {
      let count = counted.count
      let times = Int(min(max(0, count.count), Self.mostOfBucket))
      var nanos: Int64 = 0
      if measure == .share(.overBudget) {
        // As of launches, what surely took longer counts: all of the bucket.
        guard let limit = payload.launchBudget, count.lower != Event.absent else { continue }
        nanos = count.lower > limit ? 1 : 0
      } else if measure.isShare {
        nanos = MetricRow.rules(metric, counted.reason).contains(.`background.killed`) ? 1 : 0
      } else {
        guard count.lower != Event.absent, count.upper != Event.absent else { continue }
        nanos = count.lower / 2 + count.upper / 2
        widths[side].append((count.upper &- count.lower, times))
      }
      let entry = CompareEntry(nanos: nanos, device: Int32(unit), model: model, place: Int32(unit))
      entries[side] += repeatElement(entry, count: times)
    }
  }

  /// How wide the buckets are, but for a tenth of the counts of the side with the wider ones.
  ///
  /// Times of one side may all be at the beginning of their bucket, and those of the other at its end.
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
