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

  /// Names below `background`, seconds, severities and sources.
  private static let table = """
    handler 5 error Apple, applicationDidEnterBackground(_:): about five seconds
    assertion.warning 25 warning five seconds short of background.assertion
    assertion 30 error Apple DTS, UIApplication Background Task Notes; iOS 13 and later
    appRefresh 30 error Apple, Choosing background strategies for your app
    fetch 30 error Apple, application(_:performFetchWithCompletionHandler:)
    remoteNotification 30 error Apple, \
    application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
    urlSession 30 warning Apple, \
    application(_:handleEventsForBackgroundURLSession:completionHandler:)
    processing 600 note no published limit: Apple says minutes
    """

  /// The defaults.
  package static let standard: [Budget] = table.split(separator: "\n").map { line in
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    return Budget(
      name: "background.\(words[0])", limit: (Int64(words[1]) ?? 0) * 1_000_000_000,
      severity: words[2], source: words[3])
  }

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
