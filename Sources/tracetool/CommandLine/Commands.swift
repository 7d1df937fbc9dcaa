extension Command {
  /// All commands.
  static let all: [Command] = [
    Command(
      name: "ingest", operands: "PATH…", formats: [.table, .json], run: Ingest.run,
      summary: "Take logs into the store: files, directories, '-' for standard input.",
      details: """
          tracetool ingest logs/                       Take in every file of a folder; again adds what is new.
          tracetool ingest - < trace.jsonl             Take in what another program writes.
          tracetool ingest --map event=name app.jsonl  Read the event from the key 'name'.

        \(logs)
        """),
    Command(
      name: "report", operands: "[PATH…]", run: Report.run,
      summary: "Show how launches went, from the store or directly from logs.",
      details: """
          tracetool report --launch-times                       How long launches took, by kind.
          tracetool report --launch-times --by appVersion,kind  The same by version and kind.
          tracetool report --launch-times --slowest 10          The ten slowest launches, milestone by milestone.
          tracetool report --background logs/                   Time in the background, straight from logs.

        Parts (launch times and findings unless some are asked for):
          --launch-times   How long launches took, from where to where.
          --launch-phases  Which parts of a launch took how long.
          --ordering       Events that have no legal place.
          --background     Stays, tasks and handlers in the background.
          --each           Of launch times: one launch a row, with its milestones.
          --slowest N      Of launch times: the N slowest launches alone.

        \(selection)
        Judging:
          --by LIST            Group by app, appVersion, appBuild, osVersion, deviceModel, kind, day.
        \(judging)

        \(logs)
        """),
    Command(
      name: "check", operands: "[PATH…]", formats: Format.allCases, run: Check.run,
      summary: "Judge logs, or the store: illegal orders, work over its budget.",
      details: """
          tracetool check logs/                                    Judge logs without a store: a gate for CI.
          tracetool check --fail-on warning                        Judge the store; warnings fail as well.
          tracetool check --budget background.assertion=20s logs/  Judge by a budget of your own.
          tracetool check --format ndjson logs/                    One finding a line, for other programs.

        Judging:
          --fail-on LEVEL      Exit 1 if a finding is certain and as bad: error, warning, note, never.
        \(judging)
          --all                List each finding, not one row a kind.

        \(selection)
        \(logs)
        """),
    Command(
      name: "show", operands: "LAUNCH [PATH…]", formats: [.table, .json], run: Show.run,
      summary: "Show one launch on a screen, from the store or directly from logs.",
      details: """
          tracetool show a886b9d4            The launch whose id begins so: states, events, findings.
          tracetool show a886b9d4 --at 3.2s  The states of its app, scenes and tasks at that time.

        Showing:
          --at TIME            The states then: since its first event, as in 3.2s, or RFC 3339.
        \(judging)

        \(logs)
        """),
    Command(
      name: "explain", operands: "[TOPIC] [PATH…]", formats: [], run: Explain.run,
      summary: "Explain a rule, a budget, a finding or a topic; alone, list them.",
      details: """
          tracetool explain                         The rules, budgets and topics.
          tracetool explain order.scene             What a rule finds, why, and what to do.
          tracetool explain 2a76b0b0a1c9ad0d logs/  A finding of 'check --all', and the events that show it.
          tracetool explain --schema event          The JSON Schema of an event.

        Explaining:
          --schema NAME        Print the contract of this name.
        \(judging)

        \(logs)
        """),
    Command(
      name: "query", operands: "SQL", run: Query.run,
      summary: "Run a read-only query on the store's views.",
      details: """
          tracetool query 'SELECT kind, count(*) FROM event GROUP BY kind'  Events by their kind.
          tracetool query --format csv 'SELECT * FROM launch'               Every launch, for a spreadsheet.

        """),
    Command(
      name: "store", operands: "WHAT", run: Store.run,
      summary: "Show or rebuild the store: status, rejects, rebuild.",
      details: """
          tracetool store status   What the store holds, and how large it is.
          tracetool store rejects  The lines that are no events, and why.
          tracetool store rebuild  Make everything derived from the events again.

        """),
  ]

  private static let selection = """
    Selection:
      --app ID               Launches of this app.
      --app-version VERSION  Launches of this version.
      --os VERSION           Launches on this system; 18 is every 18.x.
      --device-model MODEL   Launches on this model.
      --device ID            Launches on this device.
      --launch ID            This launch alone.
      --kind KIND            Launches of this kind: cold, warm, prewarmed, ….
      --since TIME           Launches that began then or later: a day, or RFC 3339.
      --until TIME           Launches that began before.

    """

  private static let judging = """
      --budget NAME=VALUE  Set a budget, as in background.assertion=25s.
      --include LIST       Count launches of these as well: simulator, debugger.
      --quirks             Tell what is legal and surprises as well.
    """

  private static let logs = """
    Logs:
      --map FIELD=KEY    Read this field from the log's own key.
      --rename OLD=NAME  Read this event's name as one that is known.
      --zone ±HH:MM      The zone of times without an offset; UTC unless given.
      --records KINDS    The kinds that the recorder writes at all, with commas.
      --max-rejects N    How many rejects are too many: a number, or a share; 1% unless given.

    """

  static let everywhere = """
      --store FILE             The store; else $TRACETOOL_STORE, else tracetool.db.
      --busy-timeout DURATION  How long to wait for another writer; 5s unless given.
      --output FILE            Write the result to this file.
      --quiet                  Say nothing beside results and errors.
      --no-progress            Show no progress line.
      --verbose                Say more of what was read.
      --color WHEN             auto, always or never.
      --help                   Show this help.

    """
}
