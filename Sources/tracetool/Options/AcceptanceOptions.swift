import TraceAnalyzer
import TraceModel

struct AcceptanceOptions {
  /// Entries of the configuration.
  private let configured: [AcceptanceEntry]
  /// The path of the baseline, or `none`; nil to look for it.
  private var baseline: String?
  /// The day that decides which acceptances are over.
  let day: Day

  init(_ defaults: Defaults) {
    configured = defaults.accepted
    baseline = defaults.baseline.value
    day = defaults.today.value ?? Day(of: System.now)
  }

  static let optionName = "--baseline"

  static var options: [Option<Self>] {
    [
      .value(
        optionName, "FILE",
        "The accepted findings, or 'none'; without it those that the configuration names, else \(BaselineFile.name) here"
          + " or in a folder above", \.baseline, as: .path)
    ]
  }

  /// Reads the baseline in force; nil if there is none.
  ///
  /// `configuration` is the named one, or `none`; nil if it was looked for.
  ///
  /// - Throws: `ConfigurationError` for a mistake in it, a `Failure` if it cannot be read.
  func readBaseline(configuration: String?) throws -> BaselineFile? {
    if let baseline { return baseline == BaselineFile.none ? nil : try BaselineFile(reading: baseline) }
    if configuration == ConfigurationFile.none { return nil }
    return try BaselineFile.found().map { try BaselineFile(bytes: $0.bytes, path: $0.path) }
  }

  /// The path of the baseline to be changed, and whether it exists.
  ///
  /// - Throws: A usage `Failure` if there is none, or if a skipped file would be replaced.
  func pathToChange(configuration: String?) throws -> (path: String, isThere: Bool) {
    if baseline == BaselineFile.none {
      throw Failure.usage("\(name: Self.optionName): 'none' is no baseline to change")
    }
    if let baseline { return (baseline, System.isNamed(baseline)) }
    let isOff = configuration == ConfigurationFile.none
    if let file = try BaselineFile.found(), !isOff || file.path == BaselineFile.name { return (file.path, true) }
    if System.isNamed(BaselineFile.name) {
      throw Failure.usage(
        "this would replace '\(name: BaselineFile.name)', which is not used; name a baseline with --baseline")
    }
    return (BaselineFile.name, false)
  }

  func list(_ baseline: BaselineFile?) -> AcceptanceList {
    AcceptanceList(entries: (baseline?.entries ?? []) + configured, today: day)
  }
}
