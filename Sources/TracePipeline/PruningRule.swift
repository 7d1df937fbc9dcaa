package import TraceModel

/// What `store prune` removes.
package enum PruningRule: Sendable {
  /// Launches whose last event came before this day began, in UTC; a launch without a time of day stays.
  case before(Day)
  /// All launches of each app except this number of those that began last.
  case keepLaunches(Int)
}
