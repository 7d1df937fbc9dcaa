package import TraceModel

/// What `store prune` removes.
package enum PruningRule: Sendable {
  /// Launches whose last event came before this day began, in UTC; a launch without a time of day stays.
  case before(Day)
  /// All launches of each app but so many that began last.
  case keepLaunches(Int)
}
