import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

/// The values that options have unless the command line sets them; no other type holds a default.
///
/// They are filled in layers: what is built in, then each source in its order, and a later layer wins. The command
/// line comes last: options begin with these values. An option that is not here, such as `--launch`, has no default.
struct Defaults: Sendable {
  /// The path of the store.
  var store = Setting("tracetool.db")
  /// The path of the configuration, or `none`; nil to look for it.
  var configuration = Setting<String?>(nil)
  /// The path of the configuration that was read; nil if there is none.
  var configurationPath: String?
  /// True if a search found it: it may then name no file outside of its folder.
  var isConfigurationFound = false
  /// How long to wait for another writer, in nanoseconds.
  var busyTimeout = Setting<Int64>(5_000_000_000)
  /// The name that distinguishes the SARIF of a check from that of others of the same commit.
  var sarifCategory = Setting(RunFacts().category)
  var color = Setting(ColorChoice.auto)
  /// How many bytes of memory events, or the details of launches in summaries, may use before they go to a temporary
  /// file.
  var memory = Setting<Int64>(1 << 30)
  /// True if launch summaries that were cut off only give a warning.
  var allowsIncomplete = false
  var reading = IngestOptions(isStopped: { System.isStopped })
  /// Where the configuration makes settings that do not remember it, as in `input.zone`, `input.map.event` or
  /// `rules.quirks`.
  var locations: [String: SettingLocation] = [:]
  /// Each setting of it remembers by itself where it was made.
  var judging = JudgingOptions()
  var maxRejects = Setting(Verdict.Limits().rejects)
  var maxUnknown = Setting(Verdict.Limits().unknownNames)
  var failOn = Setting(FailureThreshold.error)
  /// Findings that the configuration accepts.
  var accepted: [AcceptanceEntry] = []
  /// The path of the baseline, or `none`; nil to look for it.
  var baseline = Setting<String?>(nil)
  /// The day that decides which accepted findings still are; nil for that of the system's clock.
  var today = Setting<Day?>(nil)
  /// Where findings stand in the code.
  var owners = FindingOwners()
  /// Where the configuration sets each of `owners`, in their order.
  var ownerLocations: [SettingLocation] = []

  /// The values that are built in, as help pages show them.
  init() {}

  /// The values that the sources leave, each over what is before it.
  ///
  /// - Throws: `ConfigurationError` for a value that is none.
  init(_ sources: [any SettingsSource]) throws {
    for source in sources { try source.fill(&self) }
  }
}
