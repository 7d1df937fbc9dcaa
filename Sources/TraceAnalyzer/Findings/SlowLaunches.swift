import TraceModel

/// Launches and phases that took long, held against their budgets and the app's other launches.
struct SlowLaunches {
  /// Launches that are one measure: the same work from the same place to the same place.
  private struct Cohort: Hashable {
    var app: String
    /// Nothing for all versions of the app.
    var version: String?
    var kind: LaunchKind
    var model: String
    var anchors: Anchors?
  }

  /// So many launches make a median, and so many make quartiles: this project's numbers.
  private static let medianCount = 5
  private static let quartileCount = 8
  /// So far over the third quartile a phase is out of the ordinary: Tukey's far out, and enough to
  /// be felt (Apple, *Improving app responsiveness*).
  private static let spreads: Int64 = 3
  private static let excessNanos: Int64 = 100_000_000

  private let launches: [Launch]
  private let grounds: Grounds
  /// How long each phase took in each cohort of all versions.
  private var phases: [Cohort: [String: [Int64]]] = [:]

  /// What `launches`, in their order, show together.
  static func findings(_ launches: [Launch], _ grounds: Grounds) -> [Finding] {
    let slow = SlowLaunches(launches.filter(\.isCounted), grounds)
    return slow.launchFindings() + slow.phaseFindings()
  }

  private init(_ launches: [Launch], _ grounds: Grounds) {
    (self.launches, self.grounds) = (launches, grounds)
    for launch in launches {
      for phase in launch.phases where !phase.isApproximate {
        phases[cohort(launch), default: [:]][phase.name, default: []].append(phase.nanos)
      }
    }
  }

  private func cohort(_ launch: Launch, version: String? = nil) -> Cohort {
    Cohort(
      app: launch.context.app, version: version, kind: launch.kind,
      model: launch.context.deviceModel, anchors: launch.time.anchors)
  }

  // MARK: Launches

  private func launchFindings() -> [Finding] {
    guard let limit = grounds.options.budgets["launch"] else { return [] }
    let framed = launches.filter { $0.time.anchors?.to != .active }
    let versions = Dictionary(grouping: framed) { cohort($0, version: $0.context.appVersion) }
    return versions.flatMap { cohort, launches -> [Finding] in
      let median = Statistics(launches.compactMap(\.time.nanos)).percentile(50) ?? 0
      if launches.count < Self.medianCount {
        return launches.filter { $0.time.nanos ?? 0 > limit }.map { single($0, limit) }
      }
      return median > limit ? [slow(cohort, launches, median, limit)] : []
    }
  }

  private func single(_ launch: Launch, _ limit: Int64) -> Finding {
    let nanos = launch.time.nanos ?? 0
    var finding = finding(
      .launchSlow, .note, launch, [launch.kind.name],
      "the launch took \(DurationText.of(nanos)), budget \(DurationText.of(limit))")
    finding.set(Excess(budget: "launch", severity: .note, measured: nanos, limit: limit))
    return finding
  }

  private func slow(
    _ cohort: Cohort, _ launches: [Launch], _ median: Int64, _ limit: Int64
  ) -> Finding {
    var finding = Finding(
      rule: RuleID.launchSlow.name, severity: Severity.warning.name,
      confidence: Confidence.certain.name,
      message: "the median of \(launches.count) \(cohort.kind.name) launches"
        + (cohort.model.isEmpty ? "" : " on \(cohort.model)") + " is \(DurationText.of(median)),"
        + " budget \(DurationText.of(limit)); \(worstPhase(cohort, launches))",
      cause: "work before the first frame that could come after it", app: cohort.app,
      appVersion: cohort.version,
      fingerprint: grounds.fingerprint(
        .launchSlow, [cohort.kind.name, cohort.model], app: cohort.app))
    finding.set(Excess(budget: "launch", severity: .warning, measured: median, limit: limit))
    return finding
  }

  /// The phase that lies farthest over the app's own median, or else the longest.
  private func worstPhase(_ cohort: Cohort, _ launches: [Launch]) -> String {
    var app = cohort
    app.version = nil
    let own = Dictionary(grouping: launches.flatMap(\.phases), by: \.name)
    let medians = LaunchPhase.names.compactMap { name -> (String, Int64, Int64)? in
      guard let nanos = Statistics((own[name] ?? []).map(\.nanos)).percentile(50) else {
        return nil
      }
      let usual = Statistics(phases[app]?[name] ?? []).percentile(50) ?? nanos
      return (name, nanos, nanos - usual)
    }
    guard let worst = medians.max(by: { ($0.2, $0.1) < ($1.2, $1.1) }) else {
      return "no phase is known"
    }
    let over = worst.2 > 0 ? ", \(DurationText.of(worst.2)) over the app's median" : ""
    return "\(worst.0) takes \(DurationText.of(worst.1))\(over)"
  }

  // MARK: Phases

  private func phaseFindings() -> [Finding] {
    let limits = phases.mapValues { $0.mapValues(Self.farOut) }
    return launches.flatMap { launch in
      launch.phases.compactMap { phase in
        let budget = grounds.options.budgets["phase.\(phase.name)"]
        let limit = budget ?? limits[cohort(launch)]?[phase.name] ?? nil
        guard let limit, phase.nanos > limit, !phase.isApproximate else { return nil }
        var finding = finding(
          .launchSlowPhase, .warning, launch, [phase.name],
          "\(phase.name) took \(DurationText.of(phase.nanos)), "
            + (budget == nil ? "far over the app's other launches" : "over its budget")
            + " of \(DurationText.of(limit))")
        finding.set(
          Excess(
            budget: "phase.\(phase.name)", severity: .warning, measured: phase.nanos, limit: limit))
        return finding
      }
    }
  }

  /// What a phase must exceed to be out of the ordinary; nothing for too few values.
  private static func farOut(_ values: [Int64]) -> Int64? {
    let statistics = Statistics(values)
    guard values.count >= quartileCount, let first = statistics.percentile(25),
      let third = statistics.percentile(75)
    else { return nil }
    return third + max(spreads * (third - first), excessNanos)
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ launch: Launch, _ names: [String], _ message: String
  ) -> Finding {
    let (summary, subject) = (launch.summary, LaunchFindings(launch.summary, grounds))
    let milestones = summary.milestones
    let end = max(milestones[.firstFrame], milestones[.active])
    var place = Place()
    if !milestones.isUptime { place.time = end }
    return subject.finding(
      rule, severity, place, names, message, cause: "work before the first frame")
  }
}
