package import TraceModel

/// The limits that work is held against: the standard ones, but for those that somebody set.
package struct Budgets: Sendable, Equatable {
  /// The limits that differ from the standard ones, or that phases were given.
  private var limits: [BudgetID: Int64] = [:]

  /// The standard budgets.
  package init() {}

  /// Sets a limit, in nanoseconds or bytes as the budget's unit says.
  ///
  /// The warning before an assertion's time is up moves with that time, unless it is set as well.
  package mutating func set(_ budget: BudgetID, to limit: Int64) {
    limits[budget] = limit
  }

  /// The limit of a budget, in nanoseconds or bytes; nil for a phase that was given none.
  package subscript(budget: BudgetID) -> Int64? {
    if let limit = limits[budget] { return limit }
    if budget == .assertionWarning, let assertion = limits[.assertion] { return assertion / 6 * 5 }
    return budget.definition.limit
  }

  /// The limit of a budget on one version of iOS.
  ///
  /// - Parameter system: The major version. Before 13 iOS granted an app's assertions more: about 180 s from 7 on,
  ///   600 s before (Apple DTS, *UIApplication Background Task Notes*). A limit that was set holds on all versions.
  package subscript(budget: BudgetID, system system: Int?) -> Int64? {
    let limit = self[budget]
    guard let system, system < 13, budget == .assertion || budget == .assertionWarning,
      let limit, limit == budget.definition.limit
    else { return limit }
    return limit + (system < 7 ? 570 : 150) * 1_000_000_000
  }
}
