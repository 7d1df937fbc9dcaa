import Foundation
import Testing

/// Logs of other makings: after one try that fails, the command that is printed reads them.
@Suite(.tags(.large)) struct ReadingAdviceTests {
  static let seed = UInt64(ProcessInfo.processInfo.environment["TRACETOOL_SEED"] ?? "") ?? UInt64.random(in: 1...99_999)

  /// What the command prints that a try advises, run as it stands; nil if none is advised.
  private func advised(_ words: [String], in place: Workplace) throws -> (line: String, outcome: Outcome)? {
    let said = try place.run(words).errors
    guard let line = said.split(separator: "\n").first(where: { $0.hasPrefix("try: tracetool ") }) else { return nil }
    let command = "\"$tracetool\" " + line.dropFirst("try: tracetool ".count)
    return (String(line), try place.shell(command))
  }

  @Test(arguments: HouseLog.Style.allCases)
  func `a log of 200 launches is read after one try`(style: HouseLog.Style) throws {
    print("seed \(Self.seed)")
    let log = HouseLog(seed: Self.seed)
    let place = Workplace()
    try place.write("house.json", log.data(style))
    let report = try #require(
      try advised(["report", "--launch-times", "--slowest", "2", "--format", "json", "house.json"], in: place))
    #expect(report.outcome.code == 0, "\(report.line)\n\(report.outcome.errors)")
    let slowest = report.outcome.document["each"] as? [[String: Any]] ?? []
    /// The id that the log gives a launch: of one that stands in a session, that of the session.
    func id(_ launch: String) -> String {
      launch.hasPrefix("session/") ? String(launch.dropFirst("session/".count).prefix { $0 != "@" }) : launch
    }
    #expect(slowest.compactMap { $0["launch"] as? String }.map(id).sorted() == log.slow)
    #expect(slowest.allSatisfy { ($0["nanos"] as? Int ?? 0) >= 6_000_000_000 })
    let times = try #require(try advised(["report", "--launch-times", "--by", "appVersion", "house.json"], in: place))
    #expect(times.outcome.output.hasPrefix("Launch times, start to firstFrame: counted 200 of 200\n"))
    for version in ["4.8.0", "4.9.0", "4.10.0"] { #expect(times.outcome.output.contains("\n\(version) ")) }
    let check = try #require(try advised(["check", "--all", "--format", "json", "house.json"], in: place))
    #expect(check.line.contains(" --keep lifecycle "))
    let findings = check.outcome.document["findings"] as? [[String: Any]] ?? []
    func launches(_ rule: String) -> Set<String> {
      Set(findings.filter { $0["rule"] as? String == rule }.compactMap { $0["launch"] as? String }.map(id))
    }
    #expect(launches("background.task-overrun") == [log.overrun])
    #expect(launches("order.scene") == [log.unordered])
    #expect(check.outcome.document["verdict"] as? String != "undecided", "\(check.outcome.errors)")
  }

  @Test(arguments: [
    (#"{"awslogs":{"data":"H4sIAAAAAAAAA6tWSi1LzStRslIqKMpPTi0u1isuSSwq"}}"#, "gzip.decompress(d).decode()"),
    (#"{"records":[{"data":"eyJldmVudCI6InByb2Nlc3Muc3RhcnQiLCJ0aW1lIjoxfQ=="}]}"#, "print(d.decode()"),
  ])
  func `records in base64 are named, with the command that decodes them`(record: String, words: String) throws {
    let place = Workplace()
    try place.write("a.json", Array(record.utf8))
    let outcome = try place.run("check", "a.json")
    #expect(outcome.code == 3 && outcome.errors.contains("data' is base64: decode it first: python3 -c"))
    #expect(outcome.errors.contains(words) && !outcome.errors.contains("\ntry: "))
  }

  @Test func `values are shown without escapes`() throws {
    let place = Workplace()
    try place.write("a.jsonl", Array(#"{"\u30a4":"\u30d7\u30ed","b":"a\"\n"}"#.utf8))
    let said = try place.run("check", "a.jsonl").errors
    #expect(said.contains("イ: \"プロ\"\n") && said.contains(#"b: "a\"\n""#), "\(said)")
  }

  /// Records of products and services, what the command has to hold, and what is counted when it has run: the events
  /// with known names.
  static let exports: [(name: String, lines: [String], words: [String], known: Int)] = [
    (
      "Segment",
      [
        #"{"event":"Application Opened","timestamp":"2026-10-20T12:40:00Z","anonymousId":"a","#
          + #""context":{"app":{"version":"4.9.0"},"library":{"name":"analytics-swift","version":"1.5.0"}},"properties":{"from_background":false}}"#,
        #"{"event":"Application Backgrounded","timestamp":"2026-10-20T12:41:00Z","anonymousId":"a","#
          + #""context":{"app":{"version":"4.9.0"},"library":{"name":"analytics-swift","version":"1.5.0"}}}"#,
        #"{"event":"Application Opened","timestamp":"2026-10-20T12:45:00Z","anonymousId":"a","#
          + #""context":{"app":{"version":"4.9.0"},"library":{"name":"analytics-swift","version":"1.5.0"}},"properties":{"from_background":true}}"#,
      ],
      [
        "'Application Opened[properties.from_background=true]=app.willEnterForeground'",
        "'Application Opened[properties.from_background=false]=app.didFinishLaunching'",
        "'Application Backgrounded=app.didEnterBackground'",
      ], 3
    ),
    (
      "Amplitude",
      [
        #"{"event_type":"[Amplitude] Application Opened","event_time":"2026-10-20 12:40:00.123000","session_id":1792500,"#
          + #""server_received_time":"2026-10-20 12:41:00.123000","version_name":"4.9.0","device_id":"d1","library":"amplitude-swift/1.10.0","#
          + #""event_properties":{"[Amplitude] From Background":false}}"#,
        #"{"event_type":"[Amplitude] Application Backgrounded","event_time":"2026-10-20 12:44:00.123000","#
          + #""session_id":1792500,"server_received_time":"2026-10-20 12:45:00.123000","version_name":"4.9.0","#
          + #""device_id":"d1","event_properties":{}}"#,
      ],
      [
        "--map event=event_type", "--map time=event_time", "--map appVersion=version_name",
        "'[Amplitude] Application Opened[event_properties.[Amplitude] From Background=false]=app.didFinishLaunching'",
      ], 2
    ),
    (
      "PostHog",
      [
        #"{"event":"Application Opened","timestamp":"2026-10-20T12:40:00Z","properties":{"$lib":"posthog-ios","#
          + #""$app_version":"4.9.0","from_background":false}}"#,
        #"{"event":"Application Opened","timestamp":"2026-10-20T12:40:09Z","properties":{"$lib":"posthog-ios","#
          + #""$app_version":"4.9.0","from_background":true}}"#,
      ], ["'Application Opened=app.didBecomeActive'"], 2
    ),
    (
      "Mixpanel",
      [
        #"{"event":"$ae_session","properties":{"time":1792500000,"$device_id":"d1","$app_version_string":"4.9.0","#
          + #""$model":"iPhone15,2","$os_version":"18.2","mp_lib":"swift","$ae_session_length":42.1}}"#
      ],
      [
        "time=properties.time", "'appVersion=properties.$app_version_string'", "'deviceModel=properties.$model'",
        "'osVersion=properties.$os_version'", "'$ae_session=app.willResignActive'",
      ], 1
    ),
    (
      "Datadog",
      [
        #"{"id":"x1","content":{"timestamp":"2026-10-20T12:40:01Z","service":"shop","#
          + #""attributes":{"evt":{"name":"app_start"},"session":{"id":"s"},"sdk":{"version":"2.0.1"}}}}"#,
        #"{"id":"x2","content":{"timestamp":"2026-10-20T12:40:02Z","service":"shop","#
          + #""attributes":{"evt":{"name":"app_did_become_active"},"session":{"id":"s"},"sdk":{"version":"2.0.1"}}}}"#,
      ], ["--map event=content.attributes.evt.name", "app_start=process.start", "time=content.timestamp"], 2
    ),
    (
      "Application Insights",
      [
        #"{"timestamp":"2026-10-20T12:40:01Z","name":"app_will_enter_foreground","itemType":"customEvent","#
          + #""session_Id":"s","application_Version":"4.9.0","client_Model":"iPhone15,2"}"#
      ],
      ["--map event=name", "--map appVersion=application_Version", "--map deviceModel=client_Model", "session_Id"], 1
    ),
    (
      "New Relic",
      [#"{"eventType":"MobileUserAction","name":"AppDidEnterBackground","timestamp":1792500000000,"sessionId":"s"}"#],
      ["--map event=name", "AppDidEnterBackground=app.didEnterBackground"], 1
    ),
    (
      "capitals",
      [
        #"{"EVENT":"APP_DID_BECOME_ACTIVE","TS":1792500000000,"RUN_ID":7,"APP_VERSION":"4.9.0"}"#,
        #"{"EVENT":"APP_IN_BACKGROUND","TS":1792500001000,"RUN_ID":7,"APP_VERSION":"4.9.0"}"#,
      ], ["--map event=EVENT", "--map time=TS", "--map launch=RUN_ID", "--map appVersion=APP_VERSION"], 2
    ),
    (
      "one name for all states",
      [
        #"{"what":"app_state","time":1792500000000,"new_state":"foreground"}"#,
        #"{"what":"app_state","time":1792500000100,"new_state":"active"}"#,
        #"{"what":"app_state","time":1792500001000,"new_state":"background"}"#,
      ], ["'app_state[new_state=background]=app.didEnterBackground'"], 3
    ),
    (
      "known keys and other names",
      [
        #"{"event":"app_process_start","time":1792500000000,"launch":"L1"}"#,
        #"{"event":"app.didFinishLaunching","time":1792500000300,"launch":"L1"}"#,
        #"{"event":"app_first_frame","time":1792500000420,"launch":"L1"}"#,
      ], ["app_process_start=process.start", "app_first_frame=launch.firstFrame"], 3
    ),
  ]

  @Test(arguments: exports.indices)
  func `an export is read after one try`(index: Int) throws {
    let (name, lines, words, known) = Self.exports[index]
    let place = Workplace()
    try place.write("log.jsonl", lines)
    let (line, outcome) = try #require(try advised(["check", "--format", "json", "log.jsonl"], in: place), "\(name)")
    for word in words { #expect(line.contains(word), "\(name): \(line)") }
    #expect(!line.contains("sdk") && !line.contains("library"))
    let coverage = outcome.document["coverage"] as? [String: Any] ?? [:]
    #expect(coverage["events"] as? Int == known, "\(name): \(outcome.errors)")
    #expect(coverage["unknownEvents"] as? Int == 0, "\(name)")
  }

  /// Records of a log, the options that are proposed for them, and what a try says that it gives.
  static let trials: [(lines: [String], options: String, gives: String)] = [
    (
      [
        #"{"name":"app_launch","ts":"2026-10-20T12:00:00Z","session":"s-1","took_ms":300}"#,
        #"{"name":"app_launch","ts":"2026-10-20T12:10:00Z","session":"s-1","took_ms":900}"#,
      ], "--map event=name --map session=session --map launchDuration=took_ms:ms",
      "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"metric":"cold_start","at":"2026-10-20T12:00:00Z","value":0.3,"unit":"second","mode":"cold"}"#,
        #"{"metric":"http","at":"2026-10-20T12:10:00Z","value":0.9,"unit":"second"}"#,
        #"{"metric":"cold_start","at":"2026-10-20T12:20:00Z","value":0.4,"unit":"second","mode":"cold"}"#,
      ], "--map event=metric --map time=at --map launchDuration=value:s --map startType=mode",
      "of 3 records it reads 3: 2 launches, 2 with a time; 1 name stays unknown"
    ),
    (
      [
        #"{"span":"AppLaunch","start":"2026-10-20T12:00:00.000Z","end":"2026-10-20T12:00:00.300Z"}"#,
        #"{"span":"AppLaunch","start":"2026-10-20T12:10:00.000Z","end":"2026-10-20T12:10:00.400Z"}"#,
      ], "--map event=span --map time=start --map launchEnd=end", "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"event":"cold_start","time":1792500000000,"finished_at":1792500000300,"session_end":1792500900000}"#,
        #"{"event":"cold_start","time":1792500100000,"finished_at":1792500100400,"session_end":1792500900000}"#,
      ], "--map launchEnd=finished_at", "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"id":"a","measurements":{"app_start_cold":612.4},"timestamp":"2026-10-20T12:40:00+00:00"}"#,
        #"{"id":"b","measurements":{"app_start_cold":734.0},"timestamp":"2026-10-20T12:50:00+00:00"}"#,
      ], "--map launchDuration=measurements.app_start_cold:ms", "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"evt":"app_start","ts":"2026-10-20T12:40:00.000Z","proc_nr":7}"#,
        #"{"evt":"app_start","ts":"2026-10-20T12:40:00.150Z","proc_nr":8}"#,
        #"{"evt":"first_paint","ts":"2026-10-20T12:40:00.400Z","proc_nr":7}"#,
        #"{"evt":"first_paint","ts":"2026-10-20T12:40:00.900Z","proc_nr":8}"#,
      ],
      "--map event=evt --map pid=proc_nr --rename app_start=process.start --rename first_paint=launch.firstFrame",
      "of 4 records it reads 4: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"time":"2026-10-20T12:00:00Z","perf":{"coldStartMs":300},"os":{"name":"iOS"}}"#,
        #"{"time":"2026-10-20T12:10:00Z","perf":{"coldStartMs":310},"os":{"name":"iOS"}}"#,
      ], "--map launchDuration=perf.coldStartMs:ms", "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"evt":"boot_begin","ts":"2026-10-20T12:40:00.000Z","boot_id":"b-1"}"#,
        #"{"evt":"boot_begin","ts":"2026-10-20T12:40:00.150Z","boot_id":"b-2"}"#,
        #"{"evt":"scene_connected","ts":"2026-10-20T12:40:00.250Z","boot_id":"b-1"}"#,
        #"{"evt":"scene_connected","ts":"2026-10-20T12:40:00.350Z","boot_id":"b-2"}"#,
        #"{"evt":"first_paint","ts":"2026-10-20T12:40:00.400Z","boot_id":"b-1"}"#,
        #"{"evt":"first_paint","ts":"2026-10-20T12:40:00.900Z","boot_id":"b-2"}"#,
      ],
      "--map event=evt --map launch=boot_id --rename boot_begin=process.start --rename first_paint=launch.firstFrame"
        + " --rename scene_connected=scene.willConnect",
      "of 6 records it reads 6: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"name":"app_start","ts":"20.10.2026 12:40:00","dauer":"612 ms","art":"kalt"}"#,
        #"{"name":"app_start","ts":"20.10.2026 12:50:00","dauer":"0,7 s","art":"warm"}"#,
      ],
      "--map event=name --map launchDuration=dauer --map startType=art --rename startType:kalt=cold",
      "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"name":"app_start","ts":"1792500000,400","dauer_s":"1,234"}"#,
        #"{"name":"app_start","ts":"1792500060,400","dauer_s":"0,61"}"#,
      ], "--map event=name --map launchDuration=dauer_s:,s", "of 2 records it reads 2: 2 launches, 2 with a time"
    ),
    (
      [
        #"{"begonnen":"2026-10-20T12:40:00Z","steps":[{"name":"process_start","ms_since_launch":0},"#
          + #"{"name":"first_frame","ms_since_launch":400}]}"#
      ],
      "--map event=name --map time=begonnen --map offset=ms_since_launch:ms --rename first_frame=launch.firstFrame "
        + "--rename process_start=process.start",
      "of 2 records it reads 2: 1 launch, 1 with a time"
    ),
    (
      [
        #"{"evt":"process_start","ts":1792500000,"run":"a"}"#, #"{"evt":"first_frame","ts":1792500001,"run":"a"}"#,
        #"{"evt":"process_exit","ts":1792500009,"run":"a","grund":"Aufgabe abgelaufen","dauer_ms":"161,0"}"#,
        #"{"evt":"process_start","ts":1792500100,"run":"b"}"#, #"{"evt":"first_frame","ts":1792500101,"run":"b"}"#,
        #"{"evt":"process_exit","ts":1792500109,"run":"b","grund":"MEMORY_LIMIT"}"#,
      ],
      "--map event=evt --map launch=run --map duration=dauer_ms:ms --map reason=grund "
        + "--rename first_frame=launch.firstFrame --rename process_exit=process.exit --rename process_start=process.start "
        + "--rename 'reason:Aufgabe abgelaufen=backgroundTask' --rename reason:MEMORY_LIMIT=memoryLimit",
      "of 6 records it reads 6: 2 launches, 2 with a time"
    ),
  ]

  @Test(arguments: trials.indices)
  func `a command is proposed with what it gives, and gives that`(index: Int) throws {
    let (lines, options, gives) = Self.trials[index]
    let place = Workplace()
    try place.write("log.jsonl", lines)
    for format in [[], ["--format", "json"]] {
      let words = ["report", "--launch-times"] + format + ["log.jsonl"]
      let said = try place.run(words).errors
      #expect(said.contains("\ntry: tracetool report \(options) --launch-times "), "\(said)")
      #expect(said.contains("log.jsonl\n\(gives)\nadd --write-config"), "\(said)")
    }
    let (_, outcome) = try #require(try advised(["report", "--launch-times", "log.jsonl"], in: place))
    let counted = try #require(gives.firstMatch(of: /([0-9]+) launch[es]*, ([0-9]+) with/))
    #expect(outcome.output.contains("counted \(counted.2) of \(counted.1)\n"), "\(outcome.output)")
    // A pipe is not read twice.
    let piped = try place.shell(#""$tracetool" report --launch-times - < log.jsonl"#)
    #expect(piped.errors.contains("\n\(gives)\n"))
    // Nor is what is packed, or grows.
    let packed = try place.shell(#"gzip -k log.jsonl && "$tracetool" report --launch-times log.jsonl.gz"#)
    #expect(packed.errors.contains("\n\(gives)\n"))
    let followed = try place.run(["check", "--follow", "--for", "0s", "log.jsonl"])
    #expect(followed.errors.contains("\n\(gives)\n"), "\(followed)")
  }

  @Test func `a length without a unit is asked for, and no constant is proposed as the event`() throws {
    let place = Workplace()
    try place.write(
      "a.jsonl",
      ["a", "b"].map { #"{"id":"\#($0)","app_start_cold":612.4,"time":"2026-10-20T12:40:00Z","os.name":"iOS"}"# })
    let said = try place.run("check", "a.jsonl").errors
    #expect(said.contains("\n'app_start_cold' may hold the length of a launch: 612.4, without its unit"))
    let command = "tracetool check --map launchDuration=app_start_cold:ms a.jsonl\n'tracetool explain"
    #expect(said.contains("if it is milliseconds: \(command)") && !said.contains("try: "), "\(said)")
  }

  @Test func `what may mean two things is asked for`() throws {
    let place = Workplace()
    try place.write("a.jsonl", [#"{"event":"app_start","time":1792500000,"took_s":"1,234"}"#])
    try place.write(
      "b.json",
      [
        #"{"launch":"a","start":1792500000,"events":[{"event":"process.start","t":0},{"event":"launch.firstFrame","t":9}]}"#
      ])
    try place.write("c.jsonl", [#"{"evt":"process_exit","ts":1792500000,"reason":"speicher"}"#])
    let asked = [
      (
        "a.jsonl",
        "'took_s' may hold the length of a launch: 1,234, whose comma may be a decimal mark or part thousands"
      ),
      (
        "b.json",
        "'t' may hold the time since 'start': 0, without its unit; if it is milliseconds: tracetool check --map time=start "
      ),
      (
        "c.jsonl", "words of 'reason' that tracetool does not know: speicher; say what each means with --rename reason:"
      ),
    ]
    for (log, said) in asked {
      let outcome = try place.run("check", log)
      #expect(outcome.code == 3 && outcome.errors.contains("\n\(said)"), "\(outcome)")
    }
  }

  /// A word of a log, in a field, and the option that says what it means.
  static let words: [(member: String, option: String, read: String)] = [
    (#""reason":"speicher""#, "reason:speicher=memoryLimit", #""reason":"memoryLimit""#),
    (#""grund":7"#, "reason:7=memoryLimit", #""reason":"memoryLimit""#),
    (#""success":"ja""#, "success:ja=true", #""success":true"#),
    (#""phase":"Anfang""#, "phase:Anfang=begin", #""phase":"begin""#),
    (#""source":"System""#, "source:System=system", #""source":"system""#),
    (#""kind":"a:b=c""#, "kind:a:b=c=fetch", #""kind":"fetch""#),
  ]

  @Test(arguments: words.indices)
  func `a word of a field is read as the one that it means, from a configuration as well`(row: Int) throws {
    let (member, option, read) = Self.words[row]
    let place = Workplace()
    try place.write("a.jsonl", [#"{"event":"process.exit","time":1792500000,"launch":"a",\#(member)}"#])
    let words = ["--map", "reason=grund", "--rename", option, "--write-config"]
    #expect(try place.run(["ingest", "--store", "s.db"] + words + ["a.jsonl"]).code == 0)
    // The second command takes what the first has kept.
    #expect(try place.run("ingest", "--store", "t.db", "a.jsonl").code == 0)
    for store in ["s.db", "t.db"] {
      let lines = try place.run("export", "--store", store).output
      #expect(lines.contains(read), "\(lines)")
    }
    let wrong = try place.run("check", "--rename", "reason:speicher=ram", "a.jsonl")
    #expect(wrong.code == 2 && wrong.errors.contains("'ram' is an unknown name"))
    let name = try place.run("check", "--rename", "scene:shown=scene.didActivate", "a.jsonl")
    #expect(!name.errors.contains("--rename:"))
  }

  @Test func `a check of events that are known proposes what a reason means`() throws {
    let place = Workplace()
    let lines = ["process.start", "app.didBecomeActive", "app.didEnterBackground"].enumerated().map {
      #"{"event":"\#($1)","time":\#(1_792_500_000 + $0),"launch":"a"}"#
    }
    let exit = #"{"event":"process.exit","time":1792500090,"launch":"a","reason":"aufgabe_abgelaufen"}"#
    try place.write("a.jsonl", lines + [exit])
    let (line, outcome) = try #require(try advised(["check", "a.jsonl"], in: place))
    #expect(line.hasPrefix("try: tracetool check --rename reason:aufgabe_abgelaufen=backgroundTask a.jsonl"))
    #expect(outcome.code == 1 && outcome.output.contains("background.killed"), "\(outcome)")
  }

  @Test func `options that give no launch are not proposed, but what is missing is said`() throws {
    let place = Workplace()
    let names = ["alpha", "first_paint", "omega", "alpha", "first_paint", "omega"]
    try place.write(
      "a.jsonl", names.enumerated().map { #"{"evt":"\#($1)","ts":\#(1_792_500_000 + $0),"n":\#($0)}"# })
    let said = try place.run("check", "a.jsonl").errors
    #expect(!said.contains("try: "))
    #expect(
      said.contains(
        "no launch can be read: no name under 'evt' is known for its start, a state of the app or its length: "
          + "alpha, omega\nsay what names mean, as in: --map event=evt --rename NAME=process.start"), "\(said)")
  }

  @Test func `launches that mostly break UIKit's order are proposed with that doubt`() throws {
    let place = Workplace()
    let names = ["process_start", "app_became_active", "app_finished_launching"]
    try place.write(
      "a.jsonl",
      (0..<3).flatMap { launch in
        names.enumerated().map { #"{"evt":"\#($1)","ts":\#(1_792_500_000 + 100 * launch + $0),"run":"r\#(launch)"}"# }
      })
    let said = try place.run("check", "a.jsonl").errors
    #expect(said.contains("\nin doubt: 3 of them break the order of UIKit; check what names and ids mean\n"), "\(said)")
  }

  @Test func `what means nothing in the life of an app gets no advice`() throws {
    let place = Workplace()
    let names = ["http request", "http_request", "search request", "cart open", "page load"]
    try place.write("a.jsonl", names.enumerated().map { #"{"event":"\#($1)","time":\#(1_792_500_000 + $0)}"# })
    for command in [["check"], ["report", "--launch-times"], ["show"]] {
      let said = try place.run(command + ["a.jsonl"])
      #expect(said.code == 3 && !said.errors.contains("try: ") && !said.errors.contains("--rename '"))
    }
  }

  @Test func `what is given is not advised again, and a time that cannot be read is shown`() throws {
    let place = Workplace()
    try place.write("a.jsonl", [#"{"event_name":"app.didBecomeActive","event_timestamp":"at noon","run":"r"}"#])
    let said = try place.run("check", "--map", "event=event_name", "--map", "time=event_timestamp", "a.jsonl").errors
    #expect(said.contains("no time that can be read under 'event_timestamp': \"at noon\"\n"))
    #expect(said.contains("\nsay which key holds the time: --map time=KEY\n") && !said.contains("try: "))
  }

  @Test func `events of the app's own do not count under --keep lifecycle, and those of its life cycle do`() throws {
    let place = Workplace()
    func log(_ names: [String], numbered: Bool) -> [String] {
      names.enumerated().map { number, name in
        let place = numbered ? #","seq":\#(number)"# : ""
        return #"{"event":"\#(name)","time":\#(1_792_500_000_000 + 100 * number),"launch":"L1"\#(place)}"#
      }
    }
    let own = ["process.start", "app.didFinishLaunching", "app.didBecomeActive", "screen_view", "cart_add", "search"]
    for isNumbered in [false, true] {
      try place.write("a.jsonl", log(own, numbered: isNumbered))
      let undecided = try place.run("check", "a.jsonl")
      #expect(undecided.code == 3 && undecided.errors.contains("--max-unknown accepts more"))
      let kept = try place.run("check", "--keep", "lifecycle", "a.jsonl")
      #expect(kept.code == 0 && kept.output.contains("passed: no findings"), "\(kept.output)")
      #expect(!kept.output.contains("unknown") && kept.errors.isEmpty)
      try place.write("a.jsonl", log(["process.start", "app_first_frame"], numbered: isNumbered))
      let lifecycle = try place.run("check", "--keep", "lifecycle", "a.jsonl")
      #expect(lifecycle.code == 3 && lifecycle.errors.contains("--rename app_first_frame=launch.firstFrame"))
    }
  }

  @Test func `a report says the share of unknown names, and what to try`() throws {
    let place = Workplace()
    let names = ["app_process_start", "app.didFinishLaunching", "app_first_frame", "app.didBecomeActive"]
    try place.write(
      "a.jsonl", names.enumerated().map { #"{"event":"\#($1)","time":\#(1_792_500_000_000 + $0),"launch":"L"}"# })
    let said = try place.run("report", "--launch-times", "a.jsonl")
    #expect(said.code == 0)
    #expect(
      said.errors == """
        tracetool: 50 % unknown names: those of 2 of 4 events
        try: tracetool report --rename app_first_frame=launch.firstFrame --rename app_process_start=process.start \
        --launch-times a.jsonl
        of 4 records it reads 4: 1 launch, 1 with a time
        add --write-config to keep these options in .tracetool.json

        """)
  }

  @Test func `options are kept in a configuration, beside what is there`() throws {
    let place = Workplace()
    let log = [
      #"{"what":"app_start","time":1792500000000,"run":"r"}"#, #"{"what":"x","time":1792500001000,"run":"r"}"#,
    ]
    try place.write("a.jsonl", log)
    let words = [
      "check", "--map", "event=what", "--map", "launch=run", "--rename", "app_start=process.start", "--rename",
      "boom=process.exit:crash", "a.jsonl",
    ]
    let written = try place.run(words + ["--write-config"])
    #expect(written.errors.contains("wrote to '.tracetool.json' how these logs are read"))
    let text = """
      {
        "input": {
          "rows": [
            "field event what",
            "field launch run",
            "event process.start if what=app_start",
            "end crash if what=boom"
          ]
        }
      }

      """
    #expect(try place.read(".tracetool.json") == text)
    #expect(try place.run("show", "a.jsonl").output.contains("\nr "))
    #expect(try place.run(words + ["--write-config"]).errors.contains("says already"))
    #expect(try place.read(".tracetool.json") == text)
    let other = try place.run("check", "--map", "event=what", "--write-config", "--zone", "+02:00", "a.jsonl")
    #expect(other.code == 2 && other.errors.contains("has an 'input' of its own, which is left as it is"))
    #expect(try place.read(".tracetool.json") == text)
    // What else is there stays as it is.
    try place.write("own.json", "{ \"failOn\" : \"warning\" }\n")
    let added = try place.run(words + ["--write-config", "--config", "own.json"])
    #expect(added.errors.contains("added to 'own.json'"))
    let own = try place.read("own.json")
    #expect(own.hasSuffix(", \"failOn\" : \"warning\" }\n") && own.contains("\"field event what\","))
    #expect(try place.run("show", "--config", "own.json", "a.jsonl").output.contains("\nr "))
    #expect(try place.run("check", "--write-config", "--config", "none", "a.jsonl").code == 3)
  }

  /// The records of a form, invented like those of the service that is named, and what the command that is tried maps.
  static let forms: [(form: String, lines: [String], maps: [String])] = [
    (
      "two instants, and a length of nanoseconds",
      [
        #"{"start_time":"2026-10-20T12:40:00Z","end_time":"2026-10-20T12:40:00.612Z","duration":"612000000","#
          + #""classifier":"app_start","app_start.type":"cold","app_start.end_time":"612000000"}"#,
        #"{"start_time":"2026-10-20T12:50:00Z","end_time":"2026-10-20T12:50:00.300Z","duration":"300000000","#
          + #""classifier":"app_start","app_start.type":"warm","app_start.end_time":"300000000"}"#,
      ], ["time=start_time", "launchEnd=end_time", "startType=app_start.type"]
    ),
    (
      "the Elastic Common Schema, in nanoseconds",
      [
        #"{"@timestamp":"2026-10-20T12:40:00Z","took":4,"event":{"action":"app_launch","duration":612000000}}"#,
        #"{"@timestamp":"2026-10-20T12:41:00Z","took":4,"event":{"action":"http","duration":152000000}}"#,
      ], ["launchDuration=event.duration:ns"]
    ),
    (
      "Application Insights, with JSON in a text",
      [
        #"{"name":"AppLaunch","timestamp":"2026-10-20T12:40:00Z","props":"{\"launchMs\":612,\"cold\":true}"}"#,
        #"{"name":"Tap","timestamp":"2026-10-20T12:41:00Z","props":"{\"x\":1}"}"#,
      ], ["launchDuration=props.launchMs:ms", "startType=props.cold"]
    ),
    (
      "a time since a base that a session shares",
      ["s1", "s2"].enumerated().flatMap { number, session in
        [("proc_start", 0), ("first_frame", 612 + 300 * number)].map { name, offset in
          #"{"sess":"\#(session)","base_epoch":"\#(1_792_500_000 + 600 * number)","off_ms":"\#(offset)","#
            + #""what":"\#(name)","dev":"D1"}"#
        }
      }, ["time=base_epoch", "offset=off_ms:ms", "session=sess", "device=dev"]
    ),
    (
      "Honeycomb, whose keys have dots in an object",
      ["applicationDidFinishLaunching", "applicationDidBecomeActive"].map { name in
        #"{"data":{"name":"\#(name)","device.id":"D1","timestamp":"2026-10-20T12:40:00Z"}}"#
      }, ["event=data.name", "device=data.device.id"]
    ),
    (
      "Sentry's columns, one for cold starts and one for warm ones",
      [
        #"{"timestamp":"2026-10-20T12:40:00Z","measurements.app_start_cold":612,"measurements.app_start_warm":null}"#,
        #"{"timestamp":"2026-10-20T12:41:00Z","measurements.app_start_cold":null,"measurements.app_start_warm":null}"#,
        #"{"timestamp":"2026-10-20T12:42:00Z","measurements.app_start_cold":null,"measurements.app_start_warm":300}"#,
      ], ["launchDuration=measurements.app_start_cold:ms", "launchDuration=measurements.app_start_warm:ms"]
    ),
    (
      "a data frame of Grafana's",
      [
        #"{"frames":[{"schema":{"fields":[{"name":"time"},{"name":"event"},{"name":"launch_ms"}]},"#
          + #""data":{"values":[[1792500000612,1792500600300],["app_start","app_start"],[612,300]]}}]}"#
      ], ["launchDuration=launch_ms:ms"]
    ),
    (
      "a series of InfluxDB's",
      [
        #"{"results":[{"series":[{"name":"app_launch","columns":["time","kind","duration_ms"],"#
          + #""values":[["2026-10-20T12:40:00Z","cold",612],["2026-10-20T12:50:00Z","warm",300]]}]}]}"#
      ], ["event=name", "launchDuration=duration_ms:ms", "startType=kind"]
    ),
  ]

  @Test(arguments: forms.indices)
  func `the keys of another form are proposed, and read launches`(row: Int) throws {
    let (form, lines, maps) = Self.forms[row]
    let place = Workplace()
    try place.write("a.json", lines)
    let said = try place.run("check", "a.json").errors
    let command = said.split(separator: "\n").first { $0.hasPrefix("try: ") } ?? ""
    #expect(maps.allSatisfy { command.contains("--map \($0)") }, "\(form): \(said)")
    #expect(said.contains("with a time") && !said.contains(", 0 with a time") || form.hasPrefix("Honeycomb"), "\(said)")
  }

  @Test func `a clock that stands still gives no time`() throws {
    let place = Workplace()
    let names = ["process.start", "process.main", "launch.firstFrame"]
    try place.write("a.jsonl", names.map { #"{"event":"\#($0)","time":1792500000,"device":"D1"}"# })
    let said = try place.run("report", "--launch-times", "--each", "a.jsonl").output
    #expect(said.contains("not counted: clock") && !said.contains("< 1 s"), "\(said)")
  }

  @Test func `a call of Segment's that is no event is no damage`() throws {
    let place = Workplace()
    let calls = [#""type":"track","event":"applicationDidBecomeActive""#, #""type":"screen","name":"Home""#]
    try place.write(
      "a.jsonl",
      calls.enumerated().map { #"{\#($1),"messageId":"m\#($0)","timestamp":"2026-10-20T12:40:0\#($0)Z"}"# })
    let said = try place.run("check", "a.jsonl")
    #expect(!said.errors.contains("rejected") && said.output.contains("1 launch"), "\(said)")
  }

  @Test func `show lists the launches of a file`() throws {
    let place = Workplace()
    let ids = ["a886b9d4-6b0f-4ae1-9b0c-0d4a4e1f7a01", "b886b9d4-6b0f-4ae1-9b0c-0d4a4e1f7a02", "L3"]
    let lines = ids.enumerated().flatMap { number, id in
      ["process.start", "launch.firstFrame"].enumerated().map { step, name in
        #"{"event":"\#(name)","time":\#(1_792_500_000_000 + 100_000 * number + 300 * step),"launch":"\#(id)","#
          + #""appVersion":"4.9.0"}"#
      }
    }
    try place.write("a.jsonl", lines)
    let shown = try place.run("show", "a.jsonl")
    #expect(shown.code == 0 && shown.errors.isEmpty)
    #expect(
      shown.output == """
        Launches in 'a.jsonl'
        launch    began, UTC               kind            time  appVersion
        a886b9d4  2026-10-20 12:40:00.000  unclassified  300 ms  4.9.0
        b886b9d4  2026-10-20 12:41:40.000  unclassified  300 ms  4.9.0
        L3        2026-10-20 12:43:20.000  unclassified  300 ms  4.9.0
        'tracetool show a886b9d4 a.jsonl' shows the first

        """)
    #expect(try place.run("show", "a886b9d4", "a.jsonl").code == 0)
  }
}
