package import TraceModel

/// What Apple counted of one version of an app, in all periods and on all devices together.
package struct MetricRow: Sendable, Encodable {
  package var app, appVersion, metric: String
  /// Why the app ended, of exits.
  package var reason: String?
  /// The launches of ours, or the measures, that mean the same.
  package var comparedWith: [String]?
  package var count: Int64
  /// How many are in buckets whose bounds could not be read, and so in no percentile.
  package var unreadCount: Int64?
  /// The buckets that hold the percentiles, by nearest rank.
  package var p50LowerNanos, p50UpperNanos, p90LowerNanos, p90UpperNanos: Int64?

  /// Source: Apple, MetricKit; what each ends with is in `tracetool explain launch-times`.
  private static let comparisons = [
    "timeToFirstDraw": ["cold", "warm", "unclassified"], "optimizedTimeToFirstDraw": ["prewarmed"],
    "applicationResumeTime": ["resume"], "extendedLaunch": ["fullyDrawn"],
  ]

  private init(_ key: [String], _ counts: [MetricCount]) {
    app = key[0]
    appVersion = key[1]
    metric = key[2]
    reason = key[3].isEmpty ? nil : key[3]
    comparedWith = Self.comparisons[key[2]]
    func sum(_ counts: [MetricCount]) -> Int64 { counts.reduce(0) { $0 &+ max(0, $1.count) } }
    let buckets = counts.filter { $0.lower != Event.absent && $0.upper != Event.absent }
    count = sum(counts)
    unreadCount = nil
    if reason != nil { return }
    if buckets.count < counts.count { unreadCount = count &- sum(buckets) }
    let sorted = buckets.sorted { ($0.lower, $0.upper) < ($1.lower, $1.upper) }
    func bucket(_ percent: Int128) -> MetricCount? {
      var rest = (percent * Int128(sum(buckets)) + 99) / 100
      return sorted.first { bucket in
        rest -= Int128(max(0, bucket.count))
        return bucket.count > 0 && rest <= 0
      }
    }
    p50LowerNanos = bucket(50)?.lower
    p50UpperNanos = bucket(50)?.upper
    p90LowerNanos = bucket(90)?.lower
    p90UpperNanos = bucket(90)?.upper
  }

  /// The rows of what is asked for, in the order of app, version, metric and reason; none where launches are asked for.
  package static func all(
    _ summaries: [LaunchSummary], _ symbols: Symbols, _ selection: Selection, _ classes: DeviceClasses
  ) -> [MetricRow] {
    if selection.kind != nil || selection.launch != nil || selection.device != nil { return [] }
    let counting = summaries.metricPlaces
    if counting.isEmpty { return [] }
    let contexts = LaunchContexts(symbols, classes)
    var groups: [[String]: [MetricCount]] = [:]
    for index in counting {
      let context = contexts[summaries[index].context]
      guard selection.contains(context) else { continue }
      let since = selection.since ?? .min
      let until = selection.until ?? .max
      for count in summaries[index].metrics where since <= count.begin && count.end <= until {
        let metric = symbols.texts.string(count.event).dropFirst("metrickit.".utf8.count)
        let key = [context.app, context.appVersion, String(metric), symbols.texts.string(count.reason)]
        groups[key, default: []].append(count)
      }
    }
    let order = groups.keys.sorted { a, b in zip(a, b).first { $0 != $1 }.map(Normalised.isOrdered) ?? false }
    return order.map { MetricRow($0, groups[$0] ?? []) }
  }
}
