import TraceModel

/// The precision with which a clock was written down, as all of its instants in one launch show it.
///
/// A log of whole seconds shows a callback of a millisecond as one of a second where the second changes meanwhile.
struct ClockResolution: Sendable {
  /// The steps that logs are written with, the coarsest first; what is finer changes no verdict.
  private static let steps: [Int64] = [1_000_000_000, 1_000_000]

  private var place = 0
  private var isRead = false

  /// The coarsest step that all instants so far are multiples of, in nanoseconds; 0 if that is finer, or none is known.
  var step: Int64 { isRead && place < Self.steps.count ? Self.steps[place] : 0 }

  /// Looks at an instant, if the event has one.
  mutating func note(_ instant: Int64) {
    guard instant != Event.absent else { return }
    isRead = true
    while place < Self.steps.count, !instant.isMultiple(of: Self.steps[place]) { place += 1 }
  }
}
