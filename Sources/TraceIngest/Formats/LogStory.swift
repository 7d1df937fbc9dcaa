import TraceModel

/// Tells the life of apps from the messages of the unified log: which became what is in `messages.txt`.
struct LogStory: Sendable {
  /// What is known of a process.
  private struct Life: Sendable {
    var app: String?
    var wasActive = false
    var isSuspended = false
    var hasExited = false
    /// dyld's preparations run in a process that is no launch.
    var isLaunch = true
    /// How often the end of a task was told since it began, in each wording.
    var ends: [String: [String: Int]] = [:]
  }

  /// What is known of an app's process before it is there.
  private struct Start: Sendable {
    var request: EventLine?
    var intent: String?
    var reason: String?
    var isPrewarmed = false
    var isClosure = false
  }

  /// The kinds that such logs can tell: what others are missed for explains nothing.
  private static let records: JSONValue? = {
    let events = MessageTable.standard.rows.map(\.event) + ["launch.firstFrame"]
    let names = Set(events).filter { EventNames.meaning(of: $0) != nil }.sorted()
    return try? JSONValue(Array("[\(names.map { "\"\($0)\"" }.joined(separator: ","))]".utf8)[...])
  }()

  private let timebase: (numerator: Int64, denominator: Int64)
  private let table = MessageTable.standard
  private var boot: String?
  private var lives: [Int64: Life] = [:]
  private var starts: [String: Start] = [:]
  /// The last process of each app, by its bundle and by the last part of that.
  private var pids: [String: Int64] = [:]
  private var isTapped = false
  /// What the action of this number was sent to.
  private var actions: [String: Int64] = [:]
  private var scenes: [String: String] = [:]

  init(_ options: IngestOptions) { timebase = options.timebase }

  /// Nanoseconds of so many ticks.
  func nanos(_ ticks: Int64?) -> Int64? {
    ticks.flatMap { Int64(exactly: Int128($0) * Int128(timebase.numerator) / Int128(timebase.denominator)) }
  }

  /// Tells what a message says; `keep` writes the whole of it into an event.
  mutating func read(_ message: LogMessage, into transcript: inout Transcript, keep: (inout EventLine) -> Void) {
    // A device that was started anew has other processes.
    if let now = message.boot, !now.isEmpty, now != boot { self = LogStory(timebase: timebase, boot: now) }
    if tell(message, &transcript) { return }
    var event = message.event("log.message")
    if let pid = own(message, among: [:]), lives[pid] != nil { identify(&event, pid) }
    keep(&event)
    transcript.add(event)
  }

  private init(timebase: (Int64, Int64), boot: String?) { (self.timebase, self.boot) = (timebase, boot) }

  /// The process that logged a message; where the style tells none, that of the app of its name, or the only one.
  private func own(_ message: LogMessage, among lives: [Int64: Life]) -> Int64? {
    message.pid ?? pids[message.process.lowercased()] ?? (lives.count == 1 ? lives.keys.first : nil)
  }

  private func identify(_ event: inout EventLine, _ pid: Int64) {
    event.set("boot", boot)
    event.set("pid", pid)
    event.set("app", lives[pid]?.app)
    event.set("records", Self.records)
  }

  /// Whether a message became an event, or part of one that is told later.
  private mutating func tell(_ message: LogMessage, _ transcript: inout Transcript) -> Bool {
    if let signpost = message.signpost { return tell(signpost, message, &transcript) }
    guard let (row, holes) = table.find(message.text, of: message.process) else {
      note(message, &transcript)
      return false
    }
    let (bundle, named) = subject(holes["key"] ?? message.text)
    switch row.event {
    case "launch.request": starts[bundle ?? "", default: Start()].request = message.event("launch.request")
    case "intent":
      let intent = holes["intent"]?.string
      starts[bundle ?? "", default: Start()].intent = intent
      starts[bundle ?? "", default: Start()].reason = intent == "background" ? "background" : isTapped ? "user" : nil
      isTapped = false
    case "tap": isTapped = true
    case "prewarm": starts[bundle ?? "", default: Start()].isPrewarmed = true
    case "closure": starts[bundle ?? "", default: Start()].isClosure = true
    case "scene": scenes[holes["scene"]?.string ?? ""] = holes["id"]?.string
    case "nothing": break
    default:
      let isDaemon = !row.who.contains("app")
      let sent = holes["action"].flatMap { actions[$0.string] }
      // A scene without a name is the only app's.
      let only = isDaemon && bundle == nil && lives.count == 1 ? lives.keys.first : nil
      let told = named ?? bundle.flatMap({ pids[$0] }) ?? sent ?? only
      guard let pid = isDaemon ? told : own(message, among: lives) else { return false }
      if lives[pid] == nil { lives[pid] = Life(app: isDaemon ? bundle : message.process) }
      if lives[pid]?.app == nil { lives[pid]?.app = bundle }
      guard begins(row, holes, pid, bundle) else { return false }
      transcript.add(event(row, holes, message, pid, bundle))
      if row.event == "process.start", var request = starts.removeValue(forKey: bundle ?? "")?.request {
        request.set("source", "system")
        identify(&request, pid)
        transcript.add(request)
      }
      return true
    }
    return false
  }

  /// Whether a message tells something that was not so before; notes that it is so now.
  private mutating func begins(
    _ row: MessageTable.Row, _ holes: [String: ArraySlice<UInt8>], _ pid: Int64, _ bundle: String?
  ) -> Bool {
    var life = lives[pid] ?? Life()
    defer { lives[pid] = life }
    let task = holes["task"]?.string ?? ""
    switch row.event {
    case _ where !life.isLaunch && row.event != "process.start": return false
    case "process.start":
      life = Life(app: bundle, isLaunch: starts[bundle ?? ""]?.isClosure != true)
      if !life.isLaunch { starts[bundle ?? ""] = nil }
      for name in [bundle, bundle?.split(separator: ".").last?.lowercased()] { if let name { pids[name] = pid } }
    case "process.suspend", "process.resume":
      let isSuspend = row.event == "process.suspend"
      defer { life.isSuspended = isSuspend }
      return life.isSuspended != isSuspend
    case "process.exit":
      defer { life.hasExited = true }
      return !life.hasExited
    case "app.didBecomeActive": life.wasActive = true
    case "app.willResignActive":
      defer { life.wasActive = false }
      return life.wasActive
    case "task.begin": life.ends[task] = nil
    case "task.end":
      // Both wordings tell each end; an end that is told twice in one was made twice.
      let known = life.ends[task]?.values.max() ?? 0
      life.ends[task, default: [:]][row.example, default: 0] += 1
      return (life.ends[task]?.values.max() ?? 0) > known
    case "log.sceneActivate": if let action = holes["action"] { actions[action.string] = pid }
    default: break
    }
    return life.isLaunch
  }

  private func event(
    _ row: MessageTable.Row, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ pid: Int64,
    _ bundle: String?
  ) -> EventLine {
    var event = message.event(row.event)
    identify(&event, pid)
    for (name, value) in row.fields { event.set(name, value) }
    for (name, value) in holes.sorted(by: { $0.key < $1.key }) where !["_", "key", "domain", "code"].contains(name) {
      if name == "success" { event.set(name, value.string == "1") } else { event.set(name, value.string) }
    }
    if let key = sceneKey(message.text) { event.set("scene", scenes[key] ?? key) }
    if let domain = holes["domain"]?.string, let code = holes["code"]?.string {
      event.set("reason", table.reason(domain, code))
      event.set("domain", domain)
      event.set("code", code)
    }
    if row.event == "log.noScenes" { event.set("message", message.text.string) }
    if let name = holes["name"]?.string, table.systemTasks.contains(where: name.hasPrefix) { event.set("system", true) }
    if row.event == "process.start", let start = starts[bundle ?? ""] {
      event.set("intent", start.intent)
      event.set("reason", start.reason)
      if start.isPrewarmed { event.set("prewarmed", true) }
    }
    return event
  }

  /// The first frame's signpost: from the touch, whose ticks end the message in SpringBoard, to the app's own end.
  private mutating func tell(
    _ signpost: (name: String, id: String, isEnd: Bool), _ message: LogMessage, _ transcript: inout Transcript
  ) -> Bool {
    guard signpost.name == "ApplicationFirstFramePresentation" else { return false }
    guard signpost.isEnd, let pid = message.pid else {
      let ticks = message.text.split(separator: UInt8(ascii: " ")).last.flatMap { Int64($0.string) }
      if starts[signpost.id]?.request != nil { return false }
      guard let touch = nanos(ticks), let now = message.uptime, let time = message.time,
        let instant = Timestamp.parse(Array(time.utf8).span)
      else { return false }
      var request = LogMessage()
      (request.time, request.uptime) = (Timestamp.rfc3339(instant.nanoseconds - (now - touch)), touch)
      starts[signpost.id, default: Start()].request = request.event("launch.request")
      return false
    }
    if lives[pid] == nil { lives[pid] = Life(app: message.process) }
    var frame = message.event("launch.firstFrame")
    identify(&frame, pid)
    transcript.add(frame)
    guard var request = starts.removeValue(forKey: signpost.id)?.request else { return true }
    request.set("source", "system")
    identify(&request, pid)
    transcript.add(request)
    return true
  }

  /// Counts a message that looks like life cycle, by what messages of its sort have in common.
  private func note(_ message: LogMessage, _ transcript: inout Transcript) {
    let isOfApp = subject(message.text) != (nil, nil)
    guard table.story.contains(message.process) ? isOfApp : table.story.contains(message.subsystem) else { return }
    let words = message.text.prefix(200).split(separator: UInt8(ascii: " ")).prefix(12).map { word in
      word.contains { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "<") } ? "…" : word.string
    }
    let key = "\(message.process): \(words.joined(separator: " "))"
    // Enough to find the three most frequent; the rest is counted together.
    let isRoom = transcript.unmatched.count < 1000 || transcript.unmatched[key] != nil
    transcript.unmatched[isRoom ? key : "others", default: 0] += 1
  }

  private func sceneKey(_ text: ArraySlice<UInt8>) -> String? {
    guard let start = text.firstIndex(of: Array("sceneID:".utf8)[...]) else { return nil }
    return text[start...].prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: " ") }.string
  }

  /// The app that a text names, and its process: in a process key, a scene's, or launchd's.
  private func subject(_ text: ArraySlice<UInt8>) -> (bundle: String?, pid: Int64?) {
    for mark in ["app<", "application<"] {
      guard let start = text.firstIndex(of: Array(mark.utf8)[...]) else { continue }
      let key = text[(start + mark.utf8.count)...]
      let bundle = key.prefix { !"(>".utf8.contains($0) }
      // A bundle that was left out of the log is `<private>`.
      let digits = key.drop { $0 != UInt8(ascii: ">") }.drop { ">:".utf8.contains($0) }.prefix { 0x30...0x39 ~= $0 }
      return (bundle.first == UInt8(ascii: "<") ? nil : bundle.string, Int64(digits.string))
    }
    if let scene = sceneKey(text)?.dropFirst(8) {
      // Behind the bundle stands `default`, or a UUID, which has four hyphens of its own.
      let parts = scene.split(separator: "-")
      return (parts.dropLast(parts.last == "default" ? 1 : 5).joined(separator: "-"), nil)
    }
    guard let start = text.firstIndex(of: Array("UIKitApplication:".utf8)[...]) else { return (nil, nil) }
    let parts = text[start...].dropFirst(17).split { "[]".utf8.contains($0) }
    return (parts.first?.string, parts.dropFirst(2).compactMap { Int64($0.string) }.first)
  }
}
