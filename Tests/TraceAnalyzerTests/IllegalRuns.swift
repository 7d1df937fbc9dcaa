import Testing

/// What is found where a machine's table of illegal pairs says something.
struct IllegalRun: Sendable, CustomTestStringConvertible {
  var run: MachineRun
  var severity: String
  /// The events that were legal there.
  var expected: [String]

  /// A run from `severity machine event … ▸event state : expected …`.
  init(_ row: Substring) {
    let halves = row.split(separator: ":", omittingEmptySubsequences: false)
    let words = halves[0].split(separator: " ", maxSplits: 1)
    severity = String(words[0])
    run = MachineRun(words[1])
    expected = halves[1].split(separator: " ").map(String.init)
  }

  var testDescription: String { run.testDescription }
}

extension IllegalRun {
  /// A run for each entry of `illegal`.
  static let all = table.split(separator: "\n").map { Self($0) }

  private static let table = """
    error process app.didFinishLaunching ▸app.didFinishLaunching running : process.suspend \
      process.resume process.exit app.willTerminate
    error process app.didFinishLaunching ▸app.willFinishLaunching running : process.suspend \
      process.resume process.exit app.willTerminate
    warning process app.didFinishLaunching ▸app.decodeState running : process.suspend \
      process.resume process.exit app.willTerminate
    warning process app.didFinishLaunching ▸app.shouldRestoreState running : process.suspend \
      process.resume process.exit app.willTerminate
    error process app.didFinishLaunching process.suspend ▸app.willTerminate suspended : \
      process.suspend process.resume process.exit
    error process process.exit ▸scene.openURL dead : process.exit
    error app app.didFinishLaunching app.didBecomeActive ▸app.didEnterBackground active : \
      app.willResignActive app.willTerminate
    warning app app.didFinishLaunching app.didBecomeActive ▸app.didBecomeActive active : \
      app.willResignActive app.willTerminate
    error app app.didFinishLaunching app.didBecomeActive ▸app.willEnterForeground active : \
      app.willResignActive app.willTerminate
    warning app app.didFinishLaunching app.didBecomeActive app.willResignActive \
      ▸app.willResignActive inactive : app.didBecomeActive app.didEnterBackground \
      app.willTerminate
    error app app.didFinishLaunching app.didBecomeActive app.willResignActive \
      ▸app.willEnterForeground inactive : app.didBecomeActive app.didEnterBackground \
      app.willTerminate
    error app app.didFinishLaunching app.didEnterBackground ▸app.didBecomeActive background : \
      app.willEnterForeground app.didEnterBackground app.willTerminate
    error app app.didFinishLaunching app.didEnterBackground ▸app.willResignActive background : \
      app.willEnterForeground app.didEnterBackground app.willTerminate
    warning app app.didFinishLaunching app.willEnterForeground ▸app.willResignActive \
      foregrounding : app.didBecomeActive app.didEnterBackground app.willTerminate
    error app process.start ▸app.willEnterForeground unlaunched : app.didFinishLaunching
    warning scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground ▸scene.willDeactivate foregrounding : scene.didDisconnect \
      scene.didActivate scene.didEnterBackground scene.openURL scene.continueUserActivity \
      scene.stateRestorationActivity scene.restoreState scene.snapshot
    error scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground scene.didActivate ▸scene.didEnterBackground active : \
      scene.willDeactivate scene.openURL scene.continueUserActivity scene.stateRestorationActivity \
      scene.restoreState scene.snapshot
    warning scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground scene.didActivate ▸scene.didDisconnect active : \
      scene.willDeactivate scene.openURL scene.continueUserActivity scene.stateRestorationActivity \
      scene.restoreState scene.snapshot
    warning scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground scene.didActivate ▸scene.didActivate active : scene.willDeactivate \
      scene.openURL scene.continueUserActivity scene.stateRestorationActivity scene.restoreState \
      scene.snapshot
    warning scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground scene.didActivate ▸scene.willEnterForeground active : \
      scene.willDeactivate scene.openURL scene.continueUserActivity scene.stateRestorationActivity \
      scene.restoreState scene.snapshot
    warning scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.willEnterForeground scene.didActivate scene.willDeactivate ▸scene.willDeactivate \
      inactive : scene.didDisconnect scene.didActivate scene.didEnterBackground scene.openURL \
      scene.continueUserActivity scene.stateRestorationActivity scene.restoreState scene.snapshot
    error scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.didEnterBackground ▸scene.didActivate background : scene.didDisconnect \
      scene.willEnterForeground scene.didEnterBackground scene.openURL scene.continueUserActivity \
      scene.stateRestorationActivity scene.restoreState scene.snapshot
    error scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.didEnterBackground ▸scene.willDeactivate background : scene.didDisconnect \
      scene.willEnterForeground scene.didEnterBackground scene.openURL scene.continueUserActivity \
      scene.stateRestorationActivity scene.restoreState scene.snapshot
    error scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didDisconnect \
      ▸scene.didDisconnect disconnected : scene.willConnect scene.stateRestorationActivity
    error scene app.didFinishLaunching scene.willConnect@B ▸scene.didDisconnect unattached : \
      scene.willConnect
    warning view app.didFinishLaunching view.didLoad@2 view.didLoad ▸view.isAppearing loaded : \
      view.didLoad view.willAppear
    error task app.didFinishLaunching ▸task.end idle : task.begin
    error task app.didFinishLaunching task.begin task.end ▸task.end ended : task.begin
    error task app.didFinishLaunching task.begin ▸task.begin running : task.expire task.end
    error task app.didFinishLaunching task.begin task.expire ▸task.begin expired : task.end
    warning task app.didFinishLaunching ▸task.expire idle : task.begin
    warning task app.didFinishLaunching task.begin task.end ▸task.expire ended : task.begin
    warning task app.didFinishLaunching task.begin task.expire ▸task.expire expired : task.end
    """
}
