import TraceModel

/// What MetricKit's payloads counted, and what they are about.
///
/// Encoded as it stands it is the member `metrics` of documents.
package struct MetricReport: Sendable, Encodable {
  /// The number of payloads; one that came twice counts once.
  package var payloads: Int
  /// How many of them share a part of their time with another one of the same app, model and system; nothing if none does.
  ///
  /// They are of other devices, or count a device twice: a payload does not name its device.
  package var overlapping: Int?
  /// True if collectors wrote for all payloads that overlap of which device they are, so that it is counted twice.
  package var overlapsOneDevice: Bool?
  /// When the first period began and the last one ended, in nanoseconds since 1970; nothing where no payload says it.
  package var beginNanos, endNanos: Int64?
  /// The models of devices and the versions of the system, each once, in their order.
  package var models, systems: [String]
  /// The counts, in the order of app, version, metric and reason.
  package var rows: [MetricRow]

  /// The report on payloads; nil if there are none.
  package init?(_ all: [MetricPayload]) {
    if all.isEmpty { return nil }
    payloads = all.count
    let periods = all.compactMap(\.period)
    beginNanos = periods.map(\.lowerBound).min()
    endNanos = periods.map(\.upperBound).max()
    func values(_ value: (LaunchContext) -> String) -> [String] {
      Set(all.map { value($0.context) }).subtracting([""]).sorted(by: Normalised.isOrdered)
    }
    models = values(\.deviceModel)
    systems = values(\.osVersion)
    let overlapping = Self.overlapping(all)
    self.overlapping = overlapping.isEmpty ? nil : overlapping.count
    overlapsOneDevice = !overlapping.isEmpty && overlapping.allSatisfy { !$0.context.device.isEmpty } ? true : nil
    rows = MetricRow.all(all)
  }

  /// The payloads that share a part of their time with another one that may be of the same device.
  private static func overlapping(_ all: [MetricPayload]) -> [MetricPayload] {
    // A diagnostic is counted beside the sums of its day.
    let sums = all.filter { !$0.counts.allSatisfy { $0.metric.hasSuffix("Diagnostic") } }
    let groups = Dictionary(grouping: sums) { payload in
      [payload.context.app, payload.context.deviceModel, payload.context.osVersion, payload.context.device]
    }
    return groups.values.flatMap { group -> [MetricPayload] in
      let sorted = group.compactMap { payload in payload.period.map { (period: $0, payload: payload) } }
        .sorted { ($0.period.lowerBound, $0.period.upperBound) < ($1.period.lowerBound, $1.period.upperBound) }
      var latest = Int64.min
      return sorted.enumerated().filter { place, one in
        // One payload may end at the instant at which the next one begins.
        let overlapsEarlier = one.period.lowerBound < latest
        latest = max(latest, one.period.upperBound)
        let next = place + 1 < sorted.count ? sorted[place + 1].period.lowerBound : Int64.max
        return overlapsEarlier || next < one.period.upperBound
      }.map(\.element.payload)
    }
  }
}
