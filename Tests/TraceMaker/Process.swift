/// One launch of the app: the callbacks that UIKit makes, in the order that Apple documents.
///
/// Source: "Managing your app's life cycle" and "About the app launch sequence" in Apple's UIKit
/// documentation.
struct Process: Sendable {
  let options: Options
  let sessions: [String]
  var random: Random
  var now: Int64
  var records: [Record] = []
  var windows: [Window] = []
  var isSuspended = false
  private var agenda: [(due: Int64, record: Record)] = []
  private var presence = 0
  private var nextTask = 1
  private var nextView: Int64 = 0x1_0280
  private(set) var hasDrawn = false
  private var homeAddress = ""
  /// Whether an id is given again when no task runs.
  var reusesTasks = false
  /// A fault of time that is still to be planted, at the next move to the background.
  var pending: Fault?
  /// Whether the person is leaving for long enough to plant it.
  var mayOutlive = false
  var isDead = false
  /// Whether it must live on for its fault to show.
  var isSpared = false
  /// True while the system holds a request for a background refresh.
  var awaitsRefresh = false
  /// True if the handler of a refresh often returns before it asks for the next one.
  var forgetsRefresh = false

  init(options: Options, sessions: [String], random: Random, now: Int64) {
    self.options = options
    self.sessions = sessions
    self.random = random
    self.now = now
  }

  var isScenes: Bool { options.model == .scenes }
  var isInForeground: Bool { windows.contains { $0.presence > 0 } }
  var isActive: Bool { windows.first?.stage == .active }

  // MARK: Events

  /// Lets time pass, in ms, and with it what was due in it.
  mutating func pass(_ low: Int64, _ high: Int64) {
    wait(until: now + random.number(low * 1_000_000, high * 1_000_000))
  }

  /// Adds an event after some ms.
  mutating func emit(
    _ event: String, after low: Int64, _ high: Int64, edit: (inout Record) -> Void = { _ in }
  ) {
    pass(low, high)
    var record = Record(event, time: now)
    edit(&record)
    add(record)
  }

  /// Adds a record, unless the process is gone.
  mutating func add(_ record: Record) {
    if !isDead { records.append(record) }
  }

  /// Adds a callback that takes some ms and runs `body`, in the recorder's style.
  mutating func callback(
    _ event: String, after wait: Int64, takes: (Int64, Int64), isBudgeted: Bool = true,
    edit: (inout Record) -> Void = { _ in }, body: (inout Process) -> Void = { _ in }
  ) {
    var style = options.style == .mixed ? (isBudgeted ? .phases : .instants) : options.style
    if options.naming == .notifications { style = .instants }  // Nobody posts a begin.
    pass(max(wait / 4, 1), wait)
    let entry = now
    var record = Record(event, time: now)
    edit(&record)
    if style == .phases { record.phase = "begin" }
    // Its notification is posted once the delegate's method has returned.
    let isPosted =
      options.isRich && options.naming == .notifications && event == "app.didFinishLaunching"
    if style != .durations, !isPosted { add(record) }
    body(&self)
    pass(takes.0, takes.1)
    if isPosted {
      record.time = now
      add(record)
    }
    guard style == .phases || style == .durations else { return }
    record.time = now
    if style == .phases { record.phase = "end" } else { record.duration = now - entry }
    record.reason = nil
    record.fault = style == .phases ? nil : record.fault
    add(record)
  }

  private mutating func wait(until end: Int64) {
    while let next = agenda.indices.min(by: { agenda[$0].due < agenda[$1].due }),
      agenda[next].due <= end
    {
      var (due, record) = agenda.remove(at: next)
      now = max(now + 1000, due)
      record.time = now
      add(record)
    }
    now = max(now + 1000, end)
  }

  // MARK: Launching

  /// Launches the process, in the foreground or behind the scenes.
  mutating func launch(_ opening: Person.Opening, isCold: Bool, isNewer: Bool) {
    let isBackground = opening.isBackground
    let slow: Int64 = isCold ? 3 : 1
    if options.hasRequests, !isBackground { emit("launch.request", after: 0, 1) }
    if options.isRich {
      start(opening, slow: slow)
    } else {
      emit("process.start", after: 5, 40) { $0.reason = opening.rawValue }
      emit("process.main", after: 30 * slow, 70 * slow)
    }
    if !options.isRich || random.chance(0.9) {
      callback("app.willFinishLaunching", after: 15 * slow, takes: (1, 5), isBudgeted: false)
      restore()
    }
    let setup: (Int64, Int64) = isNewer ? (60, 130) : (30, 80)
    callback(
      "app.didFinishLaunching", after: 3, takes: (setup.0 * slow / 2, setup.1 * slow / 2),
      body: {
        $0.registerTasks()
        if !$0.isScenes, !isBackground { $0.loadHome() }
      })
    mayDie(0.02)
    if isBackground {
      if options.isRich, options.hasSuspensions, random.chance(0.1) {
        emit("process.resume", after: 1, 5)
      }
      wake(for: opening)
      if random.chance(0.5) { attach(sessions[0]) }
      if random.chance(0.3), !windows.isEmpty { move(0, .enterBackground) }
    } else {
      attach(sessions[0], reason: options.hasConnectReasons ? opening.connectReason : nil)
      if !isScenes, opening == .url { emit("app.openURL", after: 1, 5) }
      open(0)
    }
  }

  /// Connects a scene session; an app without scenes just has its window.
  mutating func attach(_ session: String, role: String? = nil, reason: String? = nil) {
    let window = Window(session: session, instance: random.uuid(), role: role)
    if isScenes {
      callback(
        "scene.willConnect", after: 12, takes: (4, 30),
        edit: { record in
          window.bear(&record)
          record.reason = reason
        },
        body: { if session == $0.sessions[0], $0.homeAddress.isEmpty { $0.loadHome() } })
    }
    windows.append(window)
    incident(windows.count - 1)
  }

  /// Brings a window to the foreground and makes it active.
  mutating func open(_ index: Int, url: Bool = false) {
    if !(windows[index].stage == .attached && !isScenes) || !records.isForegroundLaunch {
      move(index, .enterForeground)
    }
    if url {
      emit(isScenes ? "scene.openURL" : "app.openURL", after: 1, 5, edit: windows[index].bear)
    }
    let appears = index == 0 && !hasDrawn
    if appears, options.hasViews {
      if homeAddress.isEmpty { loadHome() }
      for event in ["view.willAppear", "view.isAppearing", "view.didAppear"] { tellHome(event) }
    }
    move(index, .activate)
    guard appears else { return }
    hasDrawn = true
    emit("launch.firstFrame", after: 3, 25)
  }

  /// One step of a window, and of the app if that changes with it.
  mutating func move(
    _ index: Int, _ move: Move, reason: String? = nil, takes: (Int64, Int64) = (1, 20),
    body: (inout Process) -> Void = { _ in }
  ) {
    let window = windows[index]
    let edit: (inout Record) -> Void = { record in
      window.bear(&record)
      record.reason = reason
    }
    windows[index].stage = move.stage
    callback(
      isScenes ? move.scene : move.app, after: 15, takes: takes,
      isBudgeted: move == .enterBackground, edit: edit, body: body)
    announce()
    incident(index)
    if move == .enterForeground || move == .enterBackground { mayDie(0.01) }
  }

  /// Posts the application's notifications: it is as active as its most active window.
  mutating func announce() {
    let old = presence
    presence = windows.map(\.presence).max() ?? 0
    guard isScenes, options.hasNotifications, presence != old else { return }
    if old == 0 { tellNotification(.enterForeground) }
    if presence == 2 { tellNotification(.activate) }
    if old == 2 { tellNotification(.deactivate) }
    if presence == 0 { tellNotification(.enterBackground) }
  }

  private mutating func tellNotification(_ move: Move) {
    emit(move.app, after: 0, 1) { $0.source = "notification" }
  }

  // MARK: Views

  private mutating func loadHome() {
    homeAddress = freshAddress()
    if options.hasViews { tellHome("view.didLoad") }
  }

  mutating func freshAddress() -> String {
    nextView += random.number(16, 4096)
    return "0x" + String(nextView, radix: 16)
  }

  /// The app's first screen: its class and its address.
  var home: (String, String) { ("HomeViewController", homeAddress) }

  private mutating func tellHome(_ event: String) { tellView(event, home.0, home.1) }

  mutating func tellView(_ event: String, _ view: String, _ instance: String) {
    emit(event, after: 1, 12) { ($0.view, $0.viewInstance) = (view, instance) }
  }

  /// Opens a screen and comes back from it.
  mutating func navigate() {
    guard options.hasViews, isActive, hasDrawn else { return }
    let instance = freshAddress()
    let name = random.pick(["CartViewController", "ItemViewController", "SearchViewController"])
    tellView("view.didLoad", name, instance)
    show(name, instance, over: home.0, home.1)
    pass(800, 20_000)
    show(home.0, home.1, over: name, instance)
  }

  private mutating func show(
    _ view: String, _ instance: String, over old: String, _ oldInstance: String
  ) {
    tellView("view.willDisappear", old, oldInstance)
    tellView("view.willAppear", view, instance)
    tellView("view.isAppearing", view, instance)
    pass(200, 400)
    tellView("view.didDisappear", old, oldInstance)
    tellView("view.didAppear", view, instance)
  }

  // MARK: Background tasks

  /// Begins an assertion that ends in time, or as the pending fault says.
  mutating func beginTask() {
    let name = random.pick(["flush-analytics", "save-cart", "sync-orders"])
    var record = task("task.begin", name: name)
    let planned = isInForeground || !mayOutlive ? nil : pending
    switch planned {
    case .overrun:
      schedule("task.expire", record, after: random.number(28_000, 29_500))
      schedule("task.end", record, after: random.number(33_000, 38_000), fault: .overrun)
    case .leaked:
      schedule("task.expire", record, after: random.number(26_000, 29_000))
      record.fault = .leaked
    default:
      // Well inside the 30 s that iOS grants.
      if random.chance(0.03) {
        schedule("task.expire", record, after: 23_000 + random.number(0, 1000))
        schedule("task.end", record, after: 24_100 + random.number(0, 400))
      } else {
        schedule("task.end", record, after: random.number(50, 18_000))
      }
    }
    if planned == .overrun || planned == .leaked { pending = nil }
    add(record)
  }

  private mutating func task(_ event: String, name: String) -> Record {
    pass(1, 5)
    var record = Record(event, time: now)
    if reusesTasks, agenda.isEmpty, random.chance(0.3) { nextTask = 1 }
    record.task = nextTask
    record.name = name
    nextTask += 1
    return record
  }

  private mutating func schedule(
    _ event: String, _ begin: Record, after ms: Int64, fault: Fault? = nil
  ) {
    var record = begin
    record.event = event
    record.written = event
    if options.hasTaskIDs { record.name = nil }
    record.fault = fault
    record.reason = nil
    agenda.append((now + ms * 1_000_000, record))
  }

  /// Begins a task of some kind that ends after some ms.
  mutating func begin(_ kind: String?, name: String, lasts ms: Int64) {
    var record = task("task.begin", name: name)
    record.kind = kind
    schedule("task.end", record, after: ms)
    add(record)
  }

  /// A push comes in: the app is woken, and handles it.
  mutating func wakeForPush() {
    resume()
    callback("app.didReceiveRemoteNotification", after: 20, takes: (2, 60), isBudgeted: false)
    guard random.chance(0.5) else { return }
    var record = task("task.begin", name: "push")
    record.kind = "remoteNotification"
    schedule("task.end", record, after: random.number(100, 5000))
    add(record)
  }

  /// Lets all tasks come to their ends.
  mutating func finishTasks() {
    while let last = agenda.map(\.due).max() { wait(until: last) }
  }

  // MARK: Suspension

  mutating func suspend() {
    finishTasks()
    guard options.hasSuspensions, !isSuspended, !isInForeground else { return }
    emit("process.suspend", after: 1000, 5000)
    isSuspended = true
  }

  mutating func resume() {
    guard isSuspended else { return }
    emit("process.resume", after: 1, 5)
    isSuspended = false
  }
}

extension [Record] {
  /// Whether the process was started for the foreground.
  fileprivate var isForegroundLaunch: Bool {
    let reason = first { $0.event == "process.start" }?.reason ?? ""
    return Person.Opening(rawValue: reason)?.isBackground != true
  }
}
