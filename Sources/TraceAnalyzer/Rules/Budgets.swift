package import TraceModel

/// The budgets that durations are judged against, by name.
package struct Budgets: Sendable, Equatable {
  /// One budget: nanoseconds (bytes of memory), how bad it is to be over it, and who says so.
  package typealias Budget = (name: String, limit: Int64, severity: Severity, source: String)

  /// The defaults, as `budgets.txt` has them: names, milliseconds (or kilobytes), severities and sources.
  package static let standard: [Budget] = PackageResources.budgets_txt.lines.dropLast().map { line in
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
    let warning = "background.assertion.warning"
    let standard = Budgets().limits
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
