/// What a person's acts lead to, from the launch to the end of the log.
extension Process {
  /// Lives one launch through.
  mutating func live(_ opening: Person.Opening, script: [Person.Action]?) {
    var person = Person(&random)
    if !isInForeground {
      guard stayAway(isLong: true), script != nil || random.chance(0.6) else { return }
      comeBack()
    }
    for action in script ?? [] { _ = act(action, isScripted: true) }
    while !isDead, act(script == nil ? person.next(&random) : .forget, isScripted: script != nil) {}
  }

  /// Does one thing; `false` if the launch is over with it.
  private mutating func act(_ action: Person.Action, isScripted: Bool) -> Bool {
    pass(400, 30_000)
    let isScripted = isScripted || pending != nil
    if options.isRich, random.chance(0.5) { stroll() }
    switch action {
    case .look: break
    case .navigate: navigate()
    case .interrupt(let reason):
      let plays = options.isRich && isActive && random.chance(0.3)
      if plays { tellGame("work.begin", after: 1, 5, reason: "user") }
      deactivateAll(reason)
      if plays { tellGame("work.end", after: 1, 300) }
      pass(800, 9000)
      for index in windows.indices where windows[index].stage == .inactive {
        move(index, .activate)
      }
      if plays {
        let isAsked = random.chance(0.5)
        tellGame("work.begin", after: isAsked ? 1 : 600, isAsked ? 100 : 900, reason: isAsked ? "user" : nil)
        tellGame("work.end", after: 100, 3000)
      }
    case .leave(let reason):
      mayOutlive = true
      leave(reason, withTask: isScripted)
      mayOutlive = false
      let isLong = isScripted
      guard stayAway(isLong: isLong) else { return false }
      comeBack()
    case .openURL:
      leave("home", withTask: false)
      guard stayAway(isLong: false) else { return false }
      comeBack(url: true)
    case .openWindow: openWindow()
    case .closeWindow: closeWindow()
    case .memoryWarning:
      emit("app.didReceiveMemoryWarning", after: 1, 5)
    case .closeInSwitcher:
      closeInSwitcher()
      return false
    case .forget:
      leave("home", withTask: false)
      suspend()
      return false
    }
    return true
  }

  private mutating func deactivateAll(_ reason: String, inCar: Bool = true) {
    for index in windows.indices
    where windows[index].stage == .active && (inCar || windows[index].role != "carPlay") {
      move(index, .deactivate, reason: reason)
    }
  }

  /// Every window goes to the background, and work is begun there.
  private mutating func leave(_ reason: String, withTask: Bool) {
    deactivateAll(reason, inCar: false)
    // What runs in the car stays there.
    let leaving = windows.indices.filter {
      windows[$0].presence > 0 && windows[$0].role != "carPlay"
    }
    for index in leaving {
      let isLast = index == leaving.last
      let tasks = !isLast ? 0 : withTask ? 1 : random.number(0, 2)
      let isOverrun = isLast && pending == .handlerOverrun
      if isOverrun { pending = nil }
      let first = records.count
      move(index, .enterBackground, takes: isOverrun ? (5300, 8200) : (1, 60)) {
        for _ in 0..<tasks { $0.beginTask() }
        if isLast, !$0.awaitsRefresh { $0.submitRefresh() }
      }
      if isOverrun {
        let entry = records[first...].firstIndex { $0.event.hasSuffix(".didEnterBackground") }
        if let entry { records[entry].fault = .handlerOverrun }
      }
    }
  }

  /// Time in the background; `false` if the system killed the process in it.
  private mutating func stayAway(isLong: Bool) -> Bool {
    var absence = Person.absence(&random)
    if isLong { absence = max(absence, 45_000_000_000) }
    let back = now + absence
    if absence > 30_000_000_000, isInForeground { finishTasks() }
    if absence > 30_000_000_000, !isInForeground {
      finishTasks()
      if isScenes, !isLong, windows.count > 1 || random.chance(0.05) { reclaim() }
      suspend()
      if !isLong, random.chance(0.06) {
        if isSuspended, random.chance(0.5) { exit("memoryPressure") }
        return false
      }
      if back - now > 20_000_000_000, !isLong, random.chance(0.1) {
        pass(2000, 10_000)
        wakeForPush()
        suspend()
      }
      if awaitsRefresh, isSuspended, back - now > 300_000_000_000, random.chance(0.3) {
        pass(60_000, 200_000)
        wake(for: .backgroundTask)
        suspend()
      }
      while options.isRich, back - now > 60_000_000_000, random.chance(0.4) {
        pass(12_000, 30_000)
        wake(for: random.pick(Person.Opening.wakes))
        suspend()
      }
    }
    let rest = max(back - now, 2_000_000_000) / 1_000_000
    pass(rest, rest)
    resume()
    return true
  }

  /// The system takes the newest scene in the background back.
  private mutating func reclaim() {
    guard let window = windows.last, window.stage == .background else { return }
    emit("scene.didDisconnect", after: 500, 2000, edit: window.bear)
    windows.removeLast()
    restoreLater(window)
  }

  private mutating func comeBack(url: Bool = false) {
    if windows.isEmpty { attach(sessions[0]) }
    if windows[0].stage == .background, random.chance(0.03) {  // Left at once.
      move(0, .enterForeground)
      move(0, .enterBackground)
      pass(3000, 9000)
    }
    open(0, url: url)
    for index in windows.indices.dropFirst() where random.chance(0.7) {
      guard let role = windows[index].role else {
        open(index)
        continue
      }
      // An external display shows, and is never active.
      if role == "externalDisplay", windows[index].presence == 0 { move(index, .enterForeground) }
    }
  }

  private mutating func openWindow() {
    let open = windows.map(\.session)
    guard isScenes, isActive, let session = sessions.first(where: { !open.contains($0) }) else {
      return
    }
    attach(session)
    self.open(windows.count - 1)
  }

  private mutating func closeWindow() {
    guard isActive, windows.count > 1, let window = windows.last else { return }
    let last = windows.count - 1
    if window.stage == .active { move(last, .deactivate) }
    if windows[last].presence > 0 { move(last, .enterBackground) }
    emit("scene.didDisconnect", after: 5, 50, edit: window.bear)
    windows.removeLast()
    restoreLater(window)
  }

  private mutating func closeInSwitcher() {
    finishTasks()
    if !(options.isRich && !isScenes && random.chance(0.3)) { deactivateAll("switcher") }
    pass(500, 3000)
    for index in windows.indices.reversed() where windows[index].presence > 0 {
      if isScenes, random.chance(0.4) {
        disconnect(index)
      } else if isScenes || windows[index].stage == .inactive && random.chance(0.7) {
        move(index, .enterBackground)
      }
    }
    callback("app.willTerminate", after: 20, takes: (5, 200))
    guard random.chance(0.5) else { return }
    exit("user")
    if options.isRich, random.chance(0.2) { exit("user") }  // Reported by a report as well.
  }

  mutating func exit(_ reason: String) {
    emit("process.exit", after: 20, 200) { ($0.reason, $0.source) = (reason, "system") }
  }
}
