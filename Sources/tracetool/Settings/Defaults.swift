import TraceAnalyzer
import TraceIngest

/// The values that options have unless the command line sets them; nothing else holds a default.
///
/// They are filled in layers: what is built in, then each source in its order, and a later layer wins. The command
/// line comes last: options begin with these values. An option that is not here, such as `--launch`, has no default.
struct Defaults: Sendable {
  /// The path of the store.
  var store = Setting("tracetool.db")
  /// How long to wait for another writer, in nanoseconds.
  var busyTimeout = Setting<Int64>(5_000_000_000)
  var color = Setting(ColorChoice.auto)
  /// How much memory events may take before they go to a temporary file, in bytes.
  var memory = Setting<Int64>(1 << 30)
  var reading = Setting(IngestOptions(isStopped: { System.isStopped }))
  var judging = Setting(FindingsFold.Options())
  var limits = Setting(Verdict.Limits())
  var failOn = Setting(FailureThreshold.error)

  /// The values that are built in, as help pages show them.
  init() {}

  /// The values that the sources leave, each over what is before it.
  init(_ sources: [any SettingsSource]) {
    for source in sources { source.fill(&self) }
  }
}
