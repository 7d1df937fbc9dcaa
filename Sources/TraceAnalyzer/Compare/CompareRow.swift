/// One comparison: its times on both sides, the difference with its interval, and the verdict.
///
/// Encoded as it stands it is a row of the `compare` document of `Schemas/compare.schema.json`; times are nanoseconds.
package struct CompareRow: Sendable, Encodable {
  /// One side of a row.
  package struct Side: Sendable, Equatable, Encodable {
    /// Launches, or resumes, that have the measure, and those of them that have others to be compared with.
    package var launches, comparedLaunches: Int
    /// Launches of the kind, or resumes, that have no end, if one side has more of them.
    package var unfinished: Int?
    /// Draws that count as independent: devices, or runs of launches if each device is compared with itself.
    package var units: Int
    /// The median, or the row's percentile; head with the models and systems of base.
    package var nanos: Int64?
    /// In a row about a percentile, the independent launches that would show it as exactly.
    package var effectiveSize: Double?
    /// In a row about a share, the launches that have it; head with the models and systems of base.
    package var share: Double?
    /// The number of those launches, whatever they weigh.
    package var hits: Int?
  }

  static let allKinds = "all"

  /// The kind of the launches, or `all`; MetricKit's metric.
  package var kind: String
  /// The value of the dimension that the row's launches have; empty if it is about all launches of its kind.
  package var by: [GroupValue]
  /// As in `launch`, `p90`, `phase.appInit`, `resume` or `abandoned`.
  package var measure: String
  /// The ends of the launch time; nil for resumes, and for a share that is not one of times.
  package var from, to: String?
  /// The launches of both sides.
  package var base, head: Side
  /// `devices` if each device is compared with itself, else `models`.
  package var comparedBy: String
  /// The number of strata: groups of launches that are compared with each other.
  package var strata: Int
  /// Head less base, and the interval of the difference; a bound is missing if the launches give none.
  package var differenceNanos, lowNanos, highNanos: Int64?
  /// The least difference that matters.
  package var marginNanos: Int64?
  /// The difference, interval and margin of a row about shares, from -1 to 1.
  package var shareDifference, lowShare, highShare, marginShare: Double?
  /// The verdict.
  package var verdict: CompareVerdict
  /// Why the row is undecided; nil if it is not.
  package var reason: UndecidedReason?
  /// How much longer or shorter than it was a launch may look by the clocks of the logs, if that is the reason.
  package var clockSlackNanos: Int64?
  /// How many launches a side would decide, if that can be expected.
  package var neededLaunches: Int?
  /// The chance that a head launch takes longer than a base launch of its stratum, of rows about launches.
  package var superiority: Double?
  /// The rank test of rows about launches.
  package var t, p: Double?
  package var degreesOfFreedom: Int?
  /// The difference of the medians of all launches, which other models and systems alone may make.
  package var unadjustedNanos: Int64?
  /// True if on each device all launches of one side came before all of the other.
  package var isNotInterleaved: Bool?
  /// The phases of launches around the median of head beside those of base, of rows about launch times.
  package var phases: [PhaseShare]?
  /// Always true: shorter times are better, and so are smaller shares, which are of what goes wrong.
  package var lowerIsBetter = true

  /// True if one side ran after the other on so few devices that they do not show how much each changes by itself.
  package var hasFewDevicesInTurn: Bool { isNotInterleaved == true && strata < RankTest.fewestDevices }

  /// True for a row about what MetricKit counted.
  package var isOfMetricKit: Bool {
    (MetricRow.launchTimes + [MetricRow.resumeTime, MetricRow.backgroundExit]).contains(kind)
  }

  /// True for a row about resumes.
  package var isOfResumes: Bool { measure == CompareMeasure.resume.name }

  /// True for a row about a share of launches.
  package var isShare: Bool { CompareShare(rawValue: measure) != nil }

  /// True if there is a difference, of times or of shares.
  package var hasDifference: Bool { differenceNanos != nil || shareDifference != nil }

  /// The percentile that the row is about; nil for a row about launches as a whole.
  package var percent: Int? { measure.hasPrefix("p") ? Int(measure.dropFirst()) : nil }
}

/// Why a comparison came to no verdict.
package enum UndecidedReason: String, Sendable, CaseIterable, Encodable {
  /// One side has no such launch.
  case noLaunches
  /// One side does not record the events that it needs.
  case notRecorded
  /// Less than half of the launches of a side have others in their stratum on the other side.
  case tooFewAlike
  /// So few devices, or launches that count as devices, that there is no test or no bound.
  case tooFewDevices
  /// Too few launches bound the percentile.
  case tooFewLaunches
  /// The interval holds differences that matter and others that do not.
  case tooWide
  /// The clocks of the logs are so coarse that launches which differ by the margin may look alike.
  case coarseClock
  /// One side has more launches without an end than the other, and the verdict would not hold if they were the slowest.
  case unfinished
  /// As `tooWide`, though there are launches enough to show a difference that matters.
  case nearMargin
  /// Most pairs differ by little, but the medians by more than the margin: slow and fast launches are mixed.
  case otherShape
}
