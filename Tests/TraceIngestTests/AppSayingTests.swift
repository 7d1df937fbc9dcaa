import Testing

@testable import TraceIngest
@testable import TraceModel

@Suite(.tags(.small)) struct AppSayingTests {
  @Test(
    arguments: [
      ("applicationDidBecomeActive: hiding the cart", "", "app.didBecomeActive"),
      ("-[AppDelegate applicationDidEnterBackground:]", "", "app.didEnterBackground"),
      ("-[AppDelegate application:didFinishLaunchingWithOptions:]", "", "app.didFinishLaunching"),
      ("SceneDelegate.swift:12 sceneWillResignActive(_:)", "", "scene.willDeactivate"),
      ("AppDelegate.application(_:didFinishLaunchingWithOptions:)", "", "app.didFinishLaunching"),
      ("[life] applicationDidBecomeActive(_:)", "", "app.didBecomeActive"),
      ("applicationDidFinishLaunching(_:)", "", "app.didFinishLaunching"),
      ("life: applicationDidBecomeActive(_:)", "", "app.didBecomeActive"),
      ("waiting for: applicationDidBecomeActive", "", nil),
      ("UIApplicationDidEnterBackgroundNotification", "", "app.didEnterBackground"),
      ("Observer UIScene.didActivateNotification", "", "scene.didActivate"),
      ("AppDelegate: didBecomeActiveNotification", "", nil),
      ("got UIApplication.didBecomeActiveNotification", "", nil),
      ("application(_:willFinishLaunchingWithOptions:)", "", "app.willFinishLaunching"),
      ("SceneDelegate scene(_:willConnectTo:options:)", "", "scene.willConnect"),
      ("applicationDidBecomeActive: again", "applicationDidBecomeActive", nil),
      ("waiting for applicationDidBecomeActive", "", nil),
      ("didBecomeActive", "", nil),
      ("applicationDidReceiveMemoryWarning(_:)", "", "app.didReceiveMemoryWarning"),
      ("application(_:performFetchWithCompletionHandler:)", "", "app.performFetch"),
      (
        "-[AppDelegate application:didReceiveRemoteNotification:fetchCompletionHandler:]", "",
        "app.didReceiveRemoteNotification"
      ),
      (
        "application(_:handleEventsForBackgroundURLSession:completionHandler:)", "",
        "app.handleEventsForBackgroundURLSession"
      ),
      ("application(_:didReceiveRemoteNotification:)", "", "app.didReceiveRemoteNotification"),
      ("SceneDelegate scene(_:openURLContexts:)", "", "scene.openURL"),
      ("applicationProtectedDataWillBecomeUnavailable(_:)", "", "app.protectedDataWillBecomeUnavailable"),
      ("applicationProtectedDataDidBecomeAvailable(_:)", "", "app.protectedDataDidBecomeAvailable"),
      ("applicationSignificantTimeChange(_:)", "", "app.significantTimeChange"),
      ("application(_:didDiscardSceneSessions:)", "", "app.didDiscardSceneSessions"),
      ("no didReceiveRemoteNotification yet", "", nil),
      ("LifeCycleEvent: FinishedLaunching", "", "app.didFinishLaunching"),
      ("LifeCycleEvent: OnActivated", "", "app.didBecomeActive"),
      ("[Life] OnResignActivation", "OnActivated", "app.willResignActive"),
      ("DidEnterBackground", "OnResignActivation", "app.didEnterBackground"),
      ("WillEnterForeground", "DidEnterBackground", "app.willEnterForeground"),
      ("WillTerminate", "", "app.willTerminate"),
      ("flutter: AppLifecycleState.paused", "inactive", "app.didEnterBackground"),
      ("flutter: AppLifecycleState.inactive", "resumed", "app.willResignActive"),
      ("flutter: AppLifecycleState.inactive", "paused", "app.willEnterForeground"),
      ("flutter: AppLifecycleState.inactive", "hidden", "app.willEnterForeground"),
      ("flutter: AppLifecycleState.inactive", "applicationWillResignActive", nil),
      ("flutter: AppLifecycleState.hidden", "inactive", nil),
      ("flutter: AppLifecycleState.detached", "", nil),
      ("flutter: AppLifecycleState.detached", "paused", "app.willTerminate"),
      ("AppState changed from active to background", "active", "app.didEnterBackground"),
      ("App State: active", "applicationDidBecomeActive", nil),
      ("'AppState', 'inactive'", "active", "app.willResignActive"),
      ("The AppState module is active", "", nil),
      ("scenePhase: active", "inactive", "app.didBecomeActive"),
      ("Scene phase changed from inactive to background", "inactive", "app.didEnterBackground"),
      ("onChange of scenePhase: inactive -> active", "inactive", "app.didBecomeActive"),
      ("ScenePhase.inactive", "active", "app.willResignActive"),
      ("scenePhase is observed", "", nil),
      // Sentences of apps' loggers.
      ("[INFO] Application did enter in background", "", "app.didEnterBackground"),
      ("[INFO] Application will resign active", "", "app.willResignActive"),
      ("INFO: App entered the foreground", "", "app.willEnterForeground"),
      ("Application did finish launching with options", "", "app.didFinishLaunching"),
      ("app became active", "", "app.didBecomeActive"),
      ("Application is terminating", "", "app.willTerminate"),
      ("Application did enter background", "applicationDidEnterBackground", nil),
      ("App did not enter background", "", nil),
      ("App will terminate if the download fails", "", nil),
      ("we save when the app did enter background", "", nil),
      ("Loading scene\napplicationDidFinishLaunching", "", nil),
      ("-> applicationDidEnterBackground()", "", "app.didEnterBackground"),
      // What a person tells or asks.
      ("applicationWillTerminate is called", "", "app.willTerminate"),
      ("applicationDidBecomeActive: cart not yet executed", "", "app.didBecomeActive"),
      ("applicationWillTerminate is never called, why?", "", nil),
      ("applicationWillTerminate doesn't get called", "", nil),
      ("applicationWillTerminate is called when I kill it", "", nil),
    ] as [(String, String, String?)])
  func `what an app prints means an event, or none`(text: String, last: String, event: String?) {
    #expect(AppSaying(Array(text.utf8)[...])?.event(after: last)?.name == event)
  }

  @Test(
    arguments: [
      ("sceneDidBecomeActive(_:) <UIWindowScene: 0x1aaa>", "0x1aaa"),
      ("sceneDidBecomeActive(_:) 8B0C1E0A-0000-4000-8000-000000000001", "8B0C1E0A-0000-4000-8000-000000000001"),
      ("-[SceneDelegate sceneDidEnterBackground:] <SceneDelegate: 0x600>", "0x600"),
      (
        "scene(_:willConnectTo:options:) <UISceneSession: 0x2; persistentIdentifier = 8B0C1E0A-0000-4000-8000-000000000001>",
        "8B0C1E0A-0000-4000-8000-000000000001"
      ),
      ("scene(_:willConnectTo:options:) session: <UISceneSession: 0x2> scene: <UIWindowScene: 0x1aaa>", "0x1aaa"),
      ("sceneDidBecomeActive(_:) the cart, 12-34", nil), ("sceneDidBecomeActive(_:)", nil),
    ] as [(String, String?)])
  func `what an app prints names the scene`(text: String, scene: String?) {
    #expect(AppSaying(Array(text.utf8)[...])?.scene == scene)
  }

  @Test(
    arguments: [
      ("scene(_:willConnectTo:options:)", 100_000, nil),
      ("scene(_:willConnectTo:options:)", 20_000_000, "scene.willConnect"),
      ("sceneWillEnterForeground", 100_000, nil), ("sceneWillEnterForeground", 20_000_000, "scene.willEnterForeground"),
      ("applicationDidBecomeActive", 20_000_000, nil), ("scenePhase: active", 20_000_000, nil),
    ] as [(String, Int64, String?)])
  func `a scene's callback that comes again is another scene's`(text: String, nanos: Int64, event: String?) throws {
    let saying = try #require(AppSaying(Array(text.utf8)[...]))
    #expect(saying.event(after: saying.word, nanos: nanos, severalScenes: true)?.name == event)
    // Another scene connects: where none did, the app prints a word in two ways.
    let isConnect = event == "scene.willConnect"
    #expect(saying.event(after: saying.word, nanos: nanos)?.name == (isConnect ? event : nil))
  }

  @Test(
    arguments: [
      ("App launched (cold) in 1830 ms", "App launched", "length 1830000000 cold"),
      ("[INFO] Cold start took 1.83s", "Cold start", "length 1830000000 cold"),
      ("INFO: Launch finished in 540 ms.", "Launch finished", "length 540000000"),
      ("Kaltstart dauerte 812 ms", "Kaltstart dauerte", "length 812000000 cold"),
      ("App launched", "App launched", "unknown"),
      // A length of something else.
      ("app start: waits 5 s for the network", "app start", "unknown"),
      ("App crashed: SIGABRT", "App crashed", "end crash"),
      ("Crashed with SIGABRT", "Crashed", "end crash"),
      ("Application was killed by the watchdog", "Application was killed", "end watchdog"),
      ("App terminated by system", "App terminated", "unknown"),
      // What a person asks, what is denied, and what is about something else.
      ("App crashed?", nil, ""), ("App did not crash", nil, ""), ("Crash report submitted", nil, ""),
      ("Crashlytics launched", nil, ""), ("Launch screen shown in 20 ms", nil, ""), ("Exit", nil, ""),
      ("waiting: the app crashed", nil, ""), ("Video started in 200 ms", nil, ""),
    ] as [(String, String?, String)])
  func `what an app says of a launch or an end is read, or counted by its words`(
    text: String, name: String?, meaning: String
  ) {
    let saying = LaunchSaying(Array(text.utf8)[...])
    #expect(saying?.name == name)
    let end = saying?.isEnd == true ? "end" : nil
    let length = saying?.nanos.map { "length \($0)" }
    let words = [end ?? length ?? "unknown", saying?.reason?.name, saying?.type?.name].compactMap(\.self)
    #expect(saying == nil || words.joined(separator: " ") == meaning)
  }
}
