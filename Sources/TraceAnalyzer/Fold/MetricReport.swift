import TraceModel

/// What MetricKit's payloads counted, and what they are about.
///
/// Encoded as it stands it is the member `metrics` of documents.
package struct MetricReport: Sendable, Encodable {
  /// The number of payloads; one that came twice counts once.
  package var payloads: Int
  /// How many overlap in time with another one of the same app, model and system; nil if none does.
  ///
  /// They are of other devices, or count a device twice: a payload does not name its device.
  package var overlapping: Int?
  /// True if collectors name the device of all overlapping payloads: it is counted twice.
  package var overlapsOneDevice: Bool?
  /// How many share a part of their time with one of the other MetricKit, before iOS 27 or since, of the same app,
  /// model and system: an app that uses both has each day, or each diagnostic, twice; nil if none does.
  package var ofBothKinds: Int?
  /// When the first period began and the last one ended, in nanoseconds since 1970; nil if no payload says it.
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
    let ofBothKinds = Self.ofBothKinds(all)
    self.ofBothKinds = ofBothKinds == 0 ? nil : ofBothKinds
    rows = MetricRow.all(all)
  }

  /// How many payloads share a part of their time with a report that may be of the same device, and these reports: sums
  /// with sums, diagnostics with those of their kind.
  private static func ofBothKinds(_ all: [MetricPayload]) -> Int {
    let reports = all.filter(\.isReport)
    let payloads = all.filter { !$0.isReport }
    if reports.isEmpty || payloads.isEmpty { return 0 }
    func isShared(_ one: MetricPayload, _ other: MetricPayload) -> Bool {
      guard installation(one) == installation(other), let period = one.period, let its = other.period else {
        return false
      }
      let counted = Set(one.diagnostics).intersection(other.diagnostics)
      // One day ends at the instant at which the next one begins.
      let isLong = period.lowerBound < its.upperBound && its.lowerBound < period.upperBound
      return one.isOfSums && other.isOfSums ? isLong : !counted.isEmpty && period.overlaps(its)
    }
    return reports.count { report in payloads.contains { isShared(report, $0) } }
      + payloads.count { payload in reports.contains { isShared($0, payload) } }
  }

  /// Equal in all payloads of one device.
  private static func installation(_ payload: MetricPayload) -> [String] {
    let context = payload.context
    return [context.app, context.deviceModel, context.osVersion, context.device]
  }

  /// The payloads that overlap in time with another one of their kind that may be of the same device.
  private static func overlapping(_ all: [MetricPayload]) -> [MetricPayload] {
    // A diagnostic is counted beside the sums of its day.
    let groups = Dictionary(grouping: all.filter(\.isOfSums)) { payload in
      installation(payload) + [payload.isReport ? MetricCount.report : ""]
    }
    return groups.values.flatMap { group -> [MetricPayload] in
      let sorted = group.compactMap { payload in payload.period.map { (period: $0, payload: payload) } }
        .sorted { ($0.period.lowerBound, $0.period.upperBound) < ($1.period.lowerBound, $1.period.upperBound) }
      var latest = Int64.min
      return sorted.enumerated().filter { index, one in
        // One payload may end at the instant at which the next one begins.
        let overlapsEarlier = one.period.lowerBound < latest
        latest = max(latest, one.period.upperBound)
        let next = index + 1 < sorted.count ? sorted[index + 1].period.lowerBound : Int64.max
        return overlapsEarlier || next < one.period.upperBound
      }.map(\.element.payload)
    }
  }
}

extension MetricPayload {
  fileprivate var diagnostics: [String] { counts.map(\.metric).filter { $0.hasSuffix("Diagnostic") } }

  /// True if it holds sums of a period, and not only diagnostics.
  fileprivate var isOfSums: Bool { !counts.allSatisfy { $0.metric.hasSuffix("Diagnostic") } }
}

/// What Apple counted of one version of an app, in all payloads together.
package struct MetricRow: Sendable, Encodable {
  package var app, appVersion, metric: String
  /// Why the app ended; nil for other metrics.
  package var reason: String?
  /// Our launches, or measures, that mean the same.
  package var comparedWith: [String]?
  /// The rules that find it in a log: `tracetool explain RULE` says what lies behind it.
  package var rules: [String]?
  package var count: Int64
  /// Counts in buckets whose bounds could not be read, and so in no percentile.
  package var unreadCount: Int64?
  /// The buckets that hold the percentiles, by nearest rank; the 90th is nil of too few counts.
  package var p50LowerNanos, p50UpperNanos, p90LowerNanos, p90UpperNanos: Int64?
  /// The bucket of the longest.
  package var longestLowerNanos, longestUpperNanos: Int64?
  /// How long the app was in use in all periods together, for a metric of one length a period.
  package var sumNanos: Int64?
  /// The percentiles of an amount of memory in each period, by nearest rank.
  package var p50Bytes, p90Bytes, mostBytes: Int64?

  /// Source: Apple, MetricKit; what each ends with is in `tracetool explain launch-times`.
  private static let comparisons = [
    "timeToFirstDraw": ["cold", "warm", "unclassified"], "optimizedTimeToFirstDraw": ["prewarmed"],
    "applicationResumeTime": ["resume"], "extendedLaunch": ["fullyDrawn"],
  ]

  /// The metrics of launch times.
  package static let launchTimes = ["timeToFirstDraw", "optimizedTimeToFirstDraw", "extendedLaunch"]
  /// The metric of returns to the foreground.
  package static let resumeTime = "applicationResumeTime"
  /// How long the app was in the foreground, and active in the background, each a length of one period.
  package static let foregroundTime = "totalForegroundTime"
  package static let backgroundTime = "totalBackgroundTime"
  /// The counters of ends.
  package static let foregroundExit = "foregroundExit"
  package static let backgroundExit = "backgroundExit"
  /// What has a duration: other metrics, as bytes written, `MetricKitReader` does not read.
  private static let timed = launchTimes + [resumeTime, "hangTime", "hangDiagnostic", "launchDiagnostic", cpuException]
  private static let lengths = [foregroundTime, backgroundTime]
  /// The most memory that the app used in one period, and the average while it was suspended.
  package static let peakMemory = "peakMemory"
  package static let suspendedMemory = "suspendedMemory"
  private static let memory = [peakMemory, suspendedMemory]
  /// The diagnostic of an app that used much of the processor: "fatal or nonfatal", in Apple's words, so never an end.
  package static let cpuException = "cpuExceptionDiagnostic"
  private static let order =
    timed + lengths + memory + [
      "diskWriteExceptionDiagnostic", foregroundExit, backgroundExit, "crashDiagnostic", "memoryExceptionDiagnostic",
    ]

  /// True if the metric is one that Apple documents, and no diagnostic of a later system.
  package var isKnown: Bool { Self.order.contains(metric) }

  /// True if the row counts ends of processes, and no times.
  package var isOfEnds: Bool { reason != nil }

  /// The rules that find in a log what a metric counts, by the reason of ends; empty for a normal part of use.
  ///
  /// Source: Apple, MXForegroundExitData, MXBackgroundExitData: what each counter counts; MXHangDiagnostic.
  static func rules(_ metric: String, _ reason: String?) -> [RuleID] {
    switch (metric, reason) {
    case ("hangTime", _), ("hangDiagnostic", _): [.`main-thread.blocked`]
    case ("launchDiagnostic", _): [.`launch.slow`]
    case (foregroundExit, "watchdog"), ("crashDiagnostic", "watchdog"):
      [.`launch.watchdog`, .`process.killed`, .`main-thread.blocked`]
    case (foregroundExit, "memoryLimit"), (foregroundExit, "memoryPressure"), (foregroundExit, "cpu"):
      [.`process.killed`]
    case (backgroundExit, "watchdog"): [.`background.killed`, .`background.handler-overrun`]
    case (_, "backgroundTask"):
      [.`background.killed`, .`background.task-overrun`, .`background.task-leaked`]
    case ("memoryExceptionDiagnostic", _):
      [.`process.killed`, .`background.killed`, .`background.memory-not-released`]
    case (backgroundExit, "memoryLimit"): [.`background.killed`, .`background.memory-not-released`]
    case (backgroundExit, "cpu"), (_, "fileLock"), (_, "urlSession"), (_, "fetch"):
      [.`background.killed`]
    // Apple counts a crash by what it came from; which of them were launches, no counter says.
    case (_, "badAccess"), (_, "illegalInstruction"), (_, "abnormal"), (_, "crash"): [.`launch.crashed`]
    default: []
    }
  }

  private init(_ key: [String], _ counts: [MetricCount]) {
    app = key[0]
    appVersion = key[1]
    metric = key[2]
    reason = key[3].isEmpty ? nil : key[3]
    comparedWith = Self.comparisons[key[2]]
    let rules = Self.rules(metric, reason).map(\.name)
    self.rules = rules.isEmpty ? nil : rules
    func sum(_ counts: [MetricCount]) -> Int64 { counts.reduce(0) { $0 &+ max(0, $1.count) } }
    let buckets = counts.filter { $0.lower != Event.absent && $0.upper != Event.absent }
    count = sum(counts)
    unreadCount = nil
    if reason != nil { return }
    if buckets.count < counts.count, (Self.timed + Self.memory).contains(metric) { unreadCount = count &- sum(buckets) }
    let sorted = buckets.sorted { ($0.lower, $0.upper) < ($1.lower, $1.upper) }
    let all = sum(buckets)
    func bucket(_ percent: Int) -> MetricCount? {
      if !Statistics.shows(percent, of: Int(all)) { return nil }
      var rest = (Int128(percent) * Int128(all) + 99) / 100
      return sorted.first { bucket in
        rest -= Int128(max(0, bucket.count))
        return bucket.count > 0 && rest <= 0
      }
    }
    if Self.memory.contains(metric) {
      p50Bytes = bucket(50)?.lower
      p90Bytes = bucket(90)?.lower
      mostBytes = bucket(100)?.lower
      return
    }
    p50LowerNanos = bucket(50)?.lower
    p50UpperNanos = bucket(50)?.upper
    p90LowerNanos = bucket(90)?.lower
    p90UpperNanos = bucket(90)?.upper
    longestLowerNanos = bucket(100)?.lower
    longestUpperNanos = bucket(100)?.upper
    if Self.lengths.contains(metric) { sumNanos = buckets.reduce(0) { $0 &+ $1.lower } }
  }

  static func all(_ payloads: [MetricPayload]) -> [MetricRow] {
    var groups: [[String]: [MetricCount]] = [:]
    for payload in payloads {
      for counted in payload.counts {
        let key = [payload.context.app, payload.context.appVersion, counted.metric, counted.reason]
        groups[key, default: []].append(counted.count)
      }
    }
    func rank(_ key: [String]) -> Int { order.firstIndex(of: key[2]) ?? order.count }
    let keys = groups.keys.sorted { a, b in
      let isOfOneVersion = a[..<2] == b[..<2]
      if isOfOneVersion, rank(a) != rank(b) { return rank(a) < rank(b) }
      return zip(a, b).first { $0 != $1 }.map(Normalised.isOrdered) ?? false
    }
    return keys.map { MetricRow($0, groups[$0] ?? []) }
  }
}
