/// What lives hold beyond a person's simple acts: wakes, prewarming, scenes of other roles, incidents.
extension Person.Opening {
  /// Why a process may start, by chance.
  static func rich(_ random: inout Random) -> Self {
    random.chance(0.55)
      ? random.pick([.user, .user, .url, .notification, .shortcut])
      : random.pick(wakes + [.prewarm])
  }

  static let wakes: [Self] = [
    .remoteNotification, .backgroundFetch, .urlSession, .backgroundTask, .location,
  ]

  /// Whether nobody sees the process start.
  var isBackground: Bool { Self.wakes.contains(self) }
}

extension Process {
  // MARK: Launching

  /// What comes before the app's delegate hears of its launch.
  mutating func start(_ opening: Person.Opening, slow: Int64) {
    emit("process.start", after: 5, 40) { record in
      record.reason = opening.rawValue
      if opening == .prewarm { record.prewarmed = true }
    }
    if opening == .prewarm { pause() }
    mayDie(0.02)
    if random.chance(0.5) {
      for _ in 0...random.number(0, 1) { emit("process.initializers", after: 5, 30) }
      if opening == .prewarm { pause() }
      mayDie(0.02)
    }
    guard random.chance(0.9) else { return }
    emit("process.main", after: 30 * slow, 70 * slow)
    if opening == .prewarm { pause() }
    mayDie(0.02)
  }

  /// A prewarmed process waits; the log has both ends of each suspension, or one.
  private mutating func pause() {
    for _ in 0..<random.number(0, 2) {
      if options.hasSuspensions, random.chance(0.8) { emit("process.suspend", after: 1, 20) }
      pass(1000, 900_000)
      if options.hasSuspensions, random.chance(0.8) { emit("process.resume", after: 1, 20) }
    }
  }

  /// State restoration, between the two halves of the launch.
  mutating func restore() {
    guard options.isRich else { return }
    while random.chance(0.4) {
      switch random.number(0, 4) {
      case 0: emit("app.shouldRestoreState", after: 1, 5)
      case 1, 2: emit("app.decodeState", after: 1, 5)
      default: pause()
      }
    }
    mayDie(0.05)
  }

  /// The process crashes or is killed; with or without a record of it.
  mutating func mayDie(_ chance: Double) {
    guard options.isRich, !isSpared, random.chance(chance) else { return }
    let isTerminated = !isScenes && hasLaunched && random.chance(0.5)
    if isTerminated { emit("app.willTerminate", after: 1, 5) }
    if random.chance(0.7) {
      exit(isTerminated ? "normal" : random.pick(["crash", "memoryPressure"]))
    }
    isDead = true
  }

  private var hasLaunched: Bool { records.contains { $0.event == "app.didFinishLaunching" } }

  mutating func registerTasks() {
    if options.isRich, random.chance(0.3) {
      emit("work.begin", after: 1, 3) { ($0.kind, $0.name) = ("disk", "index") }
      emit("work.end", after: 1, 9) { ($0.kind, $0.name) = ("disk", "index") }
    }
    guard options.isRich ? random.chance(0.5) : options.hasRefreshes else { return }
    emit("task.register", after: 1, 3) {
      ($0.kind, $0.name) = ("appRefresh", Self.refreshName)
    }
  }

  // MARK: In the background

  /// The system wakes the app, or has launched it, for some work.
  mutating func wake(for opening: Person.Opening) {
    switch opening {
    case .backgroundFetch: work("app.performFetch", "fetch")
    case .urlSession: work("app.handleEventsForBackgroundURLSession", "urlSession")
    case .backgroundTask where options.hasRefreshes: refresh()
    case .backgroundTask: work(nil, random.pick(["appRefresh", "processing", "continued"]))
    case .location:
      resume()
      emit("work.begin", after: 1, 5) { ($0.kind, $0.name) = ("location", "visit") }
      pass(500, 5000)
      emit("work.end", after: 1, 5) { ($0.kind, $0.name) = ("location", "visit") }
    default: wakeForPush()
    }
    if isScenes, windows.last?.stage == .attached, random.chance(0.1) {
      disconnect(windows.count - 1)
    }
    // UIKit may say once more where the app is.
    for index in windows.indices where windows[index].stage == .background {
      if random.chance(0.15) { move(index, .enterBackground) }
    }
  }

  /// The system runs the refresh; its handler asks for the next one first, if it does at all.
  private mutating func refresh() {
    resume()
    awaitsRefresh = false
    begin("appRefresh", name: Self.refreshName, lasts: random.number(800, 22_000))
    if !(forgetsRefresh && random.chance(0.4)) { submitRefresh() }
  }

  /// The app asks for a refresh; a request that has not run is replaced.
  mutating func submitRefresh() {
    guard options.hasRefreshes else { return }
    emit("task.submit", after: 1, 6) { ($0.kind, $0.name) = ("appRefresh", Self.refreshName) }
    awaitsRefresh = true
  }

  private static let refreshName = "com.example.refresh"

  private mutating func work(_ callback: String?, _ kind: String) {
    resume()
    if let callback {
      self.callback(callback, after: 20, takes: (2, 60), isBudgeted: false)
      guard random.chance(0.7) else { return }
    }
    begin(kind, name: kind, lasts: random.number(100, 20_000))
  }

  /// Some task begins in the foreground and ends there, or soon after.
  mutating func beginForegroundTask() {
    if options.hasTaskIDs, random.chance(0.1) {
      // Refused: its id is 0, and what is done with it means nothing.
      emit("task.begin", after: 1, 5) { ($0.task, $0.name) = (0, "refused") }
      if random.chance(0.5) { emit("task.end", after: 1, 5) { $0.task = 0 } }
      return
    }
    begin(nil, name: random.pick(["upload", "flush-analytics"]), lasts: random.number(50, 9000))
  }

  // MARK: Scenes of other roles

  /// A CarPlay display or an external one comes, or goes.
  mutating func toggleDisplay() {
    guard isScenes, options.windows > 1, isActive else { return }
    if let index = windows.firstIndex(where: { $0.role != nil }) {
      if windows[index].stage == .active { move(index, .deactivate) }
      if random.chance(0.5), windows[index].presence > 0 { move(index, .enterBackground) }
      disconnect(index)
      return
    }
    let role = random.pick(["carPlay", "externalDisplay"])
    attach(sessions[0] + "-" + role, role: role)
    let index = windows.count - 1
    move(index, .enterForeground)
    if role == "carPlay" { move(index, .activate) }
  }

  mutating func disconnect(_ index: Int) {
    let window = windows[index]
    emit("scene.didDisconnect", after: 5, 50, edit: window.bear)
    windows.remove(at: index)
    announce()
    restoreLater(window)
  }

  /// The system may still ask what a scene that is gone was doing.
  mutating func restoreLater(_ window: Window) {
    guard options.isRich, random.chance(0.2) else { return }
    for _ in 0...random.number(0, 1) {
      emit("scene.stateRestorationActivity", after: 5, 50, edit: window.bear)
    }
  }

  /// What may come at a window between its moves.
  mutating func incident(_ index: Int) {
    guard options.isRich, isScenes, random.chance(0.12) else { return }
    let events = [
      "scene.openURL", "scene.continueUserActivity", "scene.stateRestorationActivity",
      "scene.restoreState", "scene.snapshot",
    ]
    for _ in 0...random.number(0, 1) {
      emit(random.pick(events), after: 1, 9, edit: windows[index].bear)
    }
  }

  // MARK: Views

  /// A swipe back that is given up, a screen that is left at once, or one whose address comes again.
  mutating func stray() {
    guard options.hasViews, isActive, hasDrawn else { return }
    let view = ("ItemViewController", freshAddress())
    let isOld = random.chance(0.3)  // Before iOS 13's isAppearing.
    func appear(_ process: inout Process, _ view: (String, String)) {
      process.tellView("view.willAppear", view.0, view.1)
      if !isOld { process.tellView("view.isAppearing", view.0, view.1) }
      if process.random.chance(0.1) { process.tellView("view.isAppearing", view.0, view.1) }
    }
    for _ in 0...random.number(0, 1) { tellView("view.didLoad", view.0, view.1) }
    for _ in 0...random.number(0, 1) {
      tellView("view.willDisappear", home.0, home.1)
      appear(&self, view)
      if random.chance(0.5) {
        tellView("view.didDisappear", home.0, home.1)
        tellView("view.didAppear", view.0, view.1)
        if random.chance(0.5) {  // The swipe that is given up.
          tellView("view.willDisappear", view.0, view.1)
          appear(&self, home)
          tellView("view.willDisappear", home.0, home.1)
          tellView("view.didDisappear", home.0, home.1)
          tellView("view.willAppear", view.0, view.1)
          tellView("view.didAppear", view.0, view.1)
        }
        tellView("view.willDisappear", view.0, view.1)
        appear(&self, home)
      } else {  // Left before it was there.
        tellView("view.willDisappear", view.0, view.1)
        appear(&self, home)
      }
      tellView("view.didDisappear", view.0, view.1)
      tellView("view.didAppear", home.0, home.1)
    }
    if random.chance(0.3) { tellView("view.didLoad", view.0, view.1) }
  }

  /// What the app marks of itself: data that it saves, and work that begins and ends.
  mutating func markWork() {
    let name = random.pick(["cart", "notes"])
    emit("data.change", after: 1, 20) { $0.name = name }
    emit("data.save", after: 1, 20) { $0.name = name }
    let kind = random.pick(["animation", "disk", "network", "timer"])
    let piece = random.number(1, 9)
    emit("work.begin", after: 1, 5) { ($0.kind, $0.name) = (kind, "piece \(piece)") }
    emit("work.end", after: 100, 3000) { ($0.kind, $0.name) = (kind, "piece \(piece)") }
  }

  /// A game is paused when somebody calls, and goes on when the player says so.
  mutating func tellGame(_ event: String, after low: Int64, _ high: Int64, reason: String? = nil) {
    emit(event, after: low, high) { ($0.kind, $0.name, $0.reason) = ("game", "level", reason) }
  }

  /// The rich acts, of which one is done.
  mutating func stroll() {
    switch random.number(0, 6) {
    case 0: toggleDisplay()
    case 1, 2: stray()
    case 3: beginForegroundTask()
    case 4: markWork()
    case 5: emit("app.significantTimeChange", after: 1, 20)
    default:
      for index in windows.indices { incident(index) }
    }
  }
}
