import TraceModel

/// How launch times change from week to week, or from day to day, month to month or version to version.
///
/// Launches of one kind, and of one value of each other dimension that is grouped by, are a *series*: `compare`'s
/// method compares each of its rows with the row before it.
package struct LaunchTrend: Sendable {
  /// The time span, or the version, by which one row follows another.
  package let step: Dimension
  /// The rows of all series, one series after the other, in the order of the steps; an unknown step comes last.
  package private(set) var rows: [TrendRow]
  /// The launch times of the rows, and what they cover.
  package let times: LaunchTimesReport
  /// True if a launch says its device's model: launches are compared within models and systems, else as if of one.
  package let areModelsKnown: Bool
  /// Rows that were compared with the one before them, and share in the probability of an error.
  package private(set) var comparisons = 0

  /// The rows of each series.
  package var series: [ArraySlice<TrendRow>] {
    var series: [ArraySlice<TrendRow>] = []
    for (index, row) in rows.enumerated() {
      if let last = series.last, last[last.startIndex].measure.by.dropLast() == row.measure.by.dropLast() {
        series[series.count - 1] = rows[last.startIndex...index]
      } else {
        series.append(rows[index...index])
      }
    }
    return series
  }

  /// The default step: the week, or the day if there are less than three weeks; nil if there are too few days as well.
  package static func step(for launches: [Launch]) -> Dimension? {
    let days = Set(launches.lazy.filter { $0.isCounted && $0.hasWallClock }.map { Day(of: $0.firstInstant) })
    if Set(days.map(\.weekNumber)).count >= 3 { return .week }
    return days.count >= 3 ? .day : nil
  }

  /// The trend of launches, which are of one input and in their total order.
  ///
  /// The kind is always grouped by, and the app if there are several. `run` runs independent closures on all cores,
  /// say; the rows are equal if it does not.
  package init(
    _ launches: [Launch], by step: Dimension, and others: [Dimension] = [],
    run: (_ computations: [@Sendable () -> Void]) -> Void = { _ in }
  ) {
    let contexts = launches.distinctContexts
    let apps = Set(contexts.map { Normalised.id($0.app) })
    areModelsKnown = contexts.contains { !$0.deviceModel.isEmpty }
    var dimensions = others.filter { $0 != step }
    if apps.count > 1, !dimensions.contains(.app) { dimensions.insert(.app, at: 0) }
    if !dimensions.contains(.kind) { dimensions.append(.kind) }
    dimensions.append(step)
    let measured = TimedLaunches(launches).measured(by: dimensions)
    self.step = step
    times = LaunchTimesReport(measured)
    let counted = measured.launches.objects
    let steps = TrendSteps(counted, dimensions, measured.headline)
    rows = zip(times.groups, steps.rowLaunches).map { TrendRow($0, $1, steps.numbers, measured.headline, step) }
    compareRows(steps, run)
  }

  private mutating func compareRows(_ steps: TrendSteps, _ run: (_ computations: [@Sendable () -> Void]) -> Void) {
    var last: (series: [GroupValue], index: Int)?
    var pairs: [(index: Int, comparison: ComputedOnce<CompareRows?>)] = []
    for index in rows.indices {
      let measure = rows[index].measure
      if measure.count == 0 { continue }
      if rows[index].isFew { rows[index].verdict = .tooFew }
      if rows[index].step == Dimension.unknownStep { continue }
      let series = Array(measure.by.dropLast())
      if let last, last.series == series {
        rows[index].against = rows[last.index].step
        let before = last.index
        if !rows[index].isFew { pairs.append((index, ComputedOnce { steps.comparison(of: index, with: before) })) }
      }
      last = (series, index)
    }
    run(pairs.map { $0.comparison.run })
    let probabilities = pairs.map { $0.comparison.value?.probability }
    comparisons = probabilities.count { $0 != nil }
    let levels = Self.levels(probabilities)
    let together = CompareOptions.alpha / Double(max(1, comparisons))
    let compared = zip(pairs, levels).map { pair, level in
      ComputedOnce { () -> CompareRow? in
        guard let comparison = pair.comparison.value else { return nil }
        let row = comparison.rows(alpha: level)[0]
        // Holm's method is about differences: that there is none must hold at once with all others.
        let isFound = row.verdict == .slower || row.verdict == .faster
        return isFound || level == together ? row : comparison.rows(alpha: together)[0]
      }
    }
    run(compared.map { $0.run })
    for (pair, row) in zip(pairs, compared) { if let row = row.value { rows[pair.index].take(row) } }
  }

  /// The probability of an error at which each comparison is judged, by Holm's step-down method; nil has no test.
  ///
  /// The smallest p of `n` is held against `alpha / n`, the next against `alpha / (n - 1)`, and so on; from the first
  /// that is not below its level on all are held against that one. Source: Holm, *A Simple Sequentially Rejective
  /// Multiple Test Procedure* (1979).
  static func levels(_ probabilities: [Double?]) -> [Double] {
    let tested = probabilities.indices.compactMap { index in probabilities[index].map { (index: index, p: $0) } }
    let sorted = tested.sorted { $0.p == $1.p ? $0.index < $1.index : $0.p < $1.p }
    var levels = [Double](repeating: CompareOptions.alpha / Double(max(1, sorted.count)), count: probabilities.count)
    for (rank, test) in sorted.enumerated() {
      let level = CompareOptions.alpha / Double(sorted.count - rank)
      for rest in sorted[rank...] { levels[rest.index] = level }
      if test.p >= level { break }
    }
    return levels
  }
}

/// One row of a trend: what was measured, and its comparison with the row before it.
package struct TrendRow: Sendable {
  /// The launch times; the last value is that of the step.
  package let measure: MeasureRow
  /// The interval of the median, with 95 %; a bound is missing if the launches give none.
  package let p50LowNanos, p50HighNanos: Int64?
  /// The version of half of the launches or more, the newest of two; nil without one.
  package let mostVersion: String?
  /// The step of the row before it; nil for the first of its series, and if its own step is not known.
  package internal(set) var against: String?
  /// How it compares with that row; nil if it is not compared.
  package internal(set) var verdict: TrendVerdict?
  /// The comparison; nil where there is none.
  package private(set) var comparison: CompareRow?

  /// True if it has too few launches to be compared.
  package var isFew: Bool { measure.count < Statistics.few }
  /// As in `2026-W48` or `4.9.0`; `unknown` if no log says it.
  package var step: String { measure.by.last?.value ?? "" }

  /// The row of launches with their times between these ends, not yet compared.
  fileprivate init(
    _ measure: MeasureRow, _ launches: [Launch], _ numbers: CompareNumbers, _ ends: Anchors?, _ step: Dimension
  ) {
    self.measure = measure
    let counted = launches.filter { $0.nanos(ends) != nil }
    let observations = counted.enumerated().map { index, launch in
      Observation(
        nanos: launch.time.nanos ?? 0, stratum: 0,
        unit: Int32(clamping: numbers.unit(of: launch, side: 0, index: index)))
    }
    let median =
      observations.isEmpty ? nil : WeightedSample(observations).quantile(percent: 50, alpha: CompareOptions.alpha)
    p50LowNanos = median?.low.map { Int64($0.rounded(.down)) }
    p50HighNanos = median?.high.map { Int64($0.rounded(.up)) }
    let versions = step == .version ? [] : counted.grouped(by: [.appVersion])
    let most = versions.last { $0.launches.count * 2 >= counted.count && !$0.by[0].value.isEmpty }
    mostVersion = most?.by[0].value
  }

  fileprivate mutating func take(_ row: CompareRow) {
    comparison = row
    verdict = TrendVerdict(row.verdict)
  }
}

/// How a row of a trend compares with the row before it.
package enum TrendVerdict: String, Sendable, CaseIterable {
  case slower, faster, same, undecided
  /// The row has fewer than five launches: `Statistics.few`.
  case tooFew

  fileprivate init(_ verdict: CompareVerdict) {
    switch verdict {
    case .slower, .moreOften: self = .slower
    case .faster, .lessOften: self = .faster
    case .same: self = .same
    case .undecided: self = .undecided
    }
  }
}

/// The launches of a trend by its rows, and by its steps for comparing them.
private struct TrendSteps: Sendable {
  let rowLaunches: [[Launch]]
  let numbers: CompareNumbers
  private let ends: Anchors?
  /// For each row, the number of its launches and those of all other kinds.
  private let sideNumbers: [Int]
  private let sides: [ComparedSide]
  private let kinds: [String]

  init(_ launches: [Launch], _ dimensions: [Dimension], _ ends: Anchors?) {
    let groups = launches.grouped(by: dimensions)
    rowLaunches = groups.map(\.launches)
    numbers = CompareNumbers([launches, []])
    self.ends = ends
    kinds = groups.map { group in group.by.first { $0.dimension == Dimension.kind.rawValue }?.value ?? "" }
    // A launch that died before its kind was known belongs to the comparisons of all kinds.
    let all = launches.grouped(by: dimensions.filter { $0 != .kind })
    let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.by, $0) })
    sideNumbers = groups.map { group in indices[group.by.filter { $0.dimension != Dimension.kind.rawValue }] ?? 0 }
    sides = all.map { group in
      ComparedSide(name: group.by.last?.value ?? "", launches: group.launches)
    }
  }

  /// The comparison of a row with another of its series; nil if `compare` finds no such times.
  func comparison(of row: Int, with base: Int) -> CompareRows? {
    let both = [base, row].map { index in
      var side = sides[sideNumbers[index]]
      side.launches = side.launches.filter { $0.kind.name == kinds[row] || $0.diedUnseen }
      return side
    }
    let launches = both.map(\.launches)
    let numbers = CompareNumbers(launches)
    var options = CompareOptions()
    options.percentiles = []
    let groups = CompareGroup.all(both, numbers, options)
    let group = groups.first { $0.kind?.name == kinds[row] && $0.anchors == ends }
    return group.map { CompareRows($0, launches, numbers, options) }
  }
}
