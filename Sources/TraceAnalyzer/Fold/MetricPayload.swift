package import TraceModel

/// What one payload of MetricKit counted: the sums of one device over a day.
///
/// Source: Apple, MetricKit: "on-device app diagnostics and power and performance metrics", delivered to the app at
/// most once per day.
package struct MetricPayload: Sendable {
  /// One bucket, one counter or one diagnostic.
  struct Counted: Sendable {
    /// As in `timeToFirstDraw`.
    var metric: String
    /// Why the app ended; empty for other counts.
    var reason: String
    var count: MetricCount
  }

  /// The app, its version at the end of the day, the model and the system.
  let context: LaunchContext
  let counts: [Counted]
  /// True if it is a report, which iOS 27 writes; false for a payload, as iOS 13 and later write it.
  let isReport: Bool
  /// The budget of launches of its app and device in nanoseconds; nil without one, or if none was looked up.
  private(set) var launchBudget: Int64?

  /// Nil if the payload does not say when it began.
  var period: ClosedRange<Int64>? {
    guard let count = counts.first?.count, count.begin != Event.absent, count.begin <= count.end else { return nil }
    return count.begin...count.end
  }

  /// The payload with the budget of its launches, whose kind it does not say.
  package func judged(by options: JudgingOptions) -> MetricPayload {
    var subject = BudgetSubject()
    subject.app = context.app
    subject.appVersion = context.appVersion
    subject.os = context.osVersion
    subject.deviceModel = context.deviceModel
    subject.deviceClass = context.deviceClass
    var payload = self
    payload.launchBudget = options.budgets.of(subject)[.launch]
    return payload
  }

  /// The payloads that all selections ask for, in the order of `summaries`, with their counts in these periods; empty
  /// if launches are asked for.
  ///
  /// A payload without a count that is read is left out.
  package static func all(
    _ summaries: [LaunchSummary], _ symbols: Symbols, _ selections: [Selection], _ classes: DeviceClasses
  ) -> [MetricPayload] {
    if selections.contains(where: \.asksForLaunches) { return [] }
    let indices = summaries.metricIndices
    if indices.isEmpty { return [] }
    let contexts = LaunchContexts(symbols, classes)
    return indices.compactMap { index in
      let context = contexts[summaries[index].context]
      guard selections.allSatisfy({ $0.contains(context) }) else { return nil }
      let asked = summaries[index].metrics.filter { count in
        selections.allSatisfy { $0.since ?? .min <= count.begin && count.end <= $0.until ?? .max }
      }
      let counts = asked.map { count in
        Counted(metric: metric(count, symbols), reason: symbols.texts.string(count.reason), count: count)
      }.filter { !uncounted.contains($0.metric) }
      if counts.isEmpty { return nil }
      let stream = symbols.texts.string(symbols.stream(summaries[index].stream).source)
      let isReport = stream.split(separator: "/").contains { $0 == MetricCount.report || $0 == MetricCount.process }
      return MetricPayload(context: context, counts: counts, isReport: isReport)
    }
  }

  private static let uncounted = [MetricCount.nothing, MetricCount.statesAlone]

  private static func metric(_ count: MetricCount, _ symbols: Symbols) -> String {
    String(symbols.texts.string(count.event).dropFirst(InputFormat.metricKit.eventPrefix.count))
  }

  /// The periods, in nanoseconds since 1970, of the payloads without a count that is read, in the order of the
  /// summaries; `word` is the cause: `MetricCount.nothing` or `MetricCount.statesAlone`.
  package static func periods(
    without word: String, _ summaries: [LaunchSummary], _ symbols: Symbols
  ) -> [ClosedRange<Int64>] {
    summaries.metricIndices.compactMap { index in
      let count = summaries[index].metrics.first { metric($0, symbols) == word }
      return count.map { min($0.begin == Event.absent ? $0.end : $0.begin, $0.end)...$0.end }
    }
  }
}
