import Synchronization
import TraceModel

/// Two sides compared: their launch times row by row, their findings, and the order of their events.
///
/// Encoded as it stands it is the body of the `compare` document of `Schemas/compare.schema.json`.
package struct CompareReport: Sendable, Encodable {
  /// The launches of one side.
  package struct Side: Sendable, Encodable {
    /// As the user called it.
    package var name: String
    /// The numbers of launches, and of devices that the logs name.
    package var launches, devices: Int
    /// Models of devices that the logs name.
    package var models: Int
    /// The number of launches whose time counts.
    package var counted: Int
    /// Uncounted launches, by the reasons why their times do not count.
    package var notCounted: [String: Int]
    /// Copies of launches under other ids, which were left out; nil if there are none.
    package var copies: Int?
    /// Payloads of MetricKit; nil if there are none.
    package var payloads: Int?
  }

  /// The side to compare with, and the side that may differ.
  package var base, head: Side
  /// The properties that the sides are selected by, across which launches are compared; nil without one.
  package var comparedAcross: [ComparedProperty]?
  /// The number of intervals that all hold at once with a probability of 95 %.
  package var intervals: Int
  /// The rows: one for each kind of launch and measure.
  package var rows: [CompareRow]
  /// The measures that were asked for and that neither side's logs show; nil if each has rows.
  package var missingMeasures: [String]?
  /// The values of the dimension that only one side has, so that they have no rows; nil without one.
  package var valuesOfOneSide: [GroupValue]?
  /// The findings that differ.
  package var findings: [FindingChange]
  /// Transitions between events that only one side has; at most ten.
  package var transitions: [TransitionChange]
  /// The adoption of scenes, if base has none and head has, or it was asked for.
  package var scenes: SceneAdoption?
  /// Launches that belong to both sides; nil if none does.
  package var sharedLaunches: Int?
  /// Apps with launches on both sides, which are compared together; nil if one has, or each has its own rows.
  package var apps: Int?

  /// The comparison of two sides; `run` may run closures on all cores, say; what it leaves is run here, with equal
  /// results.
  package init(
    base: ComparedSide, head: ComparedSide, _ options: CompareOptions = CompareOptions(),
    run: (_ computations: [@Sendable () -> Void]) -> Void = { _ in }
  ) {
    let sides = [base.launches, head.launches]
    let numbers = ComputedOnce { CompareNumbers(sides, across: options.across) }
    let groups = ComputedOnce {
      CompareGroup.all([base, head], numbers.value, options)
        + CompareGroup.metrics([base.payloads, head.payloads], options)
    }
    let counts = [base, head].map { side in ComputedOnce { Side(side) } }
    let draws = ComputedOnce { LaunchDraws(sides, numbers.value) }
    let shared = ComputedOnce { SharedLaunches.count(base: base.launches, head: head.launches) }
    run([numbers.run, counts[0].run, groups.run, counts[1].run, draws.run, shared.run])
    self.base = counts[0].value
    self.head = counts[1].value
    if base.copies > 0 { self.base.copies = base.copies }
    if head.copies > 0 { self.head.copies = head.copies }
    comparedAcross = options.across.isEmpty ? nil : ComparedProperty.allCases.filter(options.across.contains)
    sharedLaunches = shared.value == 0 ? nil : shared.value
    apps = numbers.value.sharedAppCount > 1 && options.dimension != .app ? numbers.value.sharedAppCount : nil
    let isCompared = groups.value.map { group in group.by.isEmpty || !group.entries.contains { $0.isEmpty } }
    valuesOfOneSide = Self.valuesOfOneSide(groups.value, isCompared)
    let measures = Set(groups.value.map(\.measure))
    let missing = options.measures.filter { !measures.contains($0) }.map(\.name)
    missingMeasures = missing.isEmpty ? nil : missing
    let compared = zip(groups.value, isCompared).filter(\.1).map(\.0).map { group in
      ComputedOnce { CompareRows(group, sides, numbers.value, options) }
    }
    run(compared.map { $0.run })
    let intervals = compared.reduce(0) { $0 + $1.value.intervalCount }
    self.intervals = intervals
    let alpha = CompareOptions.alpha / Double(max(1, intervals))
    let rows = compared.map { group in ComputedOnce { group.value.rows(alpha: alpha) } }
    let rest = RestOfReport(base, head, draws.value, options)
    run(rows.map { $0.run } + rest.computations)
    self.rows = rows.flatMap { $0.value }
    findings = rest.findings.value
    transitions = rest.transitions.value
    scenes = rest.scenes.value
  }

  /// The values of which no group is compared, in the order of the groups; nil without one.
  private static func valuesOfOneSide(_ groups: [CompareGroup], _ isCompared: [Bool]) -> [GroupValue]? {
    let compared = Set(zip(groups, isCompared).filter(\.1).compactMap(\.0.by.first?.value))
    var values: [GroupValue] = []
    for value in groups.compactMap(\.by.first) where !compared.contains(value.value) && value != values.last {
      values.append(value)
    }
    return values.isEmpty ? nil : values
  }

  /// True if a row has this verdict.
  package func has(_ verdict: CompareVerdict) -> Bool { rows.contains { $0.verdict == verdict } }
}

extension CompareReport.Side {
  fileprivate init(_ side: ComparedSide) {
    name = side.name
    launches = side.launches.count
    let contexts = side.launches.distinctContexts
    let devices = Set(contexts.map { Normalised.id($0.device) })
    let all = contexts + side.payloads.map(\.context)
    let models = Set(all.map { Normalised.id($0.deviceModel) })
    self.devices = devices.subtracting([""]).count
    self.models = models.subtracting([""]).count
    counted = side.launches.count { $0.isCounted }
    notCounted = side.launches.reasons
    payloads = side.payloads.isEmpty ? nil : side.payloads.count
  }
}

/// The sections of a report that are not rows: findings, transitions and the adoption of scenes.
private struct RestOfReport {
  let findings: ComputedOnce<[FindingChange]>
  let transitions: ComputedOnce<[TransitionChange]>
  let scenes: ComputedOnce<SceneAdoption?>

  init(_ base: ComparedSide, _ head: ComparedSide, _ draws: LaunchDraws, _ options: CompareOptions) {
    findings = ComputedOnce { FindingsComparison(base: base, head: head, draws).changes }
    transitions = ComputedOnce { TransitionsComparison([base.launches, head.launches], draws).changes }
    scenes = ComputedOnce { SceneAdoption(base: base, head: head, draws, isAsked: options.comparesScenes) }
  }

  var computations: [@Sendable () -> Void] { [transitions.run, findings.run, scenes.run] }
}

/// A value that is computed once: when it is run, or when its value is asked for before that.
///
/// For speed: independent values are computed on all cores, which halves the time on two; a report that was not
/// computed ahead is equal.
///
/// ```swift
/// let median = ComputedOnce { times.median }
/// let longest = ComputedOnce { times.longest }
/// run([median.run, longest.run])
/// return (median.value, longest.value)
/// ```
final class ComputedOnce<Value: Sendable>: Sendable {
  private let compute: @Sendable () -> Value
  private let computed = Mutex<Value?>(nil)

  init(_ compute: @escaping @Sendable () -> Value) { self.compute = compute }

  @Sendable func run() { _ = value }

  /// Waits while another thread computes it.
  var value: Value {
    computed.withLock { computed in
      if let computed { return computed }
      let value = compute()
      computed = value
      return value
    }
  }
}

/// Counts the launches that belong to both sides of a comparison, read once or on each side.
private enum SharedLaunches {
  /// Recognizes a launch on the other side: no two launches share all of these values.
  private struct Identity: Hashable {
    let firstInstant: Int64
    let name, device, app, appVersion: String

    init(_ launch: Launch) {
      let context = launch.context
      firstInstant = launch.firstInstant
      name = launch.name
      device = context.device
      app = context.app
      appVersion = context.appVersion
    }
  }

  static func count(base: [Launch], head: [Launch]) -> Int {
    // Only launches that began at an instant of both sides get names, which are texts.
    let instants = Set(base.lazy.map(\.firstInstant)).intersection(head.lazy.map(\.firstInstant))
    if instants.isEmpty { return 0 }
    let known = Set(base.lazy.filter { instants.contains($0.firstInstant) }.map(Identity.init))
    return head.count { instants.contains($0.firstInstant) && known.contains(Identity($0)) }
  }
}
