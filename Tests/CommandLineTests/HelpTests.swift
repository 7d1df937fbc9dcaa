import Testing

@testable import tracetool

@Suite(.tags(.small)) struct HelpTests {
  @Test func `the overview shows examples, then commands`() {
    #expect(
      Command.overview == """
        Finds out how an app's launches and life cycle went, from its recorded traces.

        Usage: tracetool COMMAND [options]

        Examples:
          tracetool ingest logs/           Take in every file of a folder; again adds what is new.
          tracetool report --launch-times  How long launches took, by kind.
          tracetool check logs/            Judge logs without a store: a gate for CI.

        Commands:
          ingest   Take logs into the store: files, directories, archives, '-' for standard input.
          report   Show how launches went, from the store or directly from logs.
          check    Judge logs, or the store: illegal orders, work over its budget.
          show     Show one launch on a screen, from the store or directly from logs.
          explain  Explain a rule, a budget, a finding or a topic; alone, list them.
          export   Write the store's events as a log that can be taken in again.
          query    Run a read-only query on the store's views.
          store    Show or rebuild the store: status, rejects, rebuild.

        'tracetool COMMAND --help' tells more. '--version' prints the version.

        """)
  }

  @Test func `a command's help shows examples before options`() {
    let ingest = Command.all.first { $0.name == "ingest" }
    #expect(
      ingest?.help == """
        Take logs into the store: files, directories, archives, '-' for standard input.

        Usage: tracetool ingest PATH… [options]

        A file that is found in a folder and holds no event is passed over and named; named on the command
        line it is an error. Of a file that holds an event, each line that is none is kept as rejected.

        Examples:
          tracetool ingest logs/                       Take in every file of a folder; again adds what is new.
          tracetool ingest - < trace.jsonl             Take in what another program writes.
          tracetool ingest --map event=name app.jsonl  Read the event from the key 'name'.

        Logs:
          --from FORMAT      What logs are in, as unified-log; by their first bytes (auto) unless given.
          --keep WHAT        all, or lifecycle: only what means something in the life of an app.
          --date YYYY-MM-DD  The day on which a log begins whose times lack it.
          --timebase N/D     Nanoseconds a tick of the device's clock; 125/3 unless given.
          --map FIELD=KEY    Read this field from the log's own key: what; meta.ts in an object; took_ms:ms.
          --rename OLD=NAME  Read this event's name as one that is known.
          --zone ±HH:MM      The zone of times without an offset; UTC unless given.
          --records KINDS    The kinds that the recorder writes at all, with commas.
          --max-rejects N    How many rejects are too many: a number, or a share; 1% unless given.

        Everywhere:
          --format FORMAT          table, json; a table unless given.
          --store FILE             The store; else $TRACETOOL_STORE, else tracetool.db.
          --busy-timeout DURATION  How long to wait for another writer; 5s unless given.
          --output FILE            Write the result to this file.
          --quiet                  Say nothing beside results and errors.
          --no-progress            Show no progress line.
          --verbose                Say more of what was read.
          --color WHEN             auto, always or never.
          --help                   Show this help.

        """)
    let check = Command.all.first { $0.name == "check" }
    #expect(
      check?.help == """
        Judge logs, or the store: illegal orders, work over its budget.

        Usage: tracetool check [PATH…] [options]

        Examples:
          tracetool check logs/                                    Judge logs without a store: a gate for CI.
          tracetool check --fail-on warning                        Judge the store; warnings fail as well.
          tracetool check --budget background.assertion=20s logs/  Judge by a budget of your own.
          tracetool check --format ndjson logs/                    One finding a line, for other programs.

        Judging:
          --fail-on LEVEL      Exit 1 if one is certain and as bad: error (default), warning, note, never.
          --max-unknown N      More unknown names leave it undecided: a number or a share; 20% unless given.
          --budget NAME=VALUE  Set a budget, as in background.assertion=25s; once for each.
          --include LIST       Count launches of these as well: simulator, debugger.
          --quirks             Tell what is legal and surprises as well.
          --all                List each finding, not one row a kind.

        Selection:
          --app ID               Launches of this app.
          --app-version VERSION  Launches of this version.
          --os VERSION           Launches on this system; 18 is every 18.x.
          --device-model MODEL   Launches on this model.
          --device ID            Launches on this device.
          --launch ID            This launch alone; a beginning of its id will do.
          --kind KIND            Launches of this kind: cold, warm, prewarmed, ….
          --since TIME           Launches that began then or later: a day, or RFC 3339.
          --until TIME           Launches that began before.

        Logs:
          --from FORMAT      What logs are in, as unified-log; by their first bytes (auto) unless given.
          --keep WHAT        all, or lifecycle: only what means something in the life of an app.
          --date YYYY-MM-DD  The day on which a log begins whose times lack it.
          --timebase N/D     Nanoseconds a tick of the device's clock; 125/3 unless given.
          --map FIELD=KEY    Read this field from the log's own key: what; meta.ts in an object; took_ms:ms.
          --rename OLD=NAME  Read this event's name as one that is known.
          --zone ±HH:MM      The zone of times without an offset; UTC unless given.
          --records KINDS    The kinds that the recorder writes at all, with commas.
          --max-rejects N    How many rejects are too many: a number, or a share; 1% unless given.
          --memory SIZE      Events that take more than this go to a temporary file; 1GiB unless given.

        Everywhere:
          --format FORMAT          table, json, ndjson, csv; a table unless given.
          --store FILE             The store; else $TRACETOOL_STORE, else tracetool.db.
          --busy-timeout DURATION  How long to wait for another writer; 5s unless given.
          --output FILE            Write the result to this file.
          --quiet                  Say nothing beside results and errors.
          --no-progress            Show no progress line.
          --verbose                Say more of what was read.
          --color WHEN             auto, always or never.
          --help                   Show this help.

        """)
  }
}
