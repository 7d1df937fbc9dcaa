import Schemas
import TraceAnalyzer
import TraceIngest
import TraceModel

/// How results are written.
enum Format: String, CaseIterable {
  case table, json, ndjson, csv
}

/// The parts of a report, by their options and the names of their documents.
enum ReportPart: String, CaseIterable {
  case launchTimes = "launch-times"
  case launchPhases = "launch-phases"
  case ordering, background
  /// What is shown unless another part is asked for.
  case summary
}

/// How many rejected records are too many: more than a number, or than a share of the records.
struct RejectLimit: Equatable {
  var number: Double
  var isPercent: Bool
}

/// Everything that a command line can say.
struct Settings {
  var arguments: [String] = []
  /// As the environment says, else `tracetool.db` here.
  var store = System.variable("TRACETOOL_STORE") ?? "tracetool.db"
  /// Milliseconds.
  var busyTimeout: Int32 = 5000
  var format = Format.table
  var output: String?
  var isQuiet = false
  var hidesProgress = false
  var isVerbose = false
  /// Nothing is as the terminal and NO_COLOR say.
  var hasColor: Bool?
  var selection = Selection()
  var ingest = IngestOptions { System.isStopped }
  var maxRejects = RejectLimit(number: 1, isPercent: true)
  var budgets = Budgets()
  /// Launches that count although they are no measure of what users see.
  var include: Set<Desk> = []
  var dimensions: [Dimension] = []
  var parts: Set<ReportPart> = []
  var listsEach = false
  var slowest: Int?
  /// Nothing is never.
  var failOn: Severity? = .error
  var schema: Schema?
}
