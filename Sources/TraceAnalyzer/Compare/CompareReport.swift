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
    /// The numbers of the others, by the reasons why their times do not count.
    package var notCounted: [String: Int]
    /// Launches that are copies of others under other ids, and were left out; nothing if there are none.
    package var copies: Int?
  }

  /// The side to compare with, and the side that may differ.
  package var base, head: Side
  /// The properties that the sides are selected by, across which launches are compared; nothing if there are none.
  package var comparedAcross: [ComparedProperty]?
  /// How many intervals hold together with a probability of 95 %.
  package var intervals: Int
  /// The rows: one for each kind of launch and measure.
  package var rows: [CompareRow]
  /// The measures that were asked for, and that no launch of either side has; nothing if each has rows.
  package var missingMeasures: [String]?
  /// The values of the dimension that one side alone has, so that they have no rows; nothing if there are none.
  package var valuesOfOneSide: [GroupValue]?
  /// The findings that differ.
  package var findings: [FindingChange]
  /// Transitions between events that only one side has; at most ten.
  package var transitions: [TransitionChange]
  /// The adoption of scenes, where base has none and head has, or it was asked for.
  package var scenes: SceneAdoption?
  /// How many launches belong to both sides; nothing if none does.
  package var sharedLaunches: Int?
  /// How many apps have launches on both sides, which are compared together; nothing if one has, or each has its own rows.
  package var apps: Int?

  /// The comparison of two sides.
  package init(base: ComparedSide, head: ComparedSide, _ options: CompareOptions = CompareOptions()) {
    let (base, baseCopies) = base.withoutCopies
    let (head, headCopies) = head.withoutCopies
    let sides = [base.launches, head.launches]
    let numbers = CompareNumbers(sides, across: options.across)
    comparedAcross = options.across.isEmpty ? nil : ComparedProperty.allCases.filter(options.across.contains)
    self.base = Side(base)
    self.head = Side(head)
    if baseCopies > 0 { self.base.copies = baseCopies }
    if headCopies > 0 { self.head.copies = headCopies }
    let groups = CompareGroup.all([base, head], numbers, options)
    let isCompared = groups.map { group in group.by.isEmpty || !group.entries.contains { $0.isEmpty } }
    valuesOfOneSide = Self.valuesOfOneSide(groups, isCompared)
    let measures = Set(groups.map(\.measure))
    let missing = options.measures.filter { !measures.contains($0) }.map(\.name)
    missingMeasures = missing.isEmpty ? nil : missing
    let rows = zip(groups, isCompared).filter(\.1).map(\.0).map { CompareRows($0, sides, numbers, options) }
    intervals = rows.reduce(0) { $0 + $1.intervalCount }
    let alpha = CompareOptions.alpha / Double(max(1, intervals))
    self.rows = rows.flatMap { $0.rows(alpha: alpha) }
    let entries = sides.enumerated().map { side, launches in
      launches.enumerated().map { numbers.entry(of: $1, nanos: 0, side: side, place: $0) }
    }
    let alike = AlikeLaunches(base: entries[0], head: entries[1], deviceCount: numbers.deviceCount)
    findings = FindingsComparison(base: base, head: head, numbers, areIndependent: alike.isByDevice).changes
    transitions = TransitionsComparison(sides, numbers, areIndependent: alike.isByDevice).changes
    scenes = SceneAdoption(
      base: base, head: head, numbers, areIndependent: alike.isByDevice, margin: options.margin,
      isAsked: options.comparesScenes)
    let shared = SharedLaunches.count(base: base.launches, head: head.launches)
    sharedLaunches = shared == 0 ? nil : shared
    apps = numbers.sharedAppCount > 1 && options.dimension != .app ? numbers.sharedAppCount : nil
  }

  /// The values of which no group is compared, in the order of the groups; nil if there are none.
  private static func valuesOfOneSide(_ groups: [CompareGroup], _ isCompared: [Bool]) -> [GroupValue]? {
    let compared = Set(zip(groups, isCompared).filter(\.1).compactMap(\.0.by.first?.value))
    var values: [GroupValue] = []
    for value in groups.compactMap(\.by.first) where !compared.contains(value.value) && value != values.last {
      values.append(value)
    }
    return values.isEmpty ? nil : values
  }

  /// True if a row of the comparison has this verdict.
  package func has(_ verdict: CompareVerdict) -> Bool { rows.contains { $0.verdict == verdict } }
}

extension CompareReport.Side {
  /// The counts of a side.
  fileprivate init(_ side: ComparedSide) {
    name = side.name
    launches = side.launches.count
    var devices: Set<String> = []
    var models: Set<String> = []
    var last = -1
    for launch in side.launches where launch.context.place != last {
      last = launch.context.place
      devices.insert(Normalised.id(launch.context.device))
      models.insert(Normalised.id(launch.context.deviceModel))
    }
    self.devices = devices.subtracting([""]).count
    self.models = models.subtracting([""]).count
    counted = side.launches.count { $0.isCounted }
    notCounted = side.launches.reasons
  }
}
