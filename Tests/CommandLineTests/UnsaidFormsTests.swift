import Foundation
import Testing

/// Logs of forms that nobody has described: what is not understood is said, or one command that is printed reads it.
///
/// The lines are invented, in the forms that their descriptions name.
@Suite(.tags(.large)) struct UnsaidFormsTests {
  /// A log, what a check of it says, and what the command does that it proposes.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    /// The name of the file.
    var name = "a.jsonl"
    var options: [String] = []
    var code: Int32 = 3
    /// What is said, and what is not.
    var says: [String] = []
    var lacks: [String] = []
    /// The verdict of the proposed command, and what it says beside it; nil where none is proposed.
    var verdict: String?
    var thenSays: [String] = []
  }

  private static let start = #"{"event":"process.start","time":"2026-10-20T12:40:00Z","launch":"1"}"#
  private static let frame = #"{"event":"launch.firstFrame","time":"2026-10-20T12:40:00.3Z","launch":"1"}"#
  private static let crash = #"{"name":"app_crashed","at":"2026-10-20T12:40:09Z","launch":"1"}"#
  private static let passed = "passed: no findings"
  private static let oneRejected = "rejected: 33 % of '"

  /// Grafana Faro's upload: lists under several keys, each with names under another.
  private static let faro =
    #"{"meta":{"app":{"name":"shop"},"session":{"id":"s1"}},"#
    + #""measurements":[{"type":"app_startup","values":{"duration_ms":312},"timestamp":"2026-10-20T12:40:00.312Z"}],"#
    + #""events":[{"name":"app_crashed","timestamp":"2026-10-20T12:41:00Z"},"#
    + #"{"name":"tap","timestamp":"2026-10-20T12:40:30Z"}],"#
    + #""logs":[{"message":"hello","timestamp":"2026-10-20T12:40:01Z"}],"traces":{"resourceSpans":[]}}"#

  static let beside: [Row] = [
    Row(
      testDescription: "a second list in another object",
      lines: [#"{"data":{"a":{"starts":[\#(start),\#(frame)]},"b":{"ends":[\#(crash)]}}}"#], says: [oneRejected]),
    Row(
      testDescription: "the same in a document of several lines",
      lines: ["{", #""starts": [\#(start),"#, "\(frame)],", #""b": {"ends": [\#(crash)]}"#, "}"], name: "a.json",
      says: [oneRejected, "a.json:4: no event name"]),
    Row(
      testDescription: "lists in each element",
      lines: [#"{"uploads":[{"id":"1","starts":[\#(start),\#(frame)],"ends":[\#(crash)]}]}"#], says: [oneRejected]),
    Row(
      testDescription: "an upload a line, whose own time its lists follow",
      lines: ["1", "2"].map {
        #"{"upload":\#($0),"time":1792500000,"starts":[\#(start),\#(frame)],"ends":[\#(crash)]}"#
      },
      says: ["rejected: 33 % of 'a.jsonl', 2 of 6"]),
    Row(
      testDescription: "a list, and an object that tells of an end",
      lines: [#"{"events":[\#(start),\#(frame)],"last":{"crash":\#(crash)}}"#], says: [oneRejected]),
    Row(
      testDescription: "lists in a list", lines: [#"{"batches":[[\#(start),\#(frame)],[\#(crash)]]}"#],
      says: [oneRejected]),
    Row(
      testDescription: "what is about the upload is no record",
      lines: [
        #"{"events":[\#(start),\#(frame)],"device":{"name":"Bob's","time":1792500000},"files":[{"name":"x.log"}],"#
          + #""page":{"type":"next"}}"#
      ], code: 0, says: [passed]),
    Row(
      testDescription: "an end under a name that is unknown, where only an id is called launch",
      lines: [start, frame, #"{"event":"app_crashed","time":"2026-10-20T12:40:09Z","launch":"1"}"#],
      says: ["the name of 1 of 3 events is unknown"], verdict: passed),
    Row(
      testDescription: "lists whose names stand under several keys, as Grafana Faro sends them", lines: [faro],
      says: ["--map event=name --map event=type --map event=message", "--rename app_crashed=process.exit:crash"],
      lacks: ["otlp"], verdict: passed, thenSays: ["2 records dropped by --keep lifecycle: hello 1, tap 1"]),
    Row(
      testDescription: "a name of its own on some records alone, as mParticle writes it",
      lines: [
        (#""application_transition_type":"application_initialized""#, "application_state_transition"),
        (#""event_name":"Viewed""#, "custom_event"), (#""screen_name":"Home""#, "screen_view"),
        (#""screen_name":"Cart""#, "screen_view"),
        (#""application_transition_type":"application_background""#, "application_state_transition"),
      ].enumerated().map { number, record in
        #"{"data":{\#(record.0),"timestamp_unixtime_ms":\#(1_792_500_000_000 + 1000 * number)},"#
          + #""event_type":"\#(record.1)"}"#
      },
      says: [
        "--map event=data.application_transition_type --map event=event_type",
        "--rename application_initialized=app.didFinishLaunching", "of 5 records it reads 5: 1 launch",
      ], verdict: passed, thenSays: ["3 records dropped by --keep lifecycle"]),
  ]

  static let names: [Row] = [
    Row(
      testDescription: "names behind a domain, as CloudEvents have them",
      lines: [("launched", 0, 312), ("crashed", 9, 0)].map { name, second, length in
        #"{"specversion":"1.0","id":"\#(second)","type":"com.example.shop.app.\#(name)","#
          + #""time":"2026-10-20T12:40:0\#(second)Z","data":{"duration_ms":\#(length)}}"#
      },
      says: [
        "--map launchDuration=data.duration_ms:ms", "--rename com.example.shop.app.crashed=process.exit:crash",
        "1 launch, 1 with a time",
      ], lacks: ["appVersion="], verdict: passed),
    Row(
      testDescription: "the version of GELF, and two devices under a weak key",
      lines: ["c1", "c2"].flatMap { client in
        [("app start", 0), ("first frame", 3)].map { name, tenth in
          #"{"version":"1.1","host":"phone","short_message":"\#(name)","timestamp":1792500000.\#(tenth),"#
            + #""_client":"\#(client)"}"#
        }
      }, says: ["--map device=_client", "2 launches, 2 with a time"], lacks: ["appVersion=", "launch=host"],
      verdict: passed),
    Row(
      testDescription: "versions of Logstash and of a schema",
      lines: [("app start", 0), ("first frame", 3)].map { name, tenth in
        #"{"@version":"1.1","@timestamp":"2026-10-20T12:40:00.\#(tenth)Z","message":"\#(name)","#
          + #""ecs":{"version":"8.11.0"},"schema_version":"2.0","scope":{"version":"1.2.3"}}"#
      }, lacks: ["appVersion="], verdict: passed),
    Row(
      testDescription: "PostHog, which records no resignation",
      lines: ["Opened", "Opened", "Backgrounded"].enumerated().map { second, name in
        #"{"event":"Application \#(name)","timestamp":"2026-10-20T12:40:0\#(second)Z","#
          + #""properties":{"$lib":"posthog-ios","$session_id":"s"}}"#
      }, says: ["--records app.didBecomeActive,app.didEnterBackground"], lacks: ["order."],
      verdict: "passed: 1 kind of note"),
  ]

  /// Two rows of a table, with these times.
  private static func table(_ first: String, _ second: String, _ head: String = "time") -> [String] {
    ["\(head),event,launch", "\(first),process.start,a", "\(second),launch.firstFrame,a"]
  }

  static let dates: [Row] = [
    Row(
      testDescription: "a day over 12 before the month",
      lines: table("14/09/2026 07:50:00.000", "14/09/2026 07:50:00.300"), code: 0, says: ["14 Sep 2026\n" + passed]),
    Row(
      testDescription: "a day over 12 behind the month, in the second row",
      lines: table("09/04/2026 11:59:59 PM", "09/14/2026 12:00:00 AM"), code: 0,
      says: ["1 launch, 4 Sep 2026"]),
    Row(
      testDescription: "a date of which nothing shows the order",
      lines: table("04/09/2026 07:50:00", "04/09/2026 07:50:01"),
      says: [
        "the dates under 'time' may have the day or the month first: ", "--map time=time:dmy", "--map time=time:mdy",
      ], lacks: ["try:"]),
    Row(
      testDescription: "the same, with the option that says it",
      lines: table("04/09/2026 07:50:00", "04/09/2026 07:50:01"),
      options: ["--map", "time=time:dmy"], code: 0, says: ["1 launch, 4 Sep 2026"]),
    Row(
      testDescription: "digits alone", lines: table("20260914075000", "20260914075001"), code: 0,
      says: ["1 launch, 14 Sep 2026"]),
    Row(
      testDescription: "the day in one column and the time of day in another",
      lines: table("2026-09-14,07:50:00.000", "2026-09-14,07:50:00.300", "date,time"), code: 0,
      says: ["1 launch, 14 Sep 2026\n" + passed]),
    Row(
      testDescription: "the same in German",
      lines: [
        "Datum;Uhrzeit;Ereignis", "14.09.2026;07:50:00,000;App gestartet", "14.09.2026;07:50:00,300;Erstes Bild",
      ], says: ["--map time=Uhrzeit", "1 launch, 1 with a time"], verdict: passed),
  ]

  /// The names of a cold start and of another, each with its length: both are launches, or the other is a return.
  static let starts: [Row] = [
    ("Kaltstart", "Warmstart", 2), ("Kaltstart", "Heißstart", 1), ("démarrage", "démarrage à chaud", 2),
    ("arranque en frío", "arranque en caliente", 2), ("partida a frio", "partida a quente", 2),
    ("avvio a freddo", "avvio a caldo", 2), ("Холодный старт", "Горячий старт", 1), ("冷启动", "热启动", 1),
    ("冷启动", "温启动", 2), ("冷啟動", "熱啟動", 1), ("コールドスタート", "ホットスタート", 1), ("コールド起動", "ウォーム起動", 2),
    ("콜드 스타트", "웜 스타트", 2), ("콜드스타트", "핫스타트", 1), ("启动", "起動", 2),
  ].map { cold, other, count in
    Row(
      testDescription: "\(cold), \(other)",
      lines: [cold, other].enumerated().map { number, name in
        #"{"name":"\#(name)","time":179250000\#(number),"duration_ms":312,"device_id":"D1"}"#
      },
      says: ["--map launchDuration=duration_ms:ms", "it reads 2: 2 launches, \(count) with a time"], lacks: ["--keep"],
      verdict: passed)
  }

  static let languages: [Row] = [
    Row(
      testDescription: "a table with tabs, in German",
      lines: [
        "Gerät\tZeit\tEreignis\tDauer", "iPhone 12\t2026-09-14 07:50:00.000\tKaltstart\t312",
        "iPhone 12\t2026-09-14 07:51:00.400\tWarmstart\t334",
      ],
      says: ["in a table (CSV)", "'Dauer' may hold the length of a launch: 312, without its unit", "deviceModel=Gerät"]),
    Row(
      testDescription: "a table with tabs, in French",
      lines: [
        "appareil\theure\tévénement\tdurée", "iPhone 12\t2026-09-14 07:50:00\tdémarrage à froid\t312",
        "iPhone 12\t2026-09-14 07:51:00\tdémarrage à froid\t334",
      ], says: ["in a table (CSV)", "'durée' may hold the length of a launch"]),
    Row(
      testDescription: "a table with tabs, in Spanish",
      lines: [
        "dispositivo\tfecha\thora\tevento", "iPhone 12\t20/10/2026\t12:40:00.000\taplicación iniciada",
        "iPhone 12\t20/10/2026\t12:40:00.300\tprimer fotograma",
      ], says: ["in a table (CSV)", "1 launch, 1 with a time"], verdict: passed),
    Row(
      testDescription: "what Console copies in German stays a copy",
      lines: [
        "Typ\tZeit\tProzess\tNachricht", "Standard\t13:31:24.2-0500\tShop\tapplicationDidFinishLaunching",
        "Standard\t13:31:25.2-0500\tShop\tapplicationDidBecomeActive",
      ], name: "a.txt", code: 0, says: ["read as unified-log-text", passed]),
  ]

  /// Lines of an app's log, the last of which says in several languages that it has crashed: plainly, or in prose, in
  /// which an app may speak of another time.
  static let prose = [
    ("App crashed: SIGABRT", true), ("App abgestürzt!", true), ("アプリがクラッシュしました", true), ("应用崩溃了", true),
    ("앱 크래시", true), ("L'application s'est plantée.", false), ("The app has crashed", false),
    ("la aplicación se ha cerrado inesperadamente", false),
  ].flatMap { sentence, isPlain in
    ["2026-10-20 12:4%:00.0 Shop[77:12] ", "2026-10-20 12:4%:00.0 ", ""].map { front in
      let lines = ["applicationDidFinishLaunching", "applicationDidBecomeActive", sentence].enumerated()
        .map { front.replacing("%", with: "\($0)") + $1 }
      return Row(
        testDescription: "\(front)\(sentence)", lines: lines, name: "a.txt", code: isPlain ? 0 : 3,
        says: isPlain ? [] : ["names that say that the process ended are unknown: '\(sentence)'"],
        verdict: isPlain ? nil : passed)
    }
  }

  /// Records as services and SDKs write them, by their public documents: the values are invented.
  static let services: [Row] = [
    Row(
      testDescription: "mParticle's crash_report, which is of a crash if it is fatal",
      lines: [
        (#""application_transition_type":"application_initialized""#, "application_state_transition"),
        (#""severity":"fatal","class_name":"NSRangeException""#, "crash_report"),
      ].enumerated().map { number, record in
        #"{"data":{\#(record.0),"timestamp_unixtime_ms":\#(1_792_500_000_000 + 4000 * number)},"#
          + #""event_type":"\#(record.1)"}"#
      }, says: ["--rename 'crash_report[data.severity=fatal]=process.exit:crash'"], lacks: ["--keep"],
      verdict: "1 error is only possible: not failed"),
    Row(
      testDescription: "Adobe's launches, which are returns as well, and a close that may be a crash",
      lines: [("launch", #""isLaunch":true"#), ("close", #""closeType":"close""#), ("launch", #""isLaunch":true"#)]
        .enumerated().map { number, record in
          #"{"timestamp":"2026-10-20T12:40:0\#(number)Z","eventType":"application.\#(record.0)","#
            + #""application":{\#(record.1)},"identityMap":{"ECID":[{"id":"D1"}]}}"#
        },
      says: [
        "--rename application.launch=app.willEnterForeground", "application.close[application.closeType=close]=",
        "of 3 records it reads 3: 1 launch",
      ], lacks: ["launch=_id", "didFinishLaunching"], verdict: "passed: 1 kind of note"),
    Row(
      testDescription: "Adobe's close of unknown type, which the next process sends",
      lines: [
        ("launch", #""isLaunch":true"#), ("close", #""closeType":"unknown""#), ("launch", #""isLaunch":true"#),
        ("close", #""closeType":"close""#),
      ]
      .enumerated().map { number, record in
        #"{"type":"com.adobe.eventType.lifecycle","timestamp":"2026-10-20T12:4\#(number):00Z","#
          + #""lifecycle":{"eventType":"application.\#(record.0)",\#(record.1)}}"#
      },
      says: [
        "--rename 'application.close[lifecycle.closeType=unknown]=process.exit'",
        "--records app.didEnterBackground,app.willEnterForeground", "of 4 records it reads 4: 2 launches",
      ], lacks: ["didFinishLaunching", "in doubt", "order."], verdict: "passed: 1 kind of note"),
    Row(
      testDescription: "Adobe's LaunchEvent beside a crash of the session before",
      lines: [
        #"{"timestamp":1792500000,"contextData":{"a.LaunchEvent":"LaunchEvent","a.PrevSessionLength":"312"}}"#,
        #"{"timestamp":1792500900,"contextData":{"a.LaunchEvent":"LaunchEvent","a.CrashEvent":"CrashEvent"}}"#,
      ], says: ["no launch can be read: no name under 'contextData.a.LaunchEvent'"], lacks: ["try:"]),
    Row(
      testDescription: "Splunk's spans as Zipkin has them without an endpoint",
      lines: [
        #"[{"traceId":"0a","id":"1","name":"AppStart","timestamp":1792500000000000,"duration":612000,"#
          + #""annotations":[{"timestamp":1792500000000000,"value":"process.start"}],"#
          + #""tags":{"component":"appstart","start.type":"cold"}},"#
          + #"{"traceId":"0a","id":"2","name":"SplunkRum.initialize","timestamp":1792500000200000,"duration":90000,"#
          + #""tags":{"component":"appstart"}}]"#
      ], name: "a.json", code: 0, says: ["read as otlp", "1 launch, 20 Oct 2026"]),
    Row(
      testDescription: "the same in another form: a component names no event",
      lines: [
        ("AppStart", 612_000, #""appstart","start.type":"cold""#), ("SplunkRum.initialize", 90_000, #""appstart""#),
        ("ShowVC", 1000, #""ui""#),
      ].map { name, length, tags in
        #"{"timestamp":1792500000000,"operation":"\#(name)","duration_us":\#(length),"tags":{"component":\#(tags)}}"#
      },
      says: ["--map event=operation", "of 3 records it reads 3: 1 launch, 1 with a time"], lacks: ["tags.component="]),
    Row(
      testDescription: "reports of App Store Connect, which are sums",
      lines: [
        "Date\tApp Name\tApp Apple Identifier\tApp Version\tDevice\tPlatform Version\tCrashes\tUnique Devices",
        "2026-10-20\tShop\t123\t4.9\tiPhone\tiOS 18.1\t5\t4",
      ], name: "a.tsv", code: 4, says: ["a report of App Store Connect: sums of many devices", "MetricKit's payloads"]),
    Row(
      testDescription: "exceptions of Analytics in a table without 'fatal'",
      lines: [
        "event_date,event_timestamp,event_name,user_pseudo_id", "20261020,1792500000000000,session_start,D1",
        "20261020,1792500009000000,app_exception,D1", "20261020,1792500010000000,app_background,D1",
      ], name: "a.csv", says: ["app_exception"], lacks: ["--keep", "app_exception="]),
    Row(
      testDescription: "names that are unknown beside records of lengths",
      lines: [#"{"event":"app_launch","launch_ms":312,"time":1792500000,"device":"D1"}"#]
        + (1...9).map { #"{"event":"tap_\#($0)","time":179250000\#($0),"device":"D2"}"# },
      options: ["--map", "launchDuration=launch_ms:ms"],
      says: ["UNDECIDED: more unknown names than --max-unknown", "90 % unknown names"],
      verdict: passed),
    Row(
      testDescription: "BigQuery's rows of Analytics, of which the first has no parameters",
      lines: [
        ("session_start", "0", "[]"), ("app_exception", "4", #"[{"key":"fatal","value":{"int_value":"1"}}]"#),
        ("app_background", "9", "[]"),
      ].map { name, second, parameters in
        #"{"event_name":"\#(name)","event_timestamp":"179250000\#(second)000000","event_params":\#(parameters),"#
          + #""user_pseudo_id":"D1"}"#
      }, says: ["app_exception[event_params.fatal=1]=process.exit:crash"], verdict: passed,
      thenSays: ["1 record dropped by --keep lifecycle: session_start 1", "not judged: 1 step that is a crash"]),
    Row(
      testDescription: "lengths in the sentences of GELF, beside a sentence on something else",
      lines: ["cold start took 812 ms", "app start: waits 5 s for the network", "warm start: 312ms", "cart opened"]
        .enumerated().map { number, text in
          #"{"version":"1.1","host":"p","short_message":"\#(text)","timestamp":179250000\#(number).5}"#
        }, says: ["--map event=short_message", "2 launches, 2 with a time; 2 names stay unknown"], lacks: ["--keep"]),
    Row(
      testDescription: "a sentence of a process whose own events say more",
      lines: [start, frame, #"{"event":"cold start took 812 ms","time":1792500001,"launch":"1"}"#],
      says: ["1 launch, 20 Oct 2026", "the name of 1 of 3 events is unknown"], lacks: ["812 ms, budget", "try:"]),
    Row(
      testDescription: "crashes alone, as CloudEvents without a device",
      lines: ["A1B2C3", "D4E5F6"].enumerated().map { number, id in
        #"{"specversion":"1.0","id":"\#(id)","source":"/shop","type":"com.example.shop.app.terminated","#
          + #""time":"2026-10-20T12:4\#(number):00Z","data":{"reason":"watchdog"}}"#
      }, says: ["--rename com.example.shop.app.terminated=process.exit", "0 launches"], lacks: ["launch=id"],
      verdict: "FAILED: 1 kind of error in 1 launch (100 %)"),
    Row(
      testDescription: "exceptions of Application Insights, of which one was caught",
      lines: [("AppLaunched", ""), ("NSRangeException", "Unhandled"), ("NSRangeException", "UserCode")]
        .enumerated().map { number, record in
          #"{"timestamp":"2026-10-20T12:40:0\#(number)Z","name":"\#(record.0)","handledAt":"\#(record.1)"}"#
        }, says: ["--rename 'NSRangeException[handledAt=Unhandled]=process.exit:crash'"], lacks: ["--keep"]),
    Row(
      testDescription: "requests of Countly about sessions alone",
      lines: [#"{"app_key":"k","device_id":"D","timestamp":1792500000000,"begin_session":1}"#],
      says: ["read as countly", "none of 1 record is about an app's life cycle"]),
    Row(
      testDescription: "Countly's version of an app, which looks like a length",
      lines: [#"{"n":"app_start","ts":1792500000700,"sg":{"app_start":812},"up":{"av":"4:9:0"}}"#],
      says: ["'sg.app_start' may hold the length of a launch: 812"], lacks: ["up.av=", "=up.av"]),
    Row(
      testDescription: "Instabug's launches in microseconds",
      lines: [#"{"type":"app_launch","launch_type":"cold","start_time_mus":1792500000000000,"duration_mus":312000}"#],
      says: ["--map time=start_time_mus", "--map launchDuration=duration_mus:us", "startType=launch_type"],
      verdict: passed),
    Row(
      testDescription: "a length that can be no milliseconds",
      lines: [#"{"event":"app_launch","time":1792500000,"duration":812000}"#],
      says: ["812000, without its unit; if it is microseconds: "]),
    Row(
      testDescription: "Raygun's timings in a text, whose records would be lost under the name around them",
      lines: [
        #"{"eventData":[{"type":"session_start","sessionId":"s","timestamp":"2026-10-20T12:40:00Z"},"#
          + #"{"type":"mobile_event_timing","sessionId":"s","timestamp":"2026-10-20T12:40:01Z","#
          + #""data":"[{\"name\":\"AppStart\",\"timing\":{\"type\":\"t\",\"duration\":312}}]"}]}"#
      ], says: ["--map launchDuration=timing.duration:ms", "1 launch, 1 with a time"], lacks: ["event=type"]),
    Row(
      testDescription: "a type beside names that only some records have, and a server's time alone",
      lines: [("StartSessionLog", ""), ("EventLog", #","EventName":"app_launch","launch_ms":312"#)].map {
        #"{"MessageType":"\#($0)"\#($1),"server_time":"2026-10-20T12:40:00Z"}"#
      }, says: ["--map event=EventName --map event=MessageType --map time=server_time"], verdict: passed),
    Row(
      testDescription: "a value beside a launch, and the length of a visit",
      lines: [#"{"eventAction":"app_start","eventValue":812,"visitDuration":60,"timestamp":1792500000}"#],
      says: ["'eventValue' may hold the length of a launch: 812"]),
    Row(
      testDescription: "names of the service that has written records",
      lines: ["active", "background"].map {
        #"{"@timestamp":"2026-10-20T12:40:00Z","service":{"name":"shop"},"event.action":"lifecycle","#
          + #""labels":{"lifecycle_state":"\#($0)"}}"#
      }, says: ["--map event=event.action"], lacks: ["service.name="]),
    Row(
      testDescription: "Sensors Analytics, whose end is that of the foreground",
      lines: [("$AppStart", "false"), ("$AppEnd", "null"), ("$AppStart", "true")].enumerated().map { number, record in
        #"{"event":"\#(record.0)","time":179250000\#(number)000,"distinct_id":"D","#
          + #""properties":{"$resume_from_background":\#(record.1)}}"#
      }, says: ["--rename '$AppEnd=app.didEnterBackground'", "of 3 records it reads 3: 1 launch"],
      verdict: passed),
    Row(
      testDescription: "a crash of which a record of a known event tells in passing",
      lines: [start, frame, #"{"event":"app.didBecomeActive","time":1792500009,"launch":"1","crash_count":1}"#],
      code: 0, says: ["mentions a crash (crash_count: 1), but not when it happened, so that no launch ends with it\n"]),
    Row(
      testDescription: "the same of an unknown one, and a rate of crashes that is none",
      lines: [start, frame]
        + [#""crashes":{"value":2}"#, #""crash_free":0.9"#].map {
          #"{"event":"session_end","time":1792500009,"launch":"1",\#($0)}"#
        },
      says: ["1 record mentions a crash", "--rename 'session_end[crashes.value=2]=process.exit:crash'"]),
  ]

  @Test(arguments: beside + names + dates + languages + starts + prose + services)
  func `what is not understood is said, or read by one command`(_ row: Row) throws {
    let place = Workplace()
    try place.write(row.name, row.lines)
    let said = try place.run(["check", row.name] + row.options)
    let text = said.errors + said.output
    #expect(said.code == row.code, "\(text)")
    for words in row.says { #expect(text.contains(words), "\(text)") }
    for words in row.lacks { #expect(!text.contains(words), "\(text)") }
    let line = said.errors.split(separator: "\n").first { $0.hasPrefix("try: tracetool ") }
    guard let verdict = row.verdict else {
      #expect(line == nil || !row.lacks.contains("try:"), "\(text)")
      return
    }
    let command = try #require(line, "\(text)").dropFirst("try: tracetool ".count)
    let tried = try place.shell("\"$tracetool\" \(command)")
    let isFailed = verdict.hasPrefix("FAILED")
    #expect(tried.code == (isFailed ? 1 : 0) && tried.output.contains("\n\(verdict)\n"), "\(command)\n\(tried)")
    for words in row.thenSays { #expect(tried.output.contains(words), "\(tried)") }
    for words in row.lacks { #expect(!tried.output.contains(words), "\(tried)") }
  }

  @Test func `a time that no budget is for is said, where it is over that of a launch`() throws {
    let place = Workplace()
    for (nanos, isSaid) in [("9900000000", true), ("0300000000", false)] {
      let span =
        #"{"name":"AppStart","traceId":"01","spanId":"01","startTimeUnixNano":"1792500000000000000","#
        + #""endTimeUnixNano":"179250000\#(nanos)","attributes":[{"key":"start.type","value":{"stringValue":"cold"}}]}"#
      try place.write("a.json", [#"{"resourceSpans":[{"scopeSpans":[{"spans":[\#(span)]}]}]}"#])
      let said = try place.run("check", "a.json").output
      let line = "the time of 1 launch over the budget, which is for the first frame: it ends elsewhere"
      #expect(said.contains(line) == isSaid, "\(said)")
    }
  }

  @Test func `the order of dates and several keys of names are kept in a configuration`() throws {
    let place = Workplace()
    try place.write(
      "a.csv", ["when,a,b", "04/09/2026 07:50:00,process.start,", "04/09/2026 07:50:01,,launch.firstFrame"])
    let words = ["--map", "time=when:dmy", "--map", "event=a", "--map", "event=b", "--write-config"]
    #expect(try place.run(["check", "a.csv"] + words).output.contains("1 launch, 4 Sep 2026"))
    #expect(try place.read(".tracetool.json").contains(#""field time when:dmy""#))
    #expect(try place.run("check", "a.csv").output.contains("1 launch, 4 Sep 2026"))
  }

  /// Rows of AppMetrica's *Logs API: Crashes*, as JSON, as a table, and with a line break in a cell.
  @Test(arguments: [
    (
      "a.json",
      [
        #"{"data":[{"crash_datetime":"2026-10-20 12:40:00","crash_name":"SIGABRT","appmetrica_device_id":"9"},"#,
        #"{"crash_datetime":"2026-10-20 12:45:00","crash_name":"SIGSEGV","appmetrica_device_id":"10"}]}"#,
      ], "jq -c '.. | objects | select(has(\"crash_datetime\")) + "
    ),
    (
      "a.csv",
      [
        "crash_datetime,crash_name,appmetrica_device_id", "2026-10-20 12:40:00,SIGABRT,9",
        "2026-10-20 12:45:00,SIGSEGV,10",
      ], "python3 -c 'import csv,json; "
    ),
    (
      "b.csv",
      [
        "crash;crash_datetime;crash_name;appmetrica_device_id", "\"a", "b\";2026-10-20 12:40:00;SIGABRT;9", "\"a",
        "b\";2026-10-20 12:45:00;SIGSEGV;10",
      ], "a table (CSV) with line breaks in its cells; make each row a line of JSON: python3 -c "
    ),
  ])
  func `crashes that no name tells are named by the command that is printed`(
    _ file: String, _ lines: [String], _ says: String
  ) throws {
    let place = Workplace()
    try place.write(file, lines)
    var name = file
    for _ in 0..<2 where try !place.run("check", name).errors.contains("try: ") {
      let said = try place.run("check", name)
      let text = said.errors
      #expect(name != file || text.contains(says), "\(text)")
      guard let start = ["jq -c", "python3 -c"].lazy.compactMap({ text.range(of: $0)?.lowerBound }).first else { break }
      let line = text[start...].prefix { $0 != "\n" }
      let made = line.contains("FILE > ") || line.contains("\"FILE\"") ? "FILE.jsonl" : "\(name).jsonl"
      let next = made == "FILE.jsonl" ? "\(name).jsonl" : made
      let command = line.replacing("FILE.jsonl", with: next).replacing("FILE", with: name)
      let run = try place.shell(String(command))
      #expect(run.code == 0, "\(command)\n\(run)")
      name = next
    }
    let said = try place.run("check", name)
    let command = try #require(
      said.errors.split(separator: "\n").first { $0.hasPrefix("try: tracetool ") }, "\(said.errors)")
    let tried = try place.shell("\"$tracetool\" \(command.dropFirst("try: tracetool ".count))")
    #expect(tried.output.contains("launch.crashed") || tried.output.contains("2 steps that are crashes"), "\(tried)")
  }
}
