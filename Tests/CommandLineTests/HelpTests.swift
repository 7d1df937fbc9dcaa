import Testing

@testable import tracetool

@Suite(.tags(.small)) struct HelpTests {
  @Test func `the overview shows examples, then commands, then topics`() {
    #expect(
      HelpPage.overview == """
        Analyze how the launches and the life cycle of an iOS app went.

        Usage: tracetool COMMAND [options]

        Examples:
          tracetool ingest logs/
              Take every log of a folder into the store; repeat it to add what is new.
          tracetool report --launch-times
              Show how long launches took, by kind.
          tracetool check logs/
              Check logs in CI, without a store.

        Commands:
          ingest   Take logs into the store: files, folders, archives, '-' for standard
                   input.
          report   Show how launches went, from the store or directly from logs.
          check    Check logs or the store for callbacks out of order and work over its
                   time budget.
          compare  Compare the launch times and findings of two versions, logs or
                   selections.
          show     Show one launch on a screen, from the store or directly from logs.
          explain  Explain a launch, a finding, a rule, a budget or a topic; without
                   one, list rules and topics.
          export   Write the store's events as a log that 'ingest' can read.
          query    Run a read-only SQL query on the store's views.
          store    Show, verify, rebuild or prune the store.
          help     Show help for tracetool, a command or a topic.
          version  Print the version.

        Topics:
          recording     From an iPhone to the first finding, in six steps.
          soundness     What a clean check proves, and what it does not.
          following     How growing logs are checked and stored, and when each line is
                        printed.
          launch-times  Where a launch time begins and ends, and how it compares with
                        Apple's.
          scenes        What 'compare' and 'check --scenes' report of the adoption of
                        scenes.
          summaries     How logs are read in parts, on many cores or machines.
          rejects       Why a line is no event, and what to do.
          exit-codes    The exit codes, and when each is used.

        'tracetool help COMMAND' explains a command and its options, 'tracetool help
        TOPIC' a topic, 'tracetool explain RULE' a rule.

        """)
  }

  @Test func `a command's help shows examples, then arguments, then options with defaults`() {
    #expect(
      HelpPage.text(of: IngestCommand.self) == """
        Take logs into the store: files, folders, archives, '-' for standard input.

        Usage: tracetool ingest PATH… [options]

        A file without events is skipped and reported if it was found in a folder, and
        is an error if it was named. In a file with events, a line that is not an event
        is kept as rejected.

        Examples:
          tracetool ingest logs/
              Take every log of a folder into the store; repeat it to add what is new.
          tracetool ingest - < trace.jsonl
              Read what another program writes.
          tracetool ingest --map event=name app.jsonl
              Read the event from the key 'name'.
          tracetool ingest --follow logs/
              Store what is written to a folder as it comes, until Ctrl-C.

        Arguments:
          PATH  A log: a file, a folder, an archive, or '-' for standard input.

        Logs:
          --from FORMAT        Input format, detected from the first bytes unless given;
                               'tracetool explain formats' lists them (default: auto).
          --keep WHAT          Keep all events, or only those of the app's life cycle:
                               all, lifecycle (default: all).
          --date YYYY-MM-DD    Day of the first event, for logs whose times have no
                               date.
          --timebase N/D       Nanoseconds per tick of the device's clock (default:
                               125/3).
          --map FIELD=KEY      Read a field from this key, as in event=what,
                               time=meta.ts or duration=took_ms:ms.
          --rename OLD=NAME    Read events called OLD as the known event NAME; of
                               OLD[KEY=VALUE] those with a value.
          --zone ±HH:MM        Offset from UTC of times that have none (default:
                               +00:00).
          --records KINDS      Kinds of events that the recorder can write, separated by
                               commas.
          --write-config       Add these options to the configuration, or to a new
                               .tracetool.json, for later commands.
          --max-rejects LIMIT  Accept at most this many rejected records, as a number or
                               a share (default: 1%).

        Following:
          --follow        Read on as the logs grow, until Ctrl-C; 'tracetool help
                          following' explains it.
          --for DURATION  With --follow: end after this time.
          --until-exit    With --follow: end when the first launch seen to begin ends.
          --from-end      With --follow: pass over the lines that are there already.
          --check         With --follow: print launches and findings as 'check --follow'
                          does.

        Everywhere:
          --format FORMAT          Format of the result: table, json (default: table).
          --config FILE            The configuration, or 'none'; without it the one that
                                   $TRACETOOL_CONFIG names, else .tracetool.json here or
                                   in a folder above.
          --store FILE             The store, unless $TRACETOOL_STORE names another
                                   (default: tracetool.db).
          --busy-timeout DURATION  How long to wait for another writer (default: 5s).
          --output FILE            Write the result to this file.
          --quiet                  Show results and errors only.
          --no-progress            Show no progress line.
          --verbose                Show more about what was read.
          --color WHEN             When to use color: auto, always, never (default:
                                   auto).
          --help                   Show this help.

        """)
    #expect(
      HelpPage.text(of: CheckCommand.self) == """
        Check logs or the store for callbacks out of order and work over its time
        budget.

        Usage: tracetool check [PATH…] [options]

        Examples:
          tracetool check logs/
              Check logs in CI, without a store.
          tracetool check --fail-on warning
              Check the store; warnings fail it as well.
          tracetool check --budget background.assertion=20s logs/
              Check against a budget of your own.
          tracetool check --format ndjson logs/
              One finding a line, for other programs.
          tracetool check --follow app.jsonl
              Watch a log that grows: each finding at once, at the end the check.
          tracetool check --format summaries logs/ --output part.jsonl
              Summaries of launches, to be judged with others.
          tracetool check --also sarif=check.sarif --also junit=check.xml logs/
              Files for code scanning and tests, too.

        Arguments:
          PATH  A log: a file, a folder, an archive, or '-' for standard input.

        Judging:
          --fail-on LEVEL        Fail on certain findings of this severity or worse:
                                 error, warning, note, never (default: error).
          --max-unknown LIMIT    Accept at most this many events with unknown names, as
                                 a number or a share (default: 20%).
          --all                  List every finding, instead of one row for each kind.
          --scenes               List faults in the use of scenes, and situations that
                                 no launch was in.
          --sarif-category NAME  SARIF: the name that distinguishes this check from
                                 others of the same commit (default: tracetool/check).
          --budget NAME=VALUE    Set a budget, as in background.assertion=25s; may be
                                 repeated.
          --include LIST         Judge the times of these launches as well: simulator,
                                 debugger.
          --quirks               Also report what is legal but surprising.
          --rule LIST            Only findings of these rules, as in order.*,trace.gap.

        Accepted findings:
          --baseline FILE        The accepted findings, or 'none'; without it those that
                                 the configuration names, else .tracetool-baseline.json
                                 here or in a folder above.
          --update-baseline HOW  Add findings that fail to the baseline, prune what is
                                 no longer needed, or both: add, prune, all.
          --reason TEXT          Why the added findings are accepted.
          --accept-until DAY     The last day on which the added findings are accepted,
                                 or 'forever'.
          --strict-baseline      Fail if accepted findings are no longer needed.
          --show-accepted        List accepted findings as well.
          --today DAY            The day that decides what is still accepted (default:
                                 $SOURCE_DATE_EPOCH, else today in UTC).

        Following:
          --follow        Read on as the logs grow, until Ctrl-C; 'tracetool help
                          following' explains it.
          --for DURATION  With --follow: end after this time.
          --until-exit    With --follow: end when the first launch seen to begin ends.
          --from-end      With --follow: pass over the lines that are there already.

        Selection:
          --app ID               Only launches of this app.
          --app-version VERSION  Only launches of this version.
          --app-build BUILD      Only launches of this build.
          --os VERSION           Only launches on this system; 18 selects every 18.x.
          --device-model MODEL   Only launches on this model.
          --device-class CLASS   Only launches on models of this class of the
                                 configuration.
          --device ID            Only launches on this device.
          --launch ID            Only this launch; the beginning of its id is enough.
          --kind KIND            Only launches of this kind: cold, warm, prewarmed,
                                 unclassified, background, extension.
          --since TIME           Only launches that began at this time or later, as a
                                 day or RFC 3339.
          --until TIME           Only launches that began before this time.

        Logs:
          --from FORMAT        Input format, detected from the first bytes unless given;
                               'tracetool explain formats' lists them (default: auto).
          --keep WHAT          Keep all events, or only those of the app's life cycle:
                               all, lifecycle (default: all).
          --date YYYY-MM-DD    Day of the first event, for logs whose times have no
                               date.
          --timebase N/D       Nanoseconds per tick of the device's clock (default:
                               125/3).
          --map FIELD=KEY      Read a field from this key, as in event=what,
                               time=meta.ts or duration=took_ms:ms.
          --rename OLD=NAME    Read events called OLD as the known event NAME; of
                               OLD[KEY=VALUE] those with a value.
          --zone ±HH:MM        Offset from UTC of times that have none (default:
                               +00:00).
          --records KINDS      Kinds of events that the recorder can write, separated by
                               commas.
          --write-config       Add these options to the configuration, or to a new
                               .tracetool.json, for later commands.
          --max-rejects LIMIT  Accept at most this many rejected records, as a number or
                               a share (default: 1%).
          --memory SIZE        Memory for what is read before a temporary file is used
                               (default: 1GiB).
          --allow-incomplete   With launch summaries: only warn if a part was cut off.

        Everywhere:
          --format FORMAT          Format of the result: table, json, ndjson, csv,
                                   sarif, junit, github, gitlab, markdown, summaries
                                   (default: table).
          --also FORMAT=FILE       Write the result to a file, too, in one of these
                                   formats; may be repeated: table, json, ndjson, csv,
                                   sarif, junit, github, gitlab, markdown, summaries.
          --config FILE            The configuration, or 'none'; without it the one that
                                   $TRACETOOL_CONFIG names, else .tracetool.json here or
                                   in a folder above.
          --store FILE             The store, unless $TRACETOOL_STORE names another
                                   (default: tracetool.db).
          --busy-timeout DURATION  How long to wait for another writer (default: 5s).
          --output FILE            Write the result to this file.
          --quiet                  Show results and errors only.
          --no-progress            Show no progress line.
          --verbose                Show more about what was read.
          --color WHEN             When to use color: auto, always, never (default:
                                   auto).
          --help                   Show this help.

        """)
  }

  @Test func `the values of an argument are listed`() {
    #expect(
      HelpPage.text(of: StoreCommand.self) == """
        Show, verify, rebuild or prune the store.

        Usage: tracetool store WHAT [options]

        'prune' removes the launches that ended before a day, or all but the latest of
        each app; without --yes it only shows what it would remove. Launches that share
        a launch id or a process are removed together or not at all. Launches that stay
        keep their kind: if a removed launch decides whether a later one is cold or
        warm, one line of it stays, the event 'launch.earlier'. Results that rest on
        many launches are computed from those that stay: medians, which kinds of events
        an app records, data.saved-only-on-deactivation and launch.setup-repeated. A
        file that was read is not read again, so removed launches do not come back with
        it. Texts that only removed launches held, such as the id of a device, stay in
        the file.

        Launches are derived from events. If another version of tracetool has derived
        them by other rules, or somebody has changed rows of tables, the next command
        derives them anew: in the store, or for itself alone where the store cannot be
        written.

        'verify' ends with exit code 4 if something in the store is wrong. Tables and
        views that you add are no fault. If tracetool's own were changed, every other
        command refuses the store, but 'rebuild', which makes views and indices anew.

        Examples:
          tracetool store status
              What the store holds, and its size.
          tracetool store rejects
              The lines that are not events, and why.
          tracetool store rebuild
              Compute everything that is derived from the events again.
          tracetool store verify
              Check that the file is whole, and its summaries agree with its events.
          tracetool store prune --before 2026-01-01
              Show what pruning would remove; --yes removes it.

        Arguments:
          WHAT  What to show or do: status, rejects, rebuild, verify, prune.

        Pruning:
          --before DAY       Remove launches whose last event came before this day, in
                             UTC.
          --keep-launches N  Keep this many launches of each app, those that began last,
                             and remove the others.
          --yes              Remove them; without it, only show what would be removed.

        Everywhere:
          --format FORMAT          Format of the result: table, json, csv (default:
                                   table).
          --store FILE             The store, unless $TRACETOOL_STORE names another
                                   (default: tracetool.db).
          --busy-timeout DURATION  How long to wait for another writer (default: 5s).
          --output FILE            Write the result to this file.
          --quiet                  Show results and errors only.
          --no-progress            Show no progress line.
          --verbose                Show more about what was read.
          --color WHEN             When to use color: auto, always, never (default:
                                   auto).
          --help                   Show this help.

        """)
  }

  @Test func `it takes six steps from an iPhone to the first finding`() throws {
    let steps = try Self.page("recording").split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(steps.map { String($0.prefix(2)) } == ["1.", "2.", "3.", "4.", "5.", "6."])
    #expect(steps[4] == "5. tracetool check traces/" && steps[5].hasPrefix("6. tracetool show "))
  }

  @Test func `each exit code stands in its topic`() throws {
    #expect(
      try Self.page("exit-codes") == """
        Exit codes:
          0    no error, and nothing found that fails the command.
          1    what '--fail-on' names: certain findings ('check'), slower launches
               ('compare').
          2    the command line, the SQL in it or the configuration is wrong.
          3    the data cannot answer: no event, no known event, nothing selected, too
               many rejected records or unknown names, a source not read to its end.
          4    an input, the configuration, the output or the store cannot be read or
               written.
          70   a bug in tracetool.
          130  interrupted (Ctrl-C).
          141  the program that reads the output has ended.
          143  terminated by a signal.

        The codes do not depend on the output format. A finding that fails a check gives
        1 even if something else could not be judged; the last lines of a check report
        both. A comparison without a verdict gives 3 only with '--fail-on undecided';
        one with nothing on both sides but findings always does.

        """)
  }

  /// The page that `tracetool help NAME` prints.
  static func page(_ name: String) throws -> String {
    var command = HelpCommand(Defaults())
    command.name = name
    return try command.page
  }

  @Test(arguments: [
    (
      "wach",
      "'wach' is neither a command nor a topic; 'tracetool help' lists both"
    ),
    ("prune", "'tracetool help store' describes 'store prune'"),
    ("chekc", "'chekc' is neither a command nor a topic; did you mean 'check'?"),
    ("exit-code", "'exit-code' is neither a command nor a topic; did you mean 'exit-codes'?"),
  ])
  func `help for something unknown names what is near`(_ name: String, _ message: String) {
    #expect { try Self.page(name) } throws: { error in
      (error as? Failure)?.code == .usage && (error as? Failure)?.description == message
    }
  }

  @Test func `pages fit 80 columns`() throws {
    let topics = HelpTopic.all.map(\.name)
    #expect(CommandList.names.count >= 8 && topics.count >= 3)
    for name in CommandList.names + topics {
      let lines = try Self.page(name).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count > 3 && lines.last == "", "\(name)")
      for line in lines { #expect(line.count <= 80 && line.last != " ", "\(name): \(line)") }
    }
    for line in HelpPage.overview.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: CommandList.names)
  func `what a command declares is one word or one sentence, and nothing is declared twice`(_ name: String) throws {
    let command = try #require(CommandList.command(name))
    try Self.checkDeclarations(of: command)
  }

  private static func checkDeclarations<C: Command>(of command: C.Type) throws {
    #expect(C.summary.hasSuffix("."))
    #expect(!C.examples.isEmpty && C.examples.allSatisfy { $0.explanation.hasSuffix(".") })
    let names = C.allOptions.map(\.name)
    #expect(Set(names).count == names.count)
    for option in C.allOptions {
      #expect(option.name.wholeMatch(of: /--[a-z]+(-[a-z]+)*/) != nil)
      let help = option.help(for: C(Defaults()))
      #expect(help.first?.isUppercase == true && help.hasSuffix(".") && !help.hasSuffix(".."), "\(help)")
      // Whatever the value: it is read, or the command line is wrong.
      var command = C(Defaults())
      do { try option.store("x", in: &command) } catch let failure as Failure { #expect(failure.code == .usage) }
    }
  }

  @Test(arguments: CommandList.names)
  func `every example is a line that can be typed`(_ name: String) throws {
    let command = try #require(CommandList.command(name))
    for example in command.examples {
      let line = example.line.split(separator: " <")[0]
      let parsed = try ParsingTests.command(String(line))
      #expect(type(of: parsed) == command, "\(example.line)")
    }
  }
}
