import TraceModel

/// Which launches count towards launch times, and which do not, by reason.
package struct LaunchCoverage: Sendable, Encodable {
  package var launches, counted: Int
  package var notCounted: [String: Int]
  /// Set where nothing else remains than launches that are left out by default.
  package var only: [String]?
  package var from, to: String?
}

extension Sequence where Element: Hashable {
  /// How often each element is there.
  var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension [Launch] {
  /// The times that count and have these ends.
  fileprivate func times(_ anchors: Anchors?) -> [Int64] { compactMap { $0.nanos(anchors) } }

  /// Why launches do not count, and how many do not for it.
  fileprivate var reasons: [String: Int] { compactMap { $0.time.notCounted?.name }.counts }

  /// The launches to be measured and what they cover, with the pair of anchors that most have, and all other pairs in
  /// their order.
  fileprivate func measured() -> (
    launches: [Launch], coverage: LaunchCoverage, headline: Anchors?, others: [Anchors]
  ) {
    let desk: [NotCounted] = [.simulator, .debugger].filter { desk in contains { $0.time.notCounted == desk } }
    // Better a report under a heading of its own than one that says nothing.
    let isDeskOnly = !desk.isEmpty && !contains(where: \.isCounted)
    let launches = isDeskOnly ? map { $0.withDesks() } : self
    let counts = launches.lazy.filter(\.isCounted).compactMap(\.time.anchors).counts
    let headline = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    let coverage = LaunchCoverage(
      launches: count, counted: counts.values.reduce(0, +), notCounted: launches.reasons,
      only: isDeskOnly ? desk.map(\.name) : nil, from: headline?.from.name, to: headline?.to.name)
    return (launches, coverage, headline, counts.keys.filter { $0 != headline }.sorted())
  }
}

extension Launch {
  var isCounted: Bool { time.notCounted == nil && time.nanos != nil }

  /// Its time, if that counts and has these ends.
  func nanos(_ anchors: Anchors?) -> Int64? { isCounted && time.anchors == anchors ? time.nanos : nil }
}

/// How long launches took, for `report --launch-times`.
package struct LaunchTimesReport: Sendable, Encodable {
  package var coverage: LaunchCoverage
  /// One row a group, measured between the most frequent pair of anchors.
  package var groups: [MeasureRow]
  /// The same for every other pair of anchors.
  package var otherAnchors: [MeasureRow]
  package var each: [LaunchRow]?
  /// How many launches `each` was cut from; nothing if it was not.
  package var comparable: Int?
  /// What Apple counted; nothing if it is not known.
  package var metrics: [MetricRow]?

  /// The report on launches, by group and, if asked for, one by one.
  ///
  /// - Parameters:
  ///   - launches: In their total order.
  ///   - dimensions: What to group by; nothing is one row a kind.
  ///   - each: Whether to list the launches one by one.
  ///   - slowest: List only this many, the longest times first.
  package init(_ launches: [Launch], by dimensions: [Dimension] = [], each: Bool = false, slowest: Int? = nil) {
    let measured = launches.measured()
    let groups = measured.launches.grouped(by: dimensions.isEmpty ? [.kind] : dimensions)
    coverage = measured.coverage
    self.groups = groups.map { by, launches in
      var row = MeasureRow(by: by, launches.times(measured.headline), measured.headline)
      row.notCounted = launches.reasons
      return row
    }
    otherAnchors = groups.flatMap { by, launches in
      measured.others.map { MeasureRow(by: by, launches.times($0), $0) }.filter { $0.count > 0 }
    }
    guard each || slowest != nil else { return }
    var listed = measured.launches
    if let slowest {
      // Times between other anchors are other measures: they cannot be slower or faster.
      listed = listed.filter { $0.nanos(measured.headline) != nil }
      comparable = listed.count
      listed = Array(listed.sorted { $1.time.nanos ?? 0 < $0.time.nanos ?? 0 }.prefix(slowest))
    }
    let medians = PhaseMedians(measured.launches, measured.headline)
    self.each = listed.map { $0.row(medians) }
  }
}

/// One launch with all its milestones, as offsets from the first of them.
package struct LaunchRow: Sendable, Encodable {
  package var launch, kind, kindReason: String
  package var context: LaunchContext
  /// RFC 3339; nothing where the log has `uptime` alone.
  package var time: String?
  package var from, to, notCounted: String?
  package var nanos: Int64?
  /// Milestone to nanoseconds after the launch's first milestone.
  package var milestoneNanos: [String: Int64]
  /// Milestones whose edge is not really known.
  package var approximate: [String]
  /// The pieces of its time, in their order; none without a time.
  package var phases: [LaunchPhase]
  /// The phase that makes the launch slower than others of its kind; nothing if none does.
  package var standsOut: OutstandingPhase?
}

extension Launch {
  /// The launch as a row of a report.
  fileprivate func row(_ medians: PhaseMedians) -> LaunchRow {
    let milestones = summary.milestones
    let known = Milestones.Name.allCases.filter { milestones[$0] != Event.absent }
    let first = known.map { milestones[$0] }.min() ?? 0
    return LaunchRow(
      launch: name, kind: kind.name, kindReason: kindReason, context: context, time: began,
      from: time.anchors?.from.name, to: time.anchors?.to.name, notCounted: time.notCounted?.name, nanos: time.nanos,
      milestoneNanos: Dictionary(uniqueKeysWithValues: known.map { ($0.name, milestones[$0] &- first) }),
      approximate: known.filter { milestones.isApproximate($0) }.map(\.name), phases: phases,
      standsOut: medians.outstanding(in: self))
  }
}

/// How long each phase of a launch took, for `report --launch-phases`.
package struct LaunchPhasesReport: Sendable, Encodable {
  package var coverage: LaunchCoverage
  /// One row a group and phase, of launches with the most frequent pair of anchors.
  package var phases: [MeasureRow]

  /// The report on `launches`; without dimensions it is one row a phase.
  package init(_ launches: [Launch], by dimensions: [Dimension] = []) {
    let measured = launches.measured()
    coverage = measured.coverage
    let counted = measured.launches.filter { $0.nanos(measured.headline) != nil }
    phases = counted.grouped(by: dimensions).flatMap { group in
      var pieces: [Int: (nanos: [Int64], approximate: Int)] = [:]
      for piece in group.launches.lazy.flatMap(\.phases) {
        pieces[piece.place, default: ([], 0)].nanos.append(piece.nanos)
        if piece.isApproximate { pieces[piece.place]?.approximate += 1 }
      }
      return LaunchPhase.names.enumerated().compactMap { place, name -> MeasureRow? in
        guard let pieces = pieces[place] else { return nil }
        let by = group.by + [GroupValue(dimension: "phase", value: name)]
        var row = MeasureRow(by: by, pieces.nanos)
        row.approximateCount = pieces.approximate
        return row
      }
    }
  }
}
