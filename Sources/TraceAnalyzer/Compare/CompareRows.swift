import TraceModel

/// The rows that one group of launches gives.
struct CompareRows {
  private let group: CompareGroup
  private let alike: AlikeLaunches
  private let sides: [[Launch]]
  private let options: CompareOptions
  private let test: RankTest
  private let numbers: CompareNumbers
  /// Devices, or payloads of MetricKit, of both sides together.
  private let unitCount: Int

  init(_ group: CompareGroup, _ sides: [[Launch]], _ numbers: CompareNumbers, _ options: CompareOptions) {
    self.group = group
    self.sides = sides
    self.options = options
    self.numbers = numbers
    unitCount = group.metric == nil ? numbers.deviceCount : group.unitCount
    alike = AlikeLaunches(
      base: group.entries[0], head: group.entries[1], deviceCount: unitCount)
    test = RankTest(base: alike.base, head: alike.head, isByDevice: alike.isByDevice)
  }

  /// Only launch times have percentiles.
  private var percentiles: [Int] { group.measure == .launch ? options.percentiles : [] }

  /// The intervals that share in the probability of an error.
  var intervalCount: Int { alike.areTooFew || hasTooFewDevices ? 0 : 1 + percentiles.count }

  /// True if a side has too few devices to show how much devices differ.
  private var hasTooFewDevices: Bool { test.hasTooFewUnits }

  /// The probability of a difference of launch times at least as large if there is none; nil without a test.
  var probability: Double? {
    if intervalCount == 0 { return nil }
    return test.result().tests.map(\.p).max() ?? 1
  }

  /// The rows, with intervals that each miss the true difference with the probability `alpha`.
  func rows(alpha: Double) -> [CompareRow] {
    if alike.areTooFew { return [empty] }
    if group.measure.isShare { return [shareRow(alpha)] }
    let base = WeightedSample(alike.base)
    let head = WeightedSample(alike.head, inProportionsOf: base)
    let rows = [shiftRow(base, head, alpha)] + percentiles.map { percentRow($0, base, head, alpha) }
    return group.losesMoreOnOneSide ? heldAgainstUnfinished(rows, alpha) : rows
  }

  /// The rows without the verdicts that would not hold if the launches without an end were the slowest: else a version
  /// whose slowest launches die before their first frame would look faster.
  private func heldAgainstUnfinished(_ rows: [CompareRow], _ alpha: Double) -> [CompareRow] {
    let others = CompareRows(group.withUnfinished, sides, numbers, options).rows(alpha: alpha)
    return zip(rows, others).map { row, other in
      var row = row
      row.base.unfinished = group.unfinished[0].count
      row.head.unfinished = group.unfinished[1].count
      if row.verdict == .undecided || row.verdict == other.verdict { return row }
      row.verdict = .undecided
      row.reason = .unfinished
      row.neededLaunches = nil
      return row
    }
  }

  private var empty: CompareRow {
    func side(_ launches: Int, _ compared: Int, _ units: Int) -> CompareRow.Side {
      CompareRow.Side(launches: launches, comparedLaunches: compared, units: units)
    }
    let isOneEmpty = group.entries[0].isEmpty || group.entries[1].isEmpty
    return CompareRow(
      kind: group.metric ?? group.kind?.name ?? CompareRow.allKinds, by: group.by, measure: group.measure.name,
      from: group.anchors?.from.name,
      to: group.anchors?.to.name, base: side(alike.baseCount, alike.base.count, alike.baseUnits),
      head: side(alike.headCount, alike.head.count, alike.headUnits),
      comparedBy: alike.isByDevice ? "devices" : "models", strata: alike.strataCount,
      verdict: .undecided,
      reason: isOneEmpty ? group.isRecorded ? .noLaunches : .notRecorded : .tooFewAlike)
  }

  private func shiftRow(_ base: WeightedSample, _ head: WeightedSample, _ alpha: Double) -> CompareRow {
    var row = empty
    let baseMedian = base.quantile(percent: 50)
    let margin = options.margin.nanos(of: baseMedian)
    row.base.nanos = Self.nanos(baseMedian)
    row.head.nanos = Self.nanos(head.quantile(percent: 50))
    row.marginNanos = Self.nanos(margin)
    let shift = ShiftEstimate(test, alpha: alpha)
    row.reason = nil
    row.superiority = shift.superiority
    if alike.isByDevice {
      row.isNotInterleaved = isNotInterleaved
    } else {
      row.unadjustedNanos = unadjusted
    }
    guard let nanos = shift.nanos else {
      row.reason = .tooFewDevices
      return row
    }
    row.differenceNanos = nanos
    row.lowNanos = shift.low
    row.highNanos = shift.high
    if shift.degreesOfFreedom > 0 {
      row.t = shift.t
      row.p = shift.p
      row.degreesOfFreedom = shift.degreesOfFreedom
    }
    let low = shift.low.map { Double($0) }
    let high = shift.high.map { Double($0) }
    judge(&row, (Double(nanos), low, high), margin, critical: shift.critical)
    // Shares of slow and fast launches may change while most pairs differ by little.
    let change = (head.quantile(percent: 50) - baseMedian).magnitude
    if row.verdict == .same, change >= margin, change > 0 {
      row.verdict = .undecided
      row.reason = .otherShape
    }
    if group.measure == .launch, group.metric == nil {
      let before = PhaseMeans(alike.baseEntries, alike.base, base, sides[0])
      let after = PhaseMeans(alike.headEntries, alike.head, head, sides[1])
      row.phases = before.sum == 0 || after.sum == 0 ? [] : after.shares(beside: before).phases
    }
    return row
  }

  private func percentRow(
    _ percent: Int, _ base: WeightedSample, _ head: WeightedSample, _ alpha: Double
  ) -> CompareRow {
    var row = empty
    let (first, second) = WeightedSample.quantiles(
      percent: percent, base: base, head: head, alpha: alpha, isByDevice: alike.isByDevice)
    let difference = IntervalDifference(base: first, head: second)
    let margin = options.margin.nanos(of: first.value)
    row.measure = "p\(percent)"
    row.base.nanos = Self.nanos(first.value)
    row.head.nanos = Self.nanos(second.value)
    row.base.effectiveSize = first.effectiveSize
    row.head.effectiveSize = second.effectiveSize
    row.marginNanos = Self.nanos(margin)
    row.differenceNanos = Self.nanos(difference.value)
    // Outwards, as an interval must not lose by rounding.
    row.lowNanos = difference.low.map { Int64($0.rounded(.down)) }
    row.highNanos = difference.high.map { Int64($0.rounded(.up)) }
    row.reason = nil
    if hasTooFewDevices {
      row.lowNanos = nil
      row.highNanos = nil
      row.reason = .tooFewDevices
      return row
    }
    judge(
      &row, (difference.value, difference.low, difference.high), margin,
      critical: NormalDistribution.critical(alpha: alpha))
    if row.verdict == .undecided, row.lowNanos == nil || row.highNanos == nil {
      row.reason = .tooFewLaunches
      row.neededLaunches = OrderRanks.fewest(share: Double(percent) / 100, alpha: alpha)
    }
    return row
  }

  /// The row of a share: the difference of both with the interval of `ShareTest`.
  private func shareRow(_ alpha: Double) -> CompareRow {
    var row = empty
    let sides = [alike.base, alike.head]
    let test = ShareTest(sides.map { $0.map(\.draw) }, isByDevice: alike.isByDevice)
    let shares = test.difference(sides.map { $0.filter { $0.nanos > 0 }.map(\.draw) })
    let difference = shares.interval(alpha: alpha)
    let margin = options.margin.share(of: shares.base.share)
    row.base.share = shares.base.share
    row.head.share = shares.head.share
    row.base.hits = shares.base.hits
    row.head.hits = shares.head.hits
    row.marginShare = margin
    row.shareDifference = difference.value
    row.reason = nil
    if hasTooFewDevices {
      row.reason = .tooFewDevices
      return row
    }
    row.lowShare = difference.low
    row.highShare = difference.high
    judge(
      &row, (difference.value, difference.low, difference.high), margin, critical: shares.critical(alpha: alpha))
    row.verdict = row.verdict.ofShare
    return row
  }

  /// Sets the verdict of a row; if undecided, why, and how many launches a side would decide.
  private func judge(
    _ row: inout CompareRow, _ difference: (value: Double, low: Double?, high: Double?), _ margin: Double,
    critical: Double
  ) {
    row.verdict = CompareVerdict(
      difference: difference.value, low: difference.low, high: difference.high, margin: margin)
    if row.verdict != .undecided {
      let slack = Double(clockSlack)
      if slack < margin { return }
      // Launches of any length between two ticks look alike, so a bound may lie as far beyond.
      row.verdict = CompareVerdict(
        difference: difference.value, low: difference.low.map { $0 - slack }, high: difference.high.map { $0 + slack },
        margin: margin)
      if row.verdict != .undecided { return }
      row.reason = .coarseClock
      row.clockSlackNanos = clockSlack
      return
    }
    guard let low = difference.low, let high = difference.high else {
      row.reason = .tooFewDevices
      return
    }
    let launches = min(alike.base.count, alike.head.count)
    let needed = CompareVerdict.neededLaunches(
      launches: launches, critical: critical, width: high - low, margin: margin)
    let areEnough = needed.map { $0 <= launches } ?? false
    row.reason = areEnough ? .nearMargin : .tooWide
    row.neededLaunches = areEnough ? nil : needed.map { scaled($0) }
  }

  /// The number of launches of which `count` have others like them on the other side.
  private func scaled(_ count: Int) -> Int {
    let shares = [(alike.base.count, alike.baseCount), (alike.head.count, alike.headCount)]
    let least = shares.map { Double($0.0) / Double($0.1) }.min() ?? 1
    return least < 1 ? CompareVerdict.twoFigures(Double(count) / least) : count
  }

  /// How much longer or shorter than it was a launch may look by its log's clock, without a tenth of the launches of
  /// the side whose clock is coarser.
  private var clockSlack: Int64 {
    if group.metric != nil { return group.bucketSlack }
    let sides = zip([alike.baseEntries, alike.headEntries], sides).map { entries, launches -> Int64 in
      let slacks = entries.map { group.measure.slack(of: launches[Int($0.index)]) }
      // Mostly all clocks are alike: no sorting is needed.
      let sorted = slacks.contains { $0 != slacks[0] } ? slacks.sorted() : slacks
      let usual = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 9 / 10]
      // One launch does not show that a clock has steps of 100 ms, but all together do.
      return usual == 0 ? 0 : max(usual, 2 * Self.step(entries, launches))
    }
    return sides.max() ?? 0
  }

  /// The greatest step that divides all times of a side and the instants at which its launches began; at most 1 s.
  private static func step(_ entries: [CompareEntry], _ launches: [Launch]) -> Int64 {
    var step: UInt64 = 0
    for entry in entries {
      for number in [entry.nanos, launches[Int(entry.index)].firstInstant] {
        // Euclid's algorithm.
        var divisor = number.magnitude
        while divisor != 0 {
          let rest = step % divisor
          step = divisor
          divisor = rest
        }
      }
      if step <= 1_000_000 { break }
    }
    return Int64(min(step, 1_000_000_000))
  }

  /// The difference of the medians of all launches, also of those without others like them.
  private var unadjusted: Int64 {
    let medians = group.entries.map { Statistics.median(of: $0.map(\.nanos)) ?? 0 }
    return medians[1] - medians[0]
  }

  /// True if on each device all launches of one side came before all of the other.
  private var isNotInterleaved: Bool? {
    // By device: each launch names its own, if strata are devices.
    func spans(_ entries: [CompareEntry], _ launches: [Launch]) -> [ClosedRange<Int64>?] {
      var spans = [ClosedRange<Int64>?](repeating: nil, count: numbers.deviceCount)
      for entry in entries where launches[Int(entry.index)].hasWallClock {
        let instant = launches[Int(entry.index)].firstInstant
        let old = spans[Int(entry.device)] ?? instant...instant
        spans[Int(entry.device)] = min(old.lowerBound, instant)...max(old.upperBound, instant)
      }
      return spans
    }
    var areApart: Bool?
    for (base, head) in zip(spans(alike.baseEntries, sides[0]), spans(alike.headEntries, sides[1])) {
      guard let base, let head else { continue }
      if base.overlaps(head) { return false }
      areApart = true
    }
    return areApart
  }

  /// Half to even, as percentiles of reports are rounded.
  private static func nanos(_ value: Double) -> Int64 { Int64(value.rounded(.toNearestOrEven)) }
}

extension PhaseMeans {
  /// The weighted means of the launches of one side of a comparison around its median; a launch that lacks a phase
  /// counts as 0.
  init(_ entries: [CompareEntry], _ observations: [Observation], _ sample: WeightedSample, _ launches: [Launch]) {
    let middle = sample.middle
    var sums = [Double](repeating: 0, count: LaunchPhase.names.count)
    var weight = 0.0
    for (entry, observation) in zip(entries, observations) where middle.contains(Double(observation.nanos)) {
      let own = sample.weight(of: observation)
      weight += own
      for phase in launches[Int(entry.index)].phases { sums[phase.index] += own * Double(phase.nanos) }
    }
    self.init(nanos: sums.map { weight > 0 ? Int64(($0 / weight).rounded()) : 0 })
  }
}

extension WeightedSample {
  /// A percentile of both sides, with intervals that each miss the true one with the probability `alpha`; head is in
  /// the proportions of base, and each stratum is a device if `isByDevice`.
  static func quantiles(
    percent: Int, base: WeightedSample, head: WeightedSample, alpha: Double, isByDevice: Bool
  ) -> (base: Quantile, head: Quantile) {
    let first = base.quantile(percent: percent, alpha: alpha)
    let second = head.quantile(percent: percent, alpha: alpha)
    if !isByDevice { return (first, second) }
    let variation = DeviceVariation(
      weights: base.stratumShares, base: base.stratumSums { Double($0.nanos) <= first.value },
      head: head.stratumSums { Double($0.nanos) <= second.value }, sizes: (first.effectiveSize, second.effectiveSize))
    if variation.sizeFactor == 1 { return (first, second) }
    return (
      base.quantile(percent: percent, alpha: alpha, sizeFactor: variation.sizeFactor),
      head.quantile(percent: percent, alpha: alpha, sizeFactor: variation.sizeFactor)
    )
  }
}

/// How much devices change between base and head, if each is compared with itself.
///
/// The launches of one side do not show how a device changes until the other side runs on it: it fills up, or is
/// updated. Six devices or more show that, by how differently the share changes on them (the fourth test of
/// `RankTest`).
struct DeviceVariation {
  /// The part of the launches' worth that is left: at most 1.
  let sizeFactor: Double

  /// The factor for the effective `sizes` of both shares; `first` and `second` are what each device, which has this
  /// weight on both sides, contributes to the share of base and of head.
  init(weights: [Double], base first: [Double], head second: [Double], sizes: (base: Double, head: Double)) {
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    guard weights.count >= RankTest.fewestDevices, sizes.base > 0, sizes.head > 0 else {
      sizeFactor = 1
      return
    }
    let shares = [first, second].map { min(1, $0.reduce(0, +)) }
    let change = shares[1] - shares[0]
    let sum = weights.indices.reduce(0.0) { sum, index in
      let own = second[index] - first[index] - weights[index] * change
      return sum + own * own
    }
    let between = sum / (1 - squares)
    let within = shares[0] * (1 - shares[0]) / sizes.base + shares[1] * (1 - shares[1]) / sizes.head
    let degreesOfFreedom = max(1, Int(1 / squares - 1 + 1e-9))
    let critical = StudentDistribution.critical(degreesOfFreedom: degreesOfFreedom, alpha: CompareOptions.alpha)
    let ratio = WilsonInterval.critical95 / critical
    sizeFactor = between > 0 ? min(1, within / between * ratio * ratio) : 1
  }
}
