/// The budgets that durations are judged against, by name.
package struct Budgets: Sendable, Equatable {
  /// One budget: a duration, how bad it is to be over it, and who says so.
  package struct Budget: Sendable, Equatable {
    package var name: String
    /// Nanoseconds.
    package var limit: Int64
    package var severity: String
    /// What the number rests on.
    package var source: String
  }

  private static let second: Int64 = 1_000_000_000
  private static let applicationNotes = "Apple DTS, UIApplication Background Task Notes"

  /// The defaults.
  package static let standard: [Budget] = [
    Budget(
      name: "background.handler", limit: 5 * second, severity: "error",
      source: "Apple, applicationDidEnterBackground(_:): about five seconds"),
    Budget(
      name: "background.assertion.warning", limit: 25 * second, severity: "warning",
      source: "five seconds short of background.assertion"),
    Budget(
      name: "background.assertion", limit: 30 * second, severity: "error",
      source: "\(applicationNotes); iOS 13 and later"),
    Budget(
      name: "background.appRefresh", limit: 30 * second, severity: "error",
      source: "Apple, Choosing background strategies for your app"),
    Budget(
      name: "background.fetch", limit: 30 * second, severity: "error",
      source: "Apple, application(_:performFetchWithCompletionHandler:)"),
    Budget(
      name: "background.remoteNotification", limit: 30 * second, severity: "error",
      source: "Apple, application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"),
    Budget(
      name: "background.urlSession", limit: 30 * second, severity: "warning",
      source: "Apple, application(_:handleEventsForBackgroundURLSession:completionHandler:)"),
    Budget(
      name: "background.processing", limit: 600 * second, severity: "note",
      source: "no published limit: Apple says minutes"),
  ]

  private var limits: [String: Int64] = [:]

  /// The standard budgets.
  package init() {
    for budget in Self.standard { limits[budget.name] = budget.limit }
  }

  /// Sets a budget.
  ///
  /// - Returns: Whether there is a budget of that name.
  package mutating func set(_ name: String, nanos: Int64) -> Bool {
    guard limits[name] != nil else { return false }
    limits[name] = nanos
    return true
  }

  /// The limit of a budget, in nanoseconds; none for a name without a budget.
  package subscript(name: String) -> Int64? { limits[name] }
}
