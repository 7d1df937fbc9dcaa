package import TraceModel

/// How long a finding is accepted.
package enum AcceptanceTerm: Sendable, Equatable {
  /// Up to this day in UTC, which is the last one.
  case until(Day)
  case forever

  /// The last day; nil if there is none.
  package var lastDay: Day? {
    switch self {
    case .until(let day): day
    case .forever: nil
    }
  }
}
