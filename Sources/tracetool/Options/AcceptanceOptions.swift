import TraceAnalyzer
import TraceModel

/// Which findings are accepted, and what a check changes in the list of them.
struct AcceptanceOptions {
  /// Those of the configuration.
  private let configured: [AcceptanceEntry]
  /// The path of the baseline, or `none`; nil to look for it.
  private var baseline: String?
  private(set) var change: BaselineChange?
  private var reason: String?
  private var term: AcceptanceTerm?
  /// True if entries that are no longer needed fail the check.
  private(set) var isStrict = false
  /// True if accepted findings are listed with the others.
  private(set) var showsAccepted = false
  private var today: Day?

  init(_ defaults: Defaults) {
    configured = defaults.accepted
    baseline = defaults.baseline.value
    today = defaults.today.value
  }

  static var options: [Option<Self>] {
    [
      .value(
        "--baseline", "FILE",
        "The accepted findings, or 'none'; without it those that the configuration names, else \(BaselineFile.name) here"
          + " or in a folder above", \.baseline, as: .path),
      .value(
        "--update-baseline", "HOW", "Add findings that fail to the baseline, prune what is no longer needed, or both",
        \.change, as: .choice),
      .value("--reason", "TEXT", "Why the added findings are accepted", \.reason, as: .text),
      .value(
        "--accept-until", "DAY", "The last day on which the added findings are accepted, or 'forever'", \.term,
        as: .term),
      .flag("--strict-baseline", "Fail if accepted findings are no longer needed", \.isStrict),
      .flag("--show-accepted", "List accepted findings as well", \.showsAccepted),
      .value(
        "--today", "DAY",
        "The day that decides what is still accepted (default: $\(EnvironmentSettings.sourceDate), "
          + "else today in UTC)", \.today, as: .calendarDay),
    ]
  }

  /// The day that decides which accepted findings still are.
  var day: Day { today ?? Day(of: System.now) }

  /// The baseline that counts, read; one without an entry if a file is to be written that is not there.
  ///
  /// - Parameter configuration: The configuration that was named, or `none`; nil if it was looked for.
  /// - Returns: Nil where there is no baseline.
  /// - Throws: `ConfigurationError` for a mistake in it, a `Failure` if it cannot be read.
  func readBaseline(configuration: String?) throws -> BaselineFile? {
    guard let path = baseline else {
      let isOff = configuration == ConfigurationFile.none
      if isOff, change == nil { return nil }
      if let file = try BaselineFile.found(), !isOff || file.path == BaselineFile.name {
        return try BaselineFile(bytes: file.bytes, path: file.path)
      }
      return change == nil ? nil : try Self.new(at: BaselineFile.name)
    }
    if path == BaselineFile.none { return nil }
    return change == nil ? try BaselineFile(reading: path) : try BaselineFile(changing: path)
  }

  /// A baseline without an entry, to be written.
  ///
  /// - Throws: A `Failure` if something is there that was passed over.
  private static func new(at path: String) throws -> BaselineFile {
    if !System.isNamed(path) { return BaselineFile(path: path, entries: []) }
    throw Failure.usage("--update-baseline would replace '\(path)', which is not used; name a baseline with --baseline")
  }

  /// The accepted findings of the configuration and of a baseline.
  func list(_ baseline: BaselineFile?) -> AcceptanceList {
    AcceptanceList(entries: (baseline?.entries ?? []) + configured, today: day)
  }

  /// What new entries of the baseline say; nil where none are added.
  ///
  /// - Throws: A usage `Failure` if something is missing, or is of no use.
  func decision() throws -> BaselineDecision? {
    guard let change else {
      for (name, isGiven) in [("--reason", reason != nil), ("--accept-until", term != nil)] where isGiven {
        throw Failure.usage("\(name) needs --update-baseline add or all")
      }
      return nil
    }
    if baseline == BaselineFile.none { throw Failure.usage("--update-baseline needs a baseline, not 'none'") }
    guard change.adds else {
      if reason == nil, term == nil { return nil }
      throw Failure.usage("--update-baseline prune adds nothing: leave --reason and --accept-until out")
    }
    guard let reason, !reason.allSatisfy(\.isWhitespace) else {
      throw Failure.usage("--update-baseline \(change.rawValue) needs --reason: why the findings are accepted")
    }
    guard let term else {
      throw Failure.usage("--update-baseline \(change.rawValue) needs --accept-until: the last day, or 'forever'")
    }
    if let last = term.lastDay, last < day {
      throw Failure.usage("--accept-until \(last.text) is over: today is \(day.text)")
    }
    return BaselineDecision(reason: reason, term: term)
  }
}
