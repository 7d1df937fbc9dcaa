import Testing

/// A short run of one machine, a second from one event to the next.
///
/// The mark stands before the event that has no legal place. `@` names another instance than the
/// usual, `/` who reports it.
struct MachineRun: Sendable, CustomTestStringConvertible {
  var machine: String
  var events: [Substring]
  /// The one state that the machine is in before the marked event.
  var state: String

  /// A run from `machine event … ▸event state`.
  init(_ row: Substring) {
    let words = row.split(separator: " ")
    machine = String(words[0])
    events = Array(words[1..<(words.count - 1)])
    state = String(words[words.count - 1])
  }

  var testDescription: String { "\(machine): \(events.joined(separator: " "))" }

  /// The event without a legal place.
  var marked: String { events.last.map { String($0.dropFirst()) } ?? "" }

  /// The run as a timeline's text.
  var text: String {
    events.enumerated().map { index, word in
      let isMarked = word.first == "▸"
      let reported = word.drop { $0 == "▸" }.split(separator: "/")
      let named = reported[0].split(separator: "@")
      let instance = named.count > 1 ? String(named[1]) : "1"
      let fields =
        switch named[0].prefix(while: { $0 != "." }) {
        case "scene": " scene=S\(instance) instance=\(instance)"
        case "view": " view=V instance=\(instance)"
        case "task": " task=\(instance)"
        default: ""
        }
      let eventSource = reported.count > 1 ? " source=\(reported[1])" : ""
      return "\(isMarked ? "▸ " : "")\(index) s \(named[0])\(fields)\(eventSource)"
    }
    .joined(separator: "\n")
  }
}

extension MachineRun {
  /// A run for each transition: there, over it, and on to an event that shows where it led.
  static let all = table.split(separator: "\n").map { Self($0) }

  private static let table = """
    process process.start ▸process.start created
    process process.initializers ▸process.start created
    process process.start process.initializers ▸process.start created
    process process.main ▸process.start main
    process process.start process.main ▸process.start main
    process app.willFinishLaunching ▸process.start launching
    process process.start app.willFinishLaunching ▸process.start launching
    process process.main app.willFinishLaunching ▸process.start launching
    process app.didFinishLaunching ▸process.start running
    process process.start app.didFinishLaunching ▸process.start running
    process process.main app.didFinishLaunching ▸process.start running
    process app.willFinishLaunching app.didFinishLaunching ▸process.start running
    process app.willFinishLaunching app.shouldRestoreState ▸process.start launching
    process app.willFinishLaunching app.decodeState ▸process.start launching
    process process.start process.suspend ▸process.start created
    process process.main process.suspend ▸process.start main
    process app.willFinishLaunching process.suspend ▸process.start launching
    process process.start process.resume ▸process.start created
    process process.main process.resume ▸process.start main
    process app.willFinishLaunching process.resume ▸process.start launching
    process app.didFinishLaunching process.resume ▸process.start running
    process app.didFinishLaunching process.suspend ▸process.start suspended
    process app.didFinishLaunching process.suspend process.suspend ▸process.start suspended
    process app.didFinishLaunching process.suspend process.resume ▸process.start running
    process app.didFinishLaunching app.willTerminate ▸process.start terminating
    process app.didFinishLaunching/system process.exit ▸app.didFinishLaunching dead
    process process.start process.exit ▸app.openURL dead
    process process.main process.exit ▸app.openURL dead
    process app.willFinishLaunching process.exit ▸app.openURL dead
    process app.didFinishLaunching process.exit ▸app.openURL dead
    process app.didFinishLaunching process.suspend process.exit ▸app.openURL dead
    process app.didFinishLaunching app.willTerminate process.exit ▸app.openURL dead
    process process.exit process.exit ▸app.openURL dead
    app app.didFinishLaunching ▸app.willResignActive launched
    app app.didFinishLaunching app.didBecomeActive ▸app.willEnterForeground active
    app app.didFinishLaunching app.willEnterForeground app.didBecomeActive \
      ▸app.willEnterForeground active
    app app.didFinishLaunching app.didBecomeActive app.willResignActive app.didBecomeActive \
      ▸app.willEnterForeground active
    app app.didFinishLaunching app.willEnterForeground ▸app.willEnterForeground foregrounding
    app app.didFinishLaunching app.didEnterBackground app.willEnterForeground \
      ▸app.willEnterForeground foregrounding
    app app.didFinishLaunching app.didBecomeActive app.willResignActive ▸app.willEnterForeground \
      inactive
    app app.didFinishLaunching app.didBecomeActive app.willResignActive app.didEnterBackground \
      ▸app.didBecomeActive background
    app app.didFinishLaunching app.didEnterBackground ▸app.didBecomeActive background
    app app.didFinishLaunching app.willEnterForeground app.didEnterBackground \
      ▸app.didBecomeActive background
    app app.didFinishLaunching app.didEnterBackground app.didEnterBackground \
      ▸app.didBecomeActive background
    app app.didFinishLaunching app.didBecomeActive app.willResignActive app.willTerminate \
      ▸app.willEnterForeground terminated
    app app.didFinishLaunching app.didEnterBackground app.willTerminate ▸app.willEnterForeground \
      terminated
    app app.didFinishLaunching app.willTerminate ▸app.willEnterForeground terminated
    app app.didFinishLaunching app.willEnterForeground app.willTerminate \
      ▸app.willEnterForeground terminated
    app app.didFinishLaunching app.didBecomeActive app.willTerminate ▸app.willEnterForeground \
      terminated
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect ▸scene.willConnect \
      connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didDisconnect \
      scene.willConnect ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.willEnterForeground ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.didActivate ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate ▸scene.willConnect inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.didEnterBackground ▸scene.willConnect \
      background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didEnterBackground ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.didEnterBackground ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didDisconnect \
      ▸scene.didDisconnect disconnected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.didDisconnect ▸scene.didDisconnect disconnected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didDisconnect ▸scene.didDisconnect disconnected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.didDisconnect ▸scene.didDisconnect disconnected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.openURL \
      ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.openURL ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.openURL ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.openURL ▸scene.willConnect inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.openURL ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.continueUserActivity ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.continueUserActivity ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.continueUserActivity ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.continueUserActivity ▸scene.willConnect \
      inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.continueUserActivity ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect \
      scene.stateRestorationActivity ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.stateRestorationActivity ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.stateRestorationActivity ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.stateRestorationActivity ▸scene.willConnect \
      inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.stateRestorationActivity ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didDisconnect \
      scene.stateRestorationActivity ▸scene.didDisconnect disconnected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.restoreState \
      ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.restoreState ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.restoreState ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.restoreState ▸scene.willConnect inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.restoreState ▸scene.willConnect background
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.snapshot \
      ▸scene.willConnect connected
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.snapshot ▸scene.willConnect foregrounding
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.snapshot ▸scene.willConnect active
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.willEnterForeground \
      scene.didActivate scene.willDeactivate scene.snapshot ▸scene.willConnect inactive
    scene app.didFinishLaunching scene.willConnect@B scene.willConnect scene.didEnterBackground \
      scene.snapshot ▸scene.willConnect background
    view app.didFinishLaunching view.didLoad@2 view.didLoad ▸view.isAppearing loaded
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.didLoad ▸view.isAppearing \
      loaded
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear ▸view.didLoad \
      appearing
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.willDisappear \
      view.willAppear ▸view.didLoad appearing
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.isAppearing \
      ▸view.didLoad appearing
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.didAppear \
      ▸view.didLoad visible
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.willDisappear \
      ▸view.didLoad disappearing
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.didAppear \
      view.willDisappear ▸view.didLoad disappearing
    view app.didFinishLaunching view.didLoad@2 view.didLoad view.willAppear view.willDisappear \
      view.didDisappear ▸view.isAppearing loaded
    task app.didFinishLaunching task.begin ▸task.begin running
    task app.didFinishLaunching task.begin task.end task.begin ▸task.begin running
    task app.didFinishLaunching task.begin task.expire ▸task.begin expired
    task app.didFinishLaunching task.begin task.end ▸task.expire ended
    task app.didFinishLaunching task.begin task.expire task.end ▸task.expire ended
    """
}
