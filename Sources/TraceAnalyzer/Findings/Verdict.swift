package import TraceModel

/// How a check ends, and on how much its answer rests.
package struct Verdict: Sendable, Encodable {
  /// How the check ended: passed, failed or undecided.
  package enum Outcome: String, Sendable, Encodable { case passed, failed, undecided }

  /// Why faults may have been missed.
  package enum Doubt: String, Sendable, Encodable {
    case rejects, unknownNames, unreadSources
    /// Names say that a process ended, and no option says so.
    case unknownEnds
    /// Only payloads of MetricKit were read, which are sums.
    case noLaunch
    /// No step was judged, no budget compared, and no end read; or `--keep lifecycle` left no start, state, end or
    /// length.
    case nothingJudged
    /// The events of several launches are mixed, which were not judged.
    case mixed
  }

  /// How much may be wrong before an answer is in doubt.
  package struct Limits: Sendable {
    /// The limit of rejected records, of all records.
    package var rejects: Limit
    /// The limit of events with unknown names, of all events whose name their log gave.
    package var unknownNames: Limit

    /// Limits, or 1 % and 20 %.
    package init(
      rejects: Limit = Limit(number: 1, isPercent: true), unknownNames: Limit = Limit(number: 20, isPercent: true)
    ) {
      self.rejects = rejects
      self.unknownNames = unknownNames
    }
  }

  /// The greatest number that is allowed, or the greatest share of all.
  package struct Limit: Sendable, Equatable {
    /// The number, or the percentage.
    package var number: Double
    /// True if `number` is a percentage.
    package var isPercent: Bool

    /// A limit, as 1 and `true` for 1 %.
    package init(number: Double, isPercent: Bool) {
      self.number = number
      self.isPercent = isPercent
    }

    /// Whether `count` of `total` are within the limit.
    package func allows(_ count: Int64, of total: Int64) -> Bool {
      Double(count) <= (isPercent ? number * Double(total) / 100 : number)
    }
  }

  /// How the check ended.
  package let outcome: Outcome
  /// Why faults may have been missed; empty without such a reason.
  package let doubts: [Doubt]

  /// The verdict on a report, whose `coverage.reading` counts the records read and rejected.
  ///
  /// Certain findings as bad as `severity` fail it, and a limit that is exceeded leaves it in doubt. `lacksLaunches`
  /// says that what was read holds sums and no launch, `hasUnknownEnds` that an unknown name says that a process ended.
  package init(
    _ report: CheckReport, failOn severity: Severity?, limits: Limits, lacksLaunches: Bool = false,
    hasUnknownEnds: Bool = false
  ) {
    let coverage = report.coverage
    var doubts: [Doubt] = []
    if let reading = coverage.reading {
      if !limits.rejects.allows(reading.rejected, of: reading.records) { doubts.append(.rejects) }
      if reading.unreadSources > 0 { doubts.append(.unreadSources) }
    }
    if !limits.unknownNames.allows(coverage.unknownEvents, of: coverage.namedEvents) {
      doubts.append(.unknownNames)
    } else if hasUnknownEnds {
      doubts.append(.unknownEnds)
    }
    if coverage.mixed != nil { doubts.append(.mixed) }
    if lacksLaunches {
      doubts.append(.noLaunch)
    } else if coverage.mixed == nil, !coverage.isJudged || coverage.reading?.dropped != nil && !coverage.holdsLifeCycle
    {
      // A rule that looks at the recording alone has judged no launch.
      let finds = report.findings.numbers.contains { !$0.rule.name.hasPrefix("trace.") }
      if !finds { doubts.append(.nothingJudged) }
    }
    self.doubts = doubts
    // What is certain holds, whatever else was not seen.
    let fails = severity.map(report.findings.fail) ?? false
    outcome = fails ? .failed : doubts.isEmpty ? .passed : .undecided
  }
}

extension Coverage {
  /// Events whose name was said by their log.
  package var namedEvents: Int64 { events &- unmappedEvents }
}
