/// Why a comparison came to no verdict.
package enum UndecidedReason: String, Sendable, CaseIterable, Encodable {
  /// One side has no such launch.
  case noLaunches
  /// One side does not record what it takes to show it.
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
  /// One side has more launches without an end than the other, and the verdict does not hold if they were the slowest.
  case unfinished
  /// As `tooWide`, though there are launches enough to show a difference that matters.
  case nearMargin
  /// Most pairs of launches differ by little, but the medians by more than the margin: slow and fast launches are mixed.
  case otherShape
}
