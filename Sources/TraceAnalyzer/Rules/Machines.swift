package import TraceModel

/// The five life-cycle machines, as data.
///
/// Sources: Apple, *Managing your app's life cycle*, *About the app launch sequence*, *About the
/// background execution sequence*, *Transitioning to the UIKit scene-based life cycle*; quirks from
/// field reports (openradar 14075101 and 14295449, duckduckgo/iOS 3660, 3704 and 3710,
/// duckduckgo/apple-browsers 4316, SalesforceMobileSDK-iOS 3679).
package enum Machines {
  /// All machines, in the order in which they judge.
  package static let all = [process, app, scene, view, task]

  private static let process = Machine(
    id: .process, key: "launch", initial: "absent", final: "dead",
    states: "absent created main launching running suspended terminating dead",
    transitions: [
      .init("absent", .processStart, "created"),
      .init("absent created", .processInitializers, "created"),
      .init("absent created", .processMain, "main"),
      .init("absent created main", .appWillFinishLaunching, "launching"),
      .init("absent created main launching", .appDidFinishLaunching, "running"),
      .init("launching", .appShouldRestoreState, "launching"),
      .init("launching", .appDecodeState, "launching"),
      .init(
        "created main launching", .processSuspend, nil,
        quirk: "prewarmed: paused before the launch went on"),
      .init("created main launching running", .processResume, nil),
      .init("running suspended", .processSuspend, "suspended"),
      .init("suspended", .processResume, "running"),
      .init("running", .appWillTerminate, "terminating"),
      .init("absent created main launching running suspended terminating", .processExit, "dead"),
      .init("dead", .processExit, "dead", quirk: "told by a second source"),
    ],
    illegal: [
      .init(
        "running", .appDidFinishLaunching, .error,
        "two launches under one id (a reused process id, two logs joined), or an app delegate made by hand"
      ),
      .init(
        "running", .appWillFinishLaunching, .error,
        "entries written out of order (a buffered log), or two launches under one id"),
      .init(
        "running", .appDecodeState, .warning,
        "restoration run by hand after launch: the restored interface is overwritten"),
      .init(
        "running", .appShouldRestoreState, .warning,
        "restoration run by hand after launch: the restored interface is overwritten"),
      .init(
        "suspended", .appWillTerminate, .error,
        "a suspended process gets no callback before it is killed: it was not suspended, or the entry belongs to another launch"
      ),
      .init(
        "dead", nil, .error, "a reused process id, merged devices, or a wall clock that jumped"),
    ])

  private static let app = Machine(
    id: .app, key: "launch", isAppBased: true, initial: "unlaunched",
    states: "unlaunched launched foregrounding active inactive background terminated",
    transitions: [
      .init("unlaunched", .appDidFinishLaunching, "launched"),
      .init("launched foregrounding inactive", .appDidBecomeActive, "active"),
      .init("launched background", .appWillEnterForeground, "foregrounding"),
      .init("active", .appWillResignActive, "inactive"),
      .init("inactive", .appDidEnterBackground, "background"),
      .init(
        "launched", .appDidEnterBackground, "background",
        quirk: "a background launch may report didEnterBackground, and may not"),
      .init(
        "foregrounding", .appDidEnterBackground, "background",
        quirk: "the person left before the app was active"),
      .init(
        "background", .appDidEnterBackground, "background",
        quirk: "woken in the background again, or swiped away while background work ran"),
      .init("inactive background", .appWillTerminate, "terminated"),
      .init(
        "launched foregrounding active", .appWillTerminate, "terminated",
        quirk:
          "terminated without a move to the background: the app does not support it (UIApplicationExitsOnSuspend), or the system ended it at once"
      ),
    ],
    illegal: [
      .init(
        "active", .appDidEnterBackground, .error,
        "the app never resigned active: an observer added late, a delegate method called by hand, or app and scene events mixed"
      ),
      .init(
        "active", .appDidBecomeActive, .warning,
        "an observer registered twice, an SDK that sends callbacks again, or two processes in one log"
      ),
      .init(
        "active", .appWillEnterForeground, .error,
        "a scene-based app's notification taken for an app-based callback, or code that posts it by hand"
      ),
      .init(
        "inactive", .appWillResignActive, .warning,
        "two interruptions that overlap, or an observer registered twice"),
      .init("inactive", .appWillEnterForeground, .error, "the move to the background was lost"),
      .init(
        "background", .appDidBecomeActive, .error,
        "app.willEnterForeground was lost while the app was suspended, or a test posts notifications by hand"
      ),
      .init(
        "background", .appWillResignActive, .error,
        "scene events written as app events, or a lost return to the foreground"),
      .init("foregrounding", .appWillResignActive, .warning, "the activation was lost"),
      .init(
        "unlaunched", nil, .error,
        "work started before launch finished (a static initializer), or the clock is skewed"),
    ])

  private static let scene = Machine(
    id: .scene, key: "launch scene sceneInstance", initial: "unattached",
    states: "unattached connected foregrounding active inactive background disconnected",
    transitions: [
      .init("unattached disconnected", .sceneWillConnect, "connected"),
      .init("connected background", .sceneWillEnterForeground, "foregrounding"),
      .init("foregrounding inactive", .sceneDidActivate, "active"),
      .init("active", .sceneWillDeactivate, "inactive"),
      .init("inactive", .sceneDidEnterBackground, "background"),
      .init(
        "connected", .sceneDidEnterBackground, "background",
        quirk: "connected by a background launch"),
      .init(
        "foregrounding", .sceneDidEnterBackground, "background",
        quirk:
          "the person left before the scene was active, or the scene can't be active (an external display)"
      ),
      .init(
        "background", .sceneDidEnterBackground, "background",
        quirk: "woken in the background again, or swiped away while background work ran"),
      .init("connected background", .sceneDidDisconnect, "disconnected"),
      .init(
        "foregrounding inactive", .sceneDidDisconnect, "disconnected",
        quirk: "closed from the app switcher: no move to the background is reported"),
      .init("connected foregrounding active inactive background", .sceneOpenURL, nil),
      .init("connected foregrounding active inactive background", .sceneContinueUserActivity, nil),
      .init(
        "connected foregrounding active inactive background disconnected",
        .sceneStateRestorationActivity, nil),
      .init("connected foregrounding active inactive background", .sceneRestoreState, nil),
      .init("connected foregrounding active inactive background", .sceneSnapshot, nil),
    ],
    illegal: [
      .init("foregrounding", .sceneWillDeactivate, .warning, "the activation was lost"),
      .init(
        "active", .sceneDidEnterBackground, .error,
        "scene.willDeactivate is not handled or was lost, or two scenes share one id"),
      .init(
        "active", .sceneDidDisconnect, .warning,
        "the scene was destroyed on request, or events were lost"),
      .init(
        "active", .sceneDidActivate, .warning,
        "an observer registered twice, or two scenes share one id"),
      .init(
        "active", .sceneWillEnterForeground, .warning,
        "an observer registered twice, or two scenes share one id"),
      .init(
        "inactive", .sceneWillDeactivate, .warning,
        "two interruptions that overlap, or an observer registered twice"),
      .init(
        "background", .sceneDidActivate, .error,
        "the scene id is not recorded and two scenes are merged, or scene.willEnterForeground was lost"
      ),
      .init(
        "background", .sceneWillDeactivate, .error,
        "the scene id is not recorded and two scenes are merged, or the return to the foreground was lost"
      ),
      .init(
        "disconnected", nil, .error,
        "something still holds the dead scene, or one delegate object serves two scenes"),
      .init(
        "unattached", nil, .error,
        "the recorder began after the scene connected, or two scenes share one id"),
    ])

  private static let view = Machine(
    id: .view, key: "launch view viewInstance", requires: "viewInstance", severity: .warning,
    initial: "unloaded",
    states: "unloaded loaded appearing visible disappearing",
    transitions: [
      .init("unloaded", .viewDidLoad, "loaded"),
      .init("loaded", .viewDidLoad, "loaded", quirk: "the instance id is an address, used again"),
      .init("loaded disappearing", .viewWillAppear, "appearing"),
      .init("appearing", .viewIsAppearing, "appearing"),
      .init("appearing", .viewDidAppear, "visible"),
      .init("appearing visible", .viewWillDisappear, "disappearing"),
      .init("disappearing", .viewDidDisappear, "loaded"),
    ],
    illegal: [
      .init(
        nil, nil, .warning,
        "unbalanced appearance calls: a presentation during another transition, or a container that does not forward them"
      )
    ])

  private static let task = Machine(
    id: .task, key: "launch kind task", requires: "task", initial: "idle",
    states: "idle running expired ended",
    transitions: [
      .init("idle ended", .taskBegin, "running"),
      .init("running", .taskExpire, "expired"),
      .init("running expired", .taskEnd, "ended"),
    ],
    illegal: [
      .init(
        "idle", .taskEnd, .error,
        "the stored identifier was overwritten by a second begin, or never set"),
      .init(
        "ended", .taskEnd, .error,
        "ended twice: the identifier was not reset to invalid after the first end"),
      .init(
        "running", .taskBegin, .error,
        "begun again while it runs: the first assertion can no longer be ended"),
      .init("expired", .taskBegin, .error, "begun again without an end after it expired"),
      .init("idle", .taskExpire, .warning, "its begin was not recorded"),
      .init("ended", .taskExpire, .warning, "the expiration handler ran after the task had ended"),
      .init("expired", .taskExpire, .warning, "the handler was recorded twice"),
    ])
}
