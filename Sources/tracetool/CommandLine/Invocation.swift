import Schemas
import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceReport

/// How many records are too many: more than a number, or than a share of them.
typealias RejectLimit = (number: Double, isPercent: Bool)

/// One run of a command: all that its line says, and where its words go.
struct Invocation {
  var arguments: [String] = []
  /// The options that have come, in their order.
  private(set) var options: [String] = []
  /// As the environment says, else `tracetool.db` here.
  var store = System.variable("TRACETOOL_STORE") ?? "tracetool.db"
  /// Milliseconds.
  var busyTimeout: Int32 = 5000
  var format: any Reporter.Type = Reporters.all[0]
  var output: String?
  /// Nothing is as the terminal and NO_COLOR say.
  var hasColor: Bool?
  var selection = Selection()
  var ingest = IngestOptions { System.isStopped }
  /// Bytes.
  var memory: Int64 = 1 << 30
  var maxRejects: RejectLimit = (1, isPercent: true)
  var maxUnknown: RejectLimit = (20, isPercent: true)
  var judging = FindingsFold.Options()
  var dimensions: [Dimension] = []
  var slowest: Int?
  /// Nothing is never.
  var failOn: Severity? = .error
  var schema: Schema?
  /// Nanoseconds: since 1970, or since a launch's first event.
  var at: (isWall: Bool, nanos: Int64)?

  /// The file with the key that an export hashes ids with.
  var redactKey: String?

  /// Whether this option has come: all that a flag says.
  func has(_ option: String) -> Bool { options.contains(option) }

  /// How much may be wrong before a check's answer is in doubt.
  var limits: Verdict.Limits {
    var limits = Verdict.Limits()
    limits.rejects = Verdict.Limit(number: maxRejects.number, isPercent: maxRejects.isPercent)
    limits.unknownNames = Verdict.Limit(number: maxUnknown.number, isPercent: maxUnknown.isPercent)
    return limits
  }

  /// The first option that says how logs are read.
  var readingOption: String? { options.first(where: { Self.reading.contains($0) }) }
  private static let reading: Set = [
    "--from", "--keep", "--date", "--timebase", "--map", "--rename", "--zone", "--records", "--memory",
  ]

  /// Takes in an option that the help of `command` names, and its value, empty for a flag.
  mutating func set(_ option: String, _ text: String, of command: Command) throws {
    if option == "--by" || Command.selects(option), has(option) { throw Failure.usage("it is given twice") }
    options.append(option)
    switch option {
    case "--from":
      let format = try Values.name(text, among: ["auto"] + LogFormat.names)
      ingest.format = format == "auto" ? nil : format
    case "--keep": ingest.keepsAll = try Values.choice(text, [("all", true), ("lifecycle", false)])
    case "--date": ingest.day = try Values.day(text)
    case "--timebase": ingest.timebase = try Values.ratio(text)
    case "--map":
      let mapping = try Values.mapping(text)
      ingest.keyMap.append((mapping.field, mapping.key))
      ingest.unitPowers[mapping.key] = mapping.unitPower
    case "--rename":
      let (old, name) = try Values.pair(text, "OLD=NAME")
      ingest.renames[old] = try Values.eventName(name)
    case "--zone": ingest.zoneOffsetSeconds = try Values.zone(text)
    case "--records": ingest.records = try Values.list(text, Values.eventName)
    case "--max-rejects": maxRejects = try Values.rejectLimit(text)
    case "--max-unknown": maxUnknown = try Values.rejectLimit(text)
    case "--memory": memory = try Values.memory(text)
    case "--slowest": slowest = try Values.count(text)
    case "--app": selection.app = text
    case "--app-version": selection.appVersion = text
    case "--os": selection.os = text
    case "--device-model": selection.deviceModel = text
    case "--device": selection.device = text
    case "--launch": selection.launch = text
    case "--kind": selection.kind = try Values.choice(text)
    case "--since": selection.since = try Values.instant(text)
    case "--until": selection.until = try Values.instant(text)
    case "--by": dimensions = try Values.list(text) { try Values.choice($0) }
    case "--budget":
      let (name, value) = try Values.pair(text, "NAME=VALUE")
      let budget = try Values.choice(name, BudgetID.allCases.map { ($0.name, $0) })
      judging.budgets.set(budget, to: try Values.limit(of: budget, value))
    case "--include": judging.include = Set(try Values.list(text) { try Values.choice($0) })
    case "--quirks": judging.tellsQuirks = true
    case "--fail-on":
      failOn = try Values.choice(text, [("error", .error), ("warning", .warning), ("note", .note), ("never", nil)])
    case "--redact-key": redactKey = text
    case "--at": at = try Values.moment(text)
    case "--schema": schema = try Values.choice(text)
    case "--format": format = try Values.choice(text, command.formats.map { ($0.name, $0) })
    case "--store": store = text
    case "--busy-timeout": busyTimeout = Int32(clamping: try Values.duration(text) / 1_000_000)
    case "--output": output = text
    case "--color": hasColor = try Values.choice(text, [("auto", nil), ("always", true), ("never", false)])
    default: if !text.isEmpty { throw Failure(code: .bug, description: "nothing reads '\(option)'") }
    }
  }
}
