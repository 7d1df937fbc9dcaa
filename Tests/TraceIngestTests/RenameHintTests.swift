import Testing

@testable import TraceIngest
@testable import TraceModel

@Suite(.tags(.small)) struct RenameHintTests {
  @Test(
    arguments: [
      ("DID_ENTER_BACKGROUND", "app.didEnterBackground"), ("APP_START", "process.start"),
      ("applicationDidBecomeActive:", "app.didBecomeActive"),
      ("-[AppDelegate applicationDidBecomeActive:]", "app.didBecomeActive"),
      ("AppDelegate.applicationDidBecomeActive(_:)", "app.didBecomeActive"),
      ("Application_Did_Become_Active", "app.didBecomeActive"), ("first_frame", "launch.firstFrame"),
      ("SCENE_DID_ACTIVATE", "scene.didActivate"), ("sceneDidBecomeActive", "scene.didActivate"),
      ("begin", nil), ("start", nil), ("button_tapped", nil), ("AppState: active", nil),
      // By all words of a name, in other forms as well.
      ("app_process_start", "process.start"), ("appstart", "process.start"), ("APP_PROCESS_UP", "process.start"),
      ("app_first_frame", "launch.firstFrame"), ("First Frame Rendered", "launch.firstFrame"),
      ("scene_did_become_active", "scene.didActivate"), ("WINDOW_INACTIVE", "scene.willDeactivate"),
      ("app_finished_launching", "app.didFinishLaunching"), ("task_started", "task.begin"),
      ("bgTaskExpired", "task.expire"), ("background_task_completed", "task.end"),
      ("Application Went To Background", "app.didEnterBackground"), ("AppDidFinishLaunching", "app.didFinishLaunching"),
      ("ios.lifecycle.scene_will_connect", "scene.willConnect"),
      // Names of products.
      // What an SDK means by an opening is in its source; see `AnalyticsSDK`.
      ("Application Opened", nil), ("[Amplitude] Application Opened", nil),
      ("application_initialized", "app.didFinishLaunching"),
      ("Application Backgrounded", "app.didEnterBackground"), ("Application Foregrounded", "app.willEnterForeground"),
      ("Application Became Active", "app.didBecomeActive"), ("app_open", nil),
      ("session_start", nil), ("application_background", "app.didEnterBackground"),
      // Ends of the process, wherever the name says so.
      ("crash", "process.exit"), ("$ae_crashed", "process.exit"), ("Application Crashed", "process.exit"),
      ("MobileCrash", "process.exit"), ("iOS crash", "process.exit"), ("appcrash", "process.exit"),
      ("app_killed", "process.exit"),
      ("watchdog_kill", "process.exit"), ("com.example.app.terminated", "process.exit"),
      ("com.example.shop.app.crashed", "process.exit"), ("Absturz", "process.exit"), ("speicher_kill", "process.exit"),
      ("plantage", "process.exit"), ("cierre inesperado", "process.exit"), ("App abgestürzt", "process.exit"),
      ("crash_report_sent", nil), ("crash_free_session", nil), ("player_killed", nil), ("killed", nil),
      ("application.close", nil), ("Application Closed", nil), ("tap_close_button", nil),
      ("didCrashDuringPreviousExecution", nil),
      ("[CLY]_crash", "process.exit"), ("crash_report", nil), ("NSRangeException", nil), ("EXC_BAD_ACCESS", nil),
      // Behind a domain's name, with a subject; and stays, which are no steps.
      ("com.example.shop.app.launched", "app.didFinishLaunching"), ("com.example.player.first_frame", nil),
      ("com.example.shop.process.start", "process.start"), ("app_in_foreground", nil), ("_app_in_background", nil),
      // In other languages.
      ("prozess_gestartet", "process.start"), ("erstes_bild", "launch.firstFrame"),
      ("szene_im_hintergrund", "scene.didEnterBackground"), ("hintergrundaufgabe_beendet", "task.end"),
      ("processus démarré", "process.start"),
      ("scène arrière-plan", "scene.didEnterBackground"),
      ("プロセス開始", "process.start"), ("初回フレーム描画", "launch.firstFrame"), ("シーン非アクティブ", "scene.willDeactivate"),
      ("バックグラウンドタスク終了", "task.end"), ("检测开始", nil), ("メモリ警告", "app.didReceiveMemoryWarning"),
      // Not by the end of a name, nor by one word.
      ("http request", nil), ("search_request", nil), ("api.request", nil), ("request", nil), ("main", nil),
      ("cart open", nil), ("page load", nil), ("image.did_load", nil), ("player.first_frame", nil),
      ("order_submitted", nil), ("checkout started", nil), ("Application Installed", nil), ("screen_view", nil),
      ("first_open", nil), ("Deep Link Opened", nil), ("video_session_end", nil), ("tutorial_begin", nil),
    ] as [(String, String?)])
  func `a name of an app's own is taken for the event that it means`(name: String, event: String?) {
    #expect(RenameHint.kind(of: name)?.name == event)
  }

  /// Names of ends, what is proposed for each, and whether `--keep lifecycle` may drop it.
  @Test(
    arguments: [
      ("crash", "crash=process.exit:crash"), ("Absturz", "Absturz=process.exit:crash"),
      ("watchdog_kill", "watchdog_kill=process.exit:watchdog"), ("speicher_kill", "speicher_kill=process.exit"),
      ("memory_limit_kill", "memory_limit_kill=process.exit:memoryLimit"),
    ])
  func `an end is proposed with the reason that its name says`(name: String, renaming: String) {
    #expect(RenameHints([name: 1], recognized: []).renaming(of: name)?.text == renaming)
    #expect(RenameHint.mayBeEnd(name))
  }

  @Test(arguments: [
    ("cold_start", true), ("launched", true), ("launch finished in 1912 ms", true), ("App Launch", true),
    ("com.example.app.launched", true), ("Kaltstart", true), ("crash", true), ("launch_screen_tapped", false),
    ("video_start", false), ("coupon_activated", false), ("tap", false), ("process_image", false),
  ])
  func `a name that may be a launch or an end is not dropped unasked`(_ name: String, _ isKept: Bool) {
    #expect(RenameHint.mayBeLaunchOrEnd(name) == isKept)
  }

  @Test func `several names may be ends, and what is unclear is not dropped`() {
    let hints = RenameHints(["crash": 2, "app_killed": 1, "proc_gone": 1], recognized: [.processExit])
    #expect(hints.renaming(of: "crash")?.text == "crash=process.exit:crash")
    let names = [
      "application.close", "killed", "force_quit", "App Closed", "App wurde beendet", "cierre_app", "fermeture_app",
      "crash_report", "CrashReport", "NSRangeException", "SIGABRT", "EXC_BAD_ACCESS",
    ]
    #expect(names.allSatisfy { RenameHint.mayBeEnd($0) && RenameHint.kind(of: $0) == nil })
    #expect(["Beendet", "terminated"].allSatisfy { RenameHint.mayBeEnd($0) })
    #expect(
      !["tap", "session_end", "app_session_end", "tap_close_button", "video_end", "crash_report_sent"].contains(
        where: RenameHint.mayBeEnd))
  }

  @Test(
    arguments: [
      ("cold_launch", "cold"), ("ColdLaunch", "cold"), ("app_cold_start", "cold"), ("Kaltstart", "cold"),
      ("app_start_warm_ms", "warm"), ("prewarmed_launch", "prewarmed"), ("pre_warm_start", "prewarmed"),
      ("hot_launch", "hot"), ("app_start", nil), ("photo_launch", nil), ("cold_or_warm", nil),
    ] as [(String, String?)])
  func `a name says how an app was started`(name: String, type: String?) {
    #expect(StartName.type(name)?.name == type)
  }

  @Test(
    arguments: [
      ("cold", "true", "cold"), ("cold", "false", "warm"), ("perf.is_cold_start", "1", "cold"),
      ("isWarm", "true", "warm"), ("prewarmed", "false", nil), ("cold", "yes, very", nil), ("gold", "true", nil),
      ("cold_chain", "true", nil),
    ] as [(String, String, String?)])
  func `a truth value says how an app was started`(key: String, value: String, type: String?) {
    #expect(StartName.type(key, is: value)?.name == type)
  }

  /// Names that a log has, the kinds of its events under known names, and what is proposed.
  static let logs: [(names: [String], known: [EventKind], kinds: [String])] = [
    (["app_launched", "app_process_start"], [], ["app.didFinishLaunching", "process.start"]),
    (["app_launched", "app_did_finish_launching"], [], ["process.start", "app.didFinishLaunching"]),
    (["app_launched"], [.appDidFinishLaunching, .processStart], ["-"]),
    // One event under two names is renamed once, and another version's spelling is one name.
    (["app_active", "app_did_become_active"], [], ["-", "app.didBecomeActive"]),
    (["DID_BECOME_ACTIVE", "did_become_active"], [], ["app.didBecomeActive", "app.didBecomeActive"]),
    (["boot_begin", "proc_gone", "first_paint"], [], ["process.start", "process.exit", "launch.firstFrame"]),
  ]

  @Test(arguments: logs.indices)
  func `each event is proposed under one name of a log`(index: Int) {
    let (names, known, kinds) = Self.logs[index]
    let hints = RenameHints(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }), recognized: Set(known))
    #expect(names.map { hints.renaming(of: $0)?.name ?? "-" } == kinds)
  }

  /// `--rename` before its last `=`, with the name and the condition that it is.
  static let subjects: [(String, String, String)] = [
    ("a", "a", "-"), ("a[k=v]", "a", "k v"), ("-[AppDelegate start]", "-[AppDelegate start]", "-"),
    ("[Amplitude] Opened", "[Amplitude] Opened", "-"),
    (
      "[Amplitude] Opened[p.[Amplitude] From Background=true]", "[Amplitude] Opened",
      "p.[Amplitude] From Background true"
    ),
    ("a[=v]", "a[=v]", "-"), ("[k=v]", "[k=v]", "-"), ("a[k=]", "a", "k "), ("a]", "a]", "-"),
  ]

  @Test(arguments: subjects.indices)
  func `a condition stands in brackets behind a name`(index: Int) {
    let (subject, name, condition) = Self.subjects[index]
    let renaming = Renaming(subject: subject, to: "app.didBecomeActive")
    #expect(renaming.old == name)
    #expect(renaming.condition.map { "\($0.key) \($0.value)" } ?? "-" == condition)
    #expect(renaming.subject == subject)
  }

  /// Records of one name, and what they are read as under two conditions and without.
  @Test func `a name is replaced where its record meets the condition`() throws {
    var options = IngestOptions()
    for (subject, name) in [
      ("Opened[p.back=true]", "app.willEnterForeground"), ("Opened[p.back=false]", "app.didFinishLaunching"),
      ("state[to=active]", "app.didBecomeActive"), ("state", "app.willResignActive"),
    ] { options.add(Renaming(subject: subject, to: name)) }
    let text = """
      {"event":"Opened","time":1763632800,"p":{"back":true}}
      {"event":"Opened","time":1763632801,"p":{"back":false}}
      {"event":"Opened","time":1763632802,"p":{"back":"true"}}
      {"event":"Opened","time":1763632803,"p.back":true}
      {"event":"Opened","time":1763632804,"p":{"back":null}}
      {"event":"Opened","time":1763632805}
      {"event":"Other","time":1763632806,"p":{"back":true}}
      {"event":"state","time":1763632807,"to":"active"}
      {"event":"state","time":1763632808,"to":"x"}
      """
    for text in [text, text + "\n" + text] {
      let reading = try Reading(text, options: options)
      let names = reading.batch.events.map { event in
        let signature = reading.symbols.signature(event)
        return signature.kind == .unknown ? reading.symbols.texts.string(signature.unknownName) : signature.kind.name
      }
      #expect(
        names.prefix(9) == [
          "app.willEnterForeground", "app.didFinishLaunching", "app.willEnterForeground", "app.willEnterForeground",
          "Opened", "Opened", "Other", "app.didBecomeActive", "app.willResignActive",
        ])
      #expect(names.suffix(9) == names.prefix(9))
    }
  }

  /// A name, the values of a key that stands beside it, and what is proposed.
  static let conditions: [(name: String, key: String, values: [String], text: [String])] = [
    (
      // No SDK says what it is, but the key does.
      "Application Opened", "p.from_background", ["true", "false"],
      [
        "Application Opened[p.from_background=false]=app.didFinishLaunching",
        "Application Opened[p.from_background=true]=app.willEnterForeground",
      ]
    ),
    // Google Analytics 4, `app_exception`; Dynatrace, *Semantic Dictionary*, errors. A reason says more than a name.
    ("app_exception", "params.fatal", ["1", "0"], ["app_exception[params.fatal=1]=process.exit:crash"]),
    ("error", "has_crash", ["true"], ["error[has_crash=true]=process.exit:crash"]),
    ("error", "is_handled", ["true"], []), ("payment", "is_fatal", ["true"], []),
    ("AppTerminated", "p.reason", ["\"outOfMemory\""], ["AppTerminated=process.exit"]),
    (
      "app_start", "is_cold", ["true", "false"],
      ["app_start[is_cold=false]=app.willEnterForeground", "app_start[is_cold=true]=app.didFinishLaunching"]
    ),
    (
      "app_state_changed", "new_state", ["\"active\"", "\"background\"", "\"odd\""],
      [
        "app_state_changed[new_state=active]=app.didBecomeActive",
        "app_state_changed[new_state=background]=app.didEnterBackground",
      ]
    ),
    (
      "scene", "state", ["\"active\"", "\"inactive\""],
      ["scene[state=active]=scene.didActivate", "scene[state=inactive]=scene.willDeactivate"]
    ), ("payment", "state", ["\"active\"", "\"background\""], []), ("app_state", "color", ["\"active\""], []),
  ]

  @Test(arguments: conditions.indices)
  func `the key that tells the meanings of a name apart is proposed`(index: Int) throws {
    let (name, key, values, texts) = Self.conditions[index]
    let parts = key.split(separator: ".")
    let lines = values.map { value in
      let member = parts.count == 1 ? #""\#(key)":\#(value)"# : #""\#(parts[0])":{"\#(parts[1])":\#(value)}"#
      return #"{"what":"\#(name)","time":1763632800,\#(member)}"# + "\n"
    }
    let hint = try MappingTests.hint(lines.joined())
    #expect(hint.renamings[name, default: []].map(\.text).sorted() == texts)
  }
}
