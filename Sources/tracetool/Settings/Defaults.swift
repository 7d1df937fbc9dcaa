import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

/// The values that options have unless the command line sets them; no other type holds a default.
///
/// Layers fill them: built-in values, then each source in order, of which a later one wins. Options of the command line
/// begin with these values. An option that is not here, such as `--launch`, has no default.
struct Defaults: Sendable {
  var store = Setting("tracetool.db")
  /// The path of the configuration, or `none`; nil to look for it.
  var configuration = Setting<String?>(nil)
  /// The path of the configuration that was read, if any.
  var configurationPath: String?
  /// True if a search found it: it may then name no file outside of its folder.
  var isConfigurationFound = false
  /// How long to wait for another writer, in nanoseconds.
  var busyTimeout = Setting<Int64>(5_000_000_000)
  /// Distinguishes the SARIF of a check from others of the same commit.
  var sarifCategory = Setting(RunFacts().category)
  var color = Setting(ColorChoice.auto)
  /// Bytes of memory for events before they go to a temporary file.
  var memory = Setting<Int64>(1 << 30)
  var reading = IngestOptions(isStopped: { System.isStopped })
  /// Where the configuration makes settings that do not remember it, as in `input.zone`, `input.map.event` or
  /// `rules.quirks`.
  var locations: [String: SettingLocation] = [:]
  /// Its settings remember where they were made.
  var judging = JudgingOptions()
  var maxRejects = Setting(Verdict.Limits().rejects)
  var maxUnknown = Setting(Verdict.Limits().unknownNames)
  var failOn = Setting(FailureThreshold.error)
  var accepted: [AcceptanceEntry] = []
  /// The path of the baseline, or `none`; nil to look for it.
  var baseline = Setting<String?>(nil)
  /// The day that decides which acceptances are over; nil for that of the system's clock.
  var today = Setting<Day?>(nil)
  var owners = FindingOwners()
  /// Where the configuration sets each of `owners`.
  var ownerLocations: [SettingLocation] = []

  /// The built-in values, as help pages show them.
  init() {}

  /// Fills in each source in order.
  ///
  /// - Throws: `ConfigurationError` for a wrong value.
  init(_ sources: [any SettingsSource]) throws {
    for source in sources { try source.fill(&self) }
  }
}
