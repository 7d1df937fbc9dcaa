import TraceAnalyzer
import TraceIngest
import TraceModel

extension Command {
  /// All commands: what is parsed, checked and shown as help.
  static let all: [Command] = [
    Command(
      name: "ingest", operands: "PATH…", operandCount: 1...Int.max,
      summary: "Take logs into the store: files, directories, '-' for standard input.",
      examples: [
        ("ingest logs/", "Take in every file of a folder; again adds what is new."),
        ("ingest - < trace.jsonl", "Take in what another program writes."),
        ("ingest --map event=name app.jsonl", "Read the event from the key 'name'."),
      ],
      groups: [("Logs", logs + [maxRejects]), common([.table, .json])], run: Ingest.run),
    Command(
      name: "report", operands: "[PATH…]", operandCount: 0...Int.max,
      summary: "Show how launches went, from the store or directly from logs.",
      examples: [
        ("report --launch-times", "How long launches took, by kind."),
        ("report --launch-times --by appVersion,kind", "The same by version and kind."),
        ("report --launch-times --slowest 10", "The ten slowest launches, milestone by milestone."),
        ("report --background logs/", "Time in the background, straight from logs."),
      ],
      groups: [
        ("Parts (launch times and findings unless some are asked for)", parts),
        ("Selection", selection), ("Judging", [by, budget, include]), ("Logs", logs + [maxRejects]),
        common([.table, .json, .csv]),
      ], run: Report.run),
    Command(
      name: "check", operands: "[PATH…]", operandCount: 0...Int.max,
      summary: "Judge logs, or the store: illegal orders, work over its budget.",
      examples: [
        ("check logs/", "Judge logs without a store: a gate for CI."),
        ("check --fail-on warning", "Judge the store; warnings fail as well."),
        ("check --budget background.assertion=20s logs/", "Judge by a budget of your own."),
        ("check --format ndjson logs/", "One finding a line, for other programs."),
      ],
      groups: [
        ("Judging", [failOn, budget, include, listAll]), ("Selection", selection),
        ("Logs", logs + [maxRejects]), common([.table, .json, .ndjson, .csv]),
      ], run: Check.run),
    Command(
      name: "explain", operands: "[TOPIC]", operandCount: 0...1,
      summary: "Explain a rule, a budget or a topic; alone, list them.",
      examples: [
        ("explain", "The rules, budgets and topics."),
        ("explain order.scene", "What a rule finds, why, and what to do."),
        ("explain --schema event", "The JSON Schema of an event."),
      ],
      groups: [("Explaining", [schema]), common([.table])], run: Explain.run),
    Command(
      name: "query", operands: "SQL", operandCount: 1...1,
      summary: "Run a read-only query on the store's views.",
      examples: [
        ("query 'SELECT kind, count(*) FROM event GROUP BY kind'", "Events by their kind."),
        ("query --format csv 'SELECT * FROM launch'", "Every launch, for a spreadsheet."),
      ],
      groups: [common([.table, .json, .csv])], run: Query.run),
    Command(
      name: "store", operands: "WHAT", operandCount: 1...1,
      summary: "Show or rebuild the store: status, rejects, rebuild.",
      examples: [
        ("store status", "What the store holds, and how large it is."),
        ("store rejects", "The lines that are no events, and why."),
        ("store rebuild", "Make everything derived from the events again."),
      ],
      groups: [common([.table, .json, .csv])], run: Store.run),
  ]

  private static let parts = [
    part(.launchTimes, "How long launches took, from where to where."),
    part(.launchPhases, "Which parts of a launch took how long."),
    part(.ordering, "Events that have no legal place."),
    part(.background, "Stays, tasks and handlers in the background."),
    Option("--each", "Of launch times: one launch a row, with its milestones.", \.listsEach),
    Option(
      "--slowest N", "Of launch times: the N slowest launches alone.", \.slowest, Values.count),
  ]

  private static func part(_ part: ReportPart, _ help: String) -> Option {
    Option("--\(part.rawValue)", help) { settings, _ in settings.parts.insert(part) }
  }

  private static let selection = [
    Option("--app ID", "Launches of this app.", \.selection.app) { $0 },
    Option("--app-version VERSION", "Launches of this version.", \.selection.appVersion) { $0 },
    Option("--os VERSION", "Launches on this system; 18 is every 18.x.", \.selection.os) { $0 },
    Option("--device-model MODEL", "Launches on this model.", \.selection.deviceModel) { $0 },
    Option("--device ID", "Launches on this device.", \.selection.device) { $0 },
    Option("--launch ID", "This launch alone.", \.selection.launch) { $0 },
    Option(
      "--kind KIND", "Launches of this kind: cold, warm, prewarmed, ….", \.selection.kind
    ) { try Values.choice($0, LaunchKind.allCases.map { ($0.name, $0) }) },
    Option(
      "--since TIME", "Launches that began then or later: a day, or RFC 3339.", \.selection.since,
      Values.instant),
    Option("--until TIME", "Launches that began before.", \.selection.until, Values.instant),
  ]

  /// How to read logs: of no use without one.
  static let logs = [
    Option("--map FIELD=KEY", "Read this field from the log's own key.") { settings, text in
      let (field, key) = try Values.pair(text, "FIELD=KEY")
      let name = try Values.choice(field, IngestOptions.fieldNames.map { ($0, $0) })
      settings.ingest.keyMap.append((field: name, key: key))
    },
    Option("--rename OLD=NAME", "Read this event's name as one that is known.") { settings, text in
      let (old, name) = try Values.pair(text, "OLD=NAME")
      settings.ingest.renames[old] = try Values.eventName(name)
    },
    Option(
      "--zone ±HH:MM", "The zone of times without an offset; UTC unless given.",
      \.ingest.zoneOffsetSeconds, Values.zone),
    Option(
      "--records KINDS", "The kinds that the recorder writes at all, with commas.",
      \.ingest.records
    ) { try Values.list($0, Values.eventName) },
  ]

  private static let maxRejects = Option(
    "--max-rejects N", "How many rejects are too many: a number, or a share; 1% unless given.",
    \.maxRejects, Values.rejectLimit)

  private static let by = Option(
    "--by LIST", "Group by app, appVersion, appBuild, osVersion, deviceModel, kind, day.",
    \.dimensions
  ) { try Values.list($0, Values.choice) }

  private static let budget = Option(
    "--budget NAME=VALUE", "Set a budget, as in background.assertion=25s."
  ) { settings, text in
    let (name, value) = try Values.pair(text, "NAME=VALUE")
    let known = try Values.choice(name, Budgets.standard.map { ($0.name, $0.name) })
    _ = settings.budgets.set(known, nanos: try Values.duration(value))
  }

  private static let include = Option(
    "--include LIST", "Count launches of these as well: simulator, debugger.", \.include
  ) { Set(try Values.list($0, Values.choice)) }

  private static let failOn = Option(
    "--fail-on LEVEL", "Exit 1 if a finding is certain and as bad: error, warning, note, never.",
    \.failOn
  ) {
    try Values.choice(
      $0, [("error", .error), ("warning", .warning), ("note", .note), ("never", nil)])
  }

  private static let listAll = Option(
    "--all", "List each finding, not one row a kind.", \.listsEach)

  private static let schema = Option(
    "--schema NAME", "Print the contract of this name.", \.schema, Values.choice)

  private static func common(_ formats: [Format]) -> Group {
    let names = formats.map(\.rawValue).joined(separator: ", ")
    let format = Option("--format FORMAT", "\(names); a table unless given.", \.format) {
      try Values.choice($0, formats.map { ($0.rawValue, $0) })
    }
    return ("Everywhere", (formats.count > 1 ? [format] : []) + everywhere)
  }

  private static let everywhere = [
    Option("--store FILE", "The store; else $TRACETOOL_STORE, else tracetool.db.", \.store) { $0 },
    Option(
      "--busy-timeout DURATION", "How long to wait for another writer; 5s unless given.",
      \.busyTimeout
    ) { Int32(clamping: try Values.duration($0) / 1_000_000) },
    Option("--output FILE", "Write the result to this file.", \.output) { $0 },
    Option("--quiet", "Say nothing beside results and errors.", \.isQuiet),
    Option("--no-progress", "Show no progress line.", \.hidesProgress),
    Option("--verbose", "Say more of what was read.", \.isVerbose),
    Option("--color WHEN", "auto, always or never.", \.hasColor) {
      try Values.choice($0, [("auto", nil), ("always", true), ("never", false)])
    },
    Option("--help", "Show this help.") { _, _ in },
  ]
}
