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

/// How many rejected records are too many.
enum RejectLimit: Equatable {
  case count(Int64)
  /// In hundredths of a percent of the records.
  case share(Int64)

  /// Whether so many rejects of so many records are too many.
  func isExceeded(by rejected: Int64, of records: Int64) -> Bool {
    switch self {
    case .count(let limit): rejected > limit
    case .share(let limit): Int128(rejected) * 10_000 > Int128(limit) * Int128(records)
    }
  }
}

/// Everything that a command line can say.
struct Settings {
  enum ColorChoice: String, CaseIterable { case auto, always, never }

  var arguments: [String] = []
  var store: String?
  var format = Format.table
  var output: String?
  var isQuiet = false
  var isVerbose = false
  var color = ColorChoice.auto
  var showsProgress = true
  var selection = Selection()
  var ingest = IngestOptions()
  var maxRejects = RejectLimit.share(100)
  var budgets = Budgets()
  var include: Include = []
  var dimensions: [Dimension] = []
  var parts: [ReportPart] = []
  var listsEach = false
  var slowest: Int?
  /// Nothing is never.
  var failOn: Severity? = .error
  var schema: Schema?

  /// The store's file: as asked for, else as the environment says, else `tracetool.db` here.
  func storePath(_ environment: [String: String]) -> String {
    if let store { return store }
    let named = environment["TRACETOOL_STORE"] ?? ""
    return named.isEmpty ? "tracetool.db" : named
  }
}
