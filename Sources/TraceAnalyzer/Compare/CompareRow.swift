/// One comparison: its times on both sides, the difference with its interval, and the verdict.
///
/// Encoded as it stands it is a row of the `compare` document of `Schemas/compare.schema.json`; times are nanoseconds.
package struct CompareRow: Sendable, Encodable {
  /// One side of a row.
  package struct Side: Sendable, Equatable, Encodable {
    /// Launches that have the measure, and those of them that have others to be compared with; of the measure `resume`,
    /// resumes.
    package var launches, comparedLaunches: Int
    /// Launches of the kind, or resumes, that have no end, where one side has more of them.
    package var unfinished: Int?
    /// Draws that count as independent: devices, or runs of launches where each device is compared with itself.
    package var units: Int
    /// The median, or of a row about a percentile that one; head with the models and systems of base.
    package var nanos: Int64?
    /// How many independent launches would show the percentile as exactly; of rows about percentiles.
    package var effectiveSize: Double?
    /// The share of launches that have it, of rows about shares; head with the models and systems of base.
    package var share: Double?
    /// The number of those launches, whatever they weigh.
    package var hits: Int?
  }

  /// In place of a kind: launches of all kinds.
  static let allKinds = "all"

  /// The kind of the launches, or `all`; of what MetricKit counted the metric.
  package var kind: String
  /// The value of the dimension that the row's launches have; empty if it is about all launches of its kind.
  package var by: [GroupValue]
  /// As in `launch`, `p90`, `phase.appInit`, `resume` or `abandoned`.
  package var measure: String
  /// The ends of the launch time; nothing of resumes, and of a share that is not one of times.
  package var from, to: String?
  /// The launches of both sides.
  package var base, head: Side
  /// `devices` where each device is compared with itself, else `models`.
  package var comparedBy: String
  /// The number of strata: groups of launches that are compared with each other.
  package var strata: Int
  /// Head less base, and the interval of the difference; a bound is missing where the launches give none.
  package var differenceNanos, lowNanos, highNanos: Int64?
  /// The least difference that matters.
  package var marginNanos: Int64?
  /// The same of rows about shares of launches, from -1 to 1.
  package var shareDifference, lowShare, highShare, marginShare: Double?
  /// The verdict.
  package var verdict: CompareVerdict
  /// Why the row is undecided; nil if it is not.
  package var reason: UndecidedReason?
  /// How much longer or shorter than it was a launch may look by the clocks of the logs, where that is the reason.
  package var clockSlackNanos: Int64?
  /// How many launches a side would decide, where that can be expected.
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
  /// The phases of launches around the median, of rows about launch times.
  package var phases: [PhaseChange]?
  /// Always so: of times shorter is better, and of shares, which are of what goes wrong, smaller.
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
