import Schemas
import TraceAnalyzer
import TraceIngest
import TraceModel

/// How results are written.
enum Format: String, CaseIterable {
  case table, json, ndjson, csv
}

/// The parts of a report.
enum ReportPart: CaseIterable {
  case launchTimes, launchPhases, ordering, background
}

/// Everything that a command line can say.
struct Settings {
  enum ColorChoice: String, CaseIterable { case auto, always, never }

  var arguments: [String] = []
  /// As the environment says, else `tracetool.db` here.
  var store = System.variable("TRACETOOL_STORE") ?? "tracetool.db"
  var format = Format.table
  var output: String?
  var isQuiet = false
  var isVerbose = false
  var color = ColorChoice.auto
  var selection = Selection()
  var ingest = IngestOptions()
  /// In percent of the records.
  var maxRejects = 1.0
  var budgets = Budgets()
  var dimensions: [Dimension] = []
  var parts: Set<ReportPart> = []
  var listsEach = false
  var slowest: Int?
  /// Nothing is never.
  var failOn: Severity? = .error
  var schema: Schema?
}
