package import TraceModel

/// The budgets that durations are judged against, by name.
package struct Budgets: Sendable, Equatable {
  /// One budget: nanoseconds (bytes of memory), how bad it is to be over it, and who says so.
  package typealias Budget = (name: String, limit: Int64, severity: Severity, source: String)

  /// Names, milliseconds (or kilobytes), severities and sources.
  private static let table = """
    launch 400 warning Apple, WWDC19, Optimizing App Launch: to the first frame
    callback 250 warning Apple, Improving app responsiveness: a hang is a delay over 250 ms
    callback.severe 1000 error sampled hang reports
    resume 400 note this project: Apple publishes none
    resume.watchdog 10000 error termination reports, scene-update
    terminate.handler 5000 error Apple, applicationWillTerminate(_:): about five seconds
    background.handler 5000 error Apple, applicationDidEnterBackground(_:): about five seconds
    background.assertion.warning 25000 warning five seconds short of background.assertion
    background.assertion 30000 error Apple DTS, UIApplication Background Task Notes; iOS 13 and later
    background.expirationHandler 1000 warning Apple DTS, UIApplication Background Task Notes
    background.appRefresh 30000 error Apple, Choosing background strategies for your app
    background.fetch 30000 error Apple, application(_:performFetchWithCompletionHandler:)
    background.remoteNotification 30000 error Apple, application(_:didReceiveRemoteNotification:fetchCompletionHandler:)
    background.urlSession 30000 warning Apple, application(_:handleEventsForBackgroundURLSession:completionHandler:)
    background.processing 600000 note no published limit: Apple says minutes
    background.memory 50000 warning WWDC20, Why is my app getting killed?
    """

  /// The defaults.
  package static let standard: [Budget] = table.split(separator: "\n").map { line in
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    let unit: Int64 = words[0].hasSuffix("memory") ? 1000 : 1_000_000
    return (words[0], (Int64(words[1]) ?? 0) * unit, Severity(words[2]) ?? .error, words[3])
  }

  /// All budgets that can be set: a phase has none until it is.
  package static let names = standard.map(\.name) + LaunchPhase.names.map { "phase.\($0)" }

  private var limits = Dictionary(uniqueKeysWithValues: standard.map { ($0.name, $0.limit) })

  /// The standard budgets.
  package init() {}

  /// Sets a budget of one of `names`.
  ///
  /// The warning before an assertion's time is up moves with that time, unless it is set as well.
  package mutating func set(_ name: String, nanos: Int64) {
    let (warning, standard) = ("background.assertion.warning", Budgets().limits)
    if name == "background.assertion", limits[warning] == standard[warning] { limits[warning] = nanos / 6 * 5 }
    limits[name] = nanos
  }

  /// The limit of a budget; none for a name without one.
  ///
  /// - Parameter system: The major version of iOS. Before 13 it granted an app's assertions more:
  ///   about 180 s from 7 on, 600 s before (Apple DTS, *UIApplication Background Task Notes*).
  package subscript(name: String, system: Int? = nil) -> Int64? {
    let limit = limits[name]
    guard let system, system < 13, name.hasPrefix("background.assertion"),
      let standard = Self.standard.first(where: { $0.name == name })?.limit, limit == standard
    else { return limit }
    return standard + (system < 7 ? 570 : 150) * 1_000_000_000
  }
}
