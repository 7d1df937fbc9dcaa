package import TraceModel

extension Machine {
  /// Why an event is legal in a state although it surprises.
  package func quirk(in state: String, on kind: EventKind) -> String? {
    transitions.first { $0.event == kind && $0.from.contains(state) }?.quirk
  }
}

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
    id: .process, key: "launch", final: "dead",
    states: "absent created main launching running suspended terminating dead",
    rules: """
      absent --process.start--> created
      absent created --process.initializers--> created
      absent created --process.main--> main
      absent created main --app.willFinishLaunching--> launching
      absent created main launching --app.didFinishLaunching--> running
      launching --app.shouldRestoreState--> launching
      launching --app.decodeState--> launching
      created main launching --process.suspend--> = | prewarmed: paused before the launch went on
      created main launching running --process.resume--> =
      running suspended --process.suspend--> suspended
      suspended --process.resume--> running
      running --app.willTerminate--> terminating
      absent created main launching running suspended terminating --process.exit--> dead
      dead --process.exit--> dead | told by a second source
      running --app.didFinishLaunching--! error | two launches under one id (a reused process id, two logs joined), or \
        an app delegate made by hand
      running --app.willFinishLaunching--! error | entries written out of order (a buffered log), or two launches \
        under one id
      running --app.decodeState--! warning | restoration run by hand after launch: the restored interface is overwritten
      running --app.shouldRestoreState--! warning | restoration run by hand after launch: the restored interface is \
        overwritten
      suspended --app.willTerminate--! error | a suspended process gets no callback before it is killed: it was not \
        suspended, or the entry belongs to another launch
      dead --*--! error | a reused process id, merged devices, or a wall clock that jumped
      """)

  private static let app = Machine(
    id: .app, key: "launch", isAppBased: true,
    states: "unlaunched launched foregrounding active inactive background terminated",
    rules: """
      unlaunched --app.didFinishLaunching--> launched
      launched foregrounding inactive --app.didBecomeActive--> active
      launched background --app.willEnterForeground--> foregrounding
      active --app.willResignActive--> inactive
      inactive --app.didEnterBackground--> background
      launched --app.didEnterBackground--> background | a background launch may report didEnterBackground, and may not
      foregrounding --app.didEnterBackground--> background | the person left before the app was active
      background --app.didEnterBackground--> background | woken in the background again, or swiped away while \
        background work ran
      inactive background --app.willTerminate--> terminated
      launched foregrounding active --app.willTerminate--> terminated | terminated without a move to the background: \
        the app does not support it (UIApplicationExitsOnSuspend), or the system ended it at once
      active --app.didEnterBackground--! error | the app never resigned active: an observer added late, a delegate \
        method called by hand, or app and scene events mixed
      active --app.didBecomeActive--! warning | an observer registered twice, an SDK that sends callbacks again, or \
        two processes in one log
      active --app.willEnterForeground--! error | a scene-based app's notification taken for an app-based callback, or \
        code that posts it by hand
      inactive --app.willResignActive--! warning | two interruptions that overlap, or an observer registered twice
      inactive --app.willEnterForeground--! error | the move to the background was lost
      background --app.didBecomeActive--! error | app.willEnterForeground was lost while the app was suspended, or a \
        test posts notifications by hand
      background --app.willResignActive--! error | scene events written as app events, or a lost return to the \
        foreground
      foregrounding --app.willResignActive--! warning | the activation was lost
      unlaunched --*--! error | work started before launch finished (a static initializer), or the clock is skewed
      """)

  private static let scene = Machine(
    id: .scene, key: "launch scene sceneInstance",
    states: "unattached connected foregrounding active inactive background disconnected",
    rules: """
      unattached disconnected --scene.willConnect--> connected
      connected background --scene.willEnterForeground--> foregrounding
      foregrounding inactive --scene.didActivate--> active
      active --scene.willDeactivate--> inactive
      inactive --scene.didEnterBackground--> background
      connected --scene.didEnterBackground--> background | connected by a background launch
      foregrounding --scene.didEnterBackground--> background | the person left before the scene was active, or the \
        scene can't be active (an external display)
      background --scene.didEnterBackground--> background | woken in the background again, or swiped away while \
        background work ran
      connected background --scene.didDisconnect--> disconnected
      foregrounding inactive --scene.didDisconnect--> disconnected | closed from the app switcher: no move to the \
        background is reported
      connected foregrounding active inactive background --scene.openURL--> =
      connected foregrounding active inactive background --scene.continueUserActivity--> =
      connected foregrounding active inactive background disconnected --scene.stateRestorationActivity--> =
      connected foregrounding active inactive background --scene.restoreState--> =
      connected foregrounding active inactive background --scene.snapshot--> =
      foregrounding --scene.willDeactivate--! warning | the activation was lost
      active --scene.didEnterBackground--! error | scene.willDeactivate is not handled or was lost, or two scenes \
        share one id
      active --scene.didDisconnect--! warning | the scene was destroyed on request, or events were lost
      active --scene.didActivate--! warning | an observer registered twice, or two scenes share one id
      active --scene.willEnterForeground--! warning | an observer registered twice, or two scenes share one id
      inactive --scene.willDeactivate--! warning | two interruptions that overlap, or an observer registered twice
      background --scene.didActivate--! error | the scene id is not recorded and two scenes are merged, or \
        scene.willEnterForeground was lost
      background --scene.willDeactivate--! error | the scene id is not recorded and two scenes are merged, or the \
        return to the foreground was lost
      disconnected --*--! error | something still holds the dead scene, or one delegate object serves two scenes
      unattached --*--! error | the recorder began after the scene connected, or two scenes share one id
      """)

  private static let view = Machine(
    id: .view, key: "launch view viewInstance", requires: "viewInstance", severity: .warning,
    states: "unloaded loaded appearing visible disappearing",
    rules: """
      unloaded --view.didLoad--> loaded
      loaded --view.didLoad--> loaded | the instance id is an address, used again
      loaded disappearing --view.willAppear--> appearing
      appearing --view.isAppearing--> appearing
      appearing --view.didAppear--> visible
      appearing visible --view.willDisappear--> disappearing
      disappearing --view.didDisappear--> loaded
      * --*--! warning | unbalanced appearance calls: a presentation during another transition, or a container that \
        does not forward them
      """)

  private static let task = Machine(
    id: .task, key: "launch kind task", requires: "task", states: "idle running expired ended",
    rules: """
      idle ended --task.begin--> running
      running --task.expire--> expired
      running expired --task.end--> ended
      idle --task.end--! error | the stored identifier was overwritten by a second begin, or never set
      ended --task.end--! error | ended twice: the identifier was not reset to invalid after the first end
      running --task.begin--! error | begun again while it runs: the first assertion can no longer be ended
      expired --task.begin--! error | begun again without an end after it expired
      idle --task.expire--! warning | its begin was not recorded
      ended --task.expire--! warning | the expiration handler ran after the task had ended
      expired --task.expire--! warning | the handler was recorded twice
      """)
}
