import TraceModel

/// Tells the life of apps from the messages of the unified log: which became what is in `messages.txt`.
struct LogStory: Sendable {
  /// A process of an app, and what is noted of it.
  private typealias Life = (app: String?, flags: Set<String>)

  private static let records = EventLine.records(MessageTable.standard.rows.map(\.event) + ["launch.firstFrame"])

  private let timebase: (numerator: Int64, denominator: Int64)
  private let table = MessageTable.standard
  private var boot: String?
  private var lives: [Int64: Life] = [:]
  /// The last process of each app, by its bundle and by the last part of that, and of each action, by its number.
  private var pids: [String: Int64] = [:]
  /// What was said of the next process of an app.
  private var next: [String: [String: String]] = [:]
  /// When an app was asked for, by its bundle or by the number of its signpost.
  private var requests: [String: EventLine] = [:]
  private var isTapped = false
  /// The session of a scene that FrontBoard names so.
  private var scenes: [String: String] = [:]

  init(_ timebase: (Int64, Int64), boot: String? = nil) { (self.timebase, self.boot) = (timebase, boot) }

  /// Nanoseconds of so many ticks.
  func nanos(_ ticks: Int64?) -> Int64? {
    ticks.flatMap { Int64(exactly: Int128($0) * Int128(timebase.numerator) / Int128(timebase.denominator)) }
  }

  /// Tells what a message says; of one that tells no event, `keep` writes the whole.
  mutating func read(_ message: LogMessage, into transcript: inout Transcript, keep: (inout EventLine) -> Void) {
    // A device that was started anew has other processes.
    if let now = message.boot, !now.isEmpty, now != boot { self = LogStory(timebase, boot: now) }
    if tell(message, &transcript) { return }
    var event = message.event("log.message")
    if let pid = own(message), lives[pid] != nil { identify(&event, pid) }
    keep(&event)
    transcript.add(event)
  }

  /// The process that logged a message; where the style tells none, that of the app of its name.
  private func own(_ message: LogMessage) -> Int64? { message.pid ?? pids[message.process.lowercased()] }

  private func identify(_ event: inout EventLine, _ pid: Int64) {
    event.set("boot", boot)
    event.set("pid", pid)
    event.set("app", lives[pid]?.app)
    event.set(records: Self.records)
  }

  /// Whether a message gives an event.
  private mutating func tell(_ message: LogMessage, _ transcript: inout Transcript) -> Bool {
    if let signpost = message.signpost { return tell(signpost, message, &transcript) }
    guard let (row, holes) = table.find(message.text, of: message.process) else {
      count(message, &transcript)
      return false
    }
    let (bundle, pid) = subject(holes["key"] ?? message.text)
    switch row.event {
    case "tap": isTapped = true
    case "launch.request": requests[bundle ?? ""] = message.event(row.event)
    case "scene": scenes[holes["scene"]?.string ?? ""] = holes["id"]?.string
    case "nothing": break
    case "next":
      for (name, value) in row.fields { next[bundle ?? "", default: [:]][name] = value }
      guard let intent = holes["intent"]?.string else { break }
      next[bundle ?? "", default: [:]]["intent"] = intent
      if isTapped { next[bundle ?? "", default: [:]]["reason"] = "user" }
      isTapped = false
    default:
      let only = bundle == nil && lives.count == 1 ? lives.keys.first : nil
      let isOwn = row.who == ["app"]
      let known = isOwn ? own(message) : pid ?? pids[bundle ?? holes["action"]?.string ?? ""]
      guard let pid = known ?? only, happens(row, holes, pid, isOwn ? message.process : bundle) else { return false }
      // Who taps an app that runs wants it back.
      if row.event == "log.sceneForeground" { isTapped = false }
      transcript.add(event(row, holes, message, pid, bundle ?? ""))
      add(requests.removeValue(forKey: row.event == "process.start" ? bundle ?? "" : "-"), pid, &transcript)
      return true
    }
    return false
  }

  /// Whether what a message tells was not so before; notes that it is so now.
  private mutating func happens(
    _ row: MessageTable.Row, _ holes: [String: ArraySlice<UInt8>], _ pid: Int64, _ app: String?
  ) -> Bool {
    var life = lives[pid] ?? (app, [])
    if row.event == "process.start" {
      life = (app, next[app ?? ""]?.removeValue(forKey: "no") == nil ? [] : ["no launch"])
      for name in [app, app?.split(separator: ".").last?.lowercased()] { if let name { pids[name] = pid } }
    }
    life.app = life.app ?? app
    defer { lives[pid] = life }
    if let action = holes["action"] { pids[action.string] = pid }
    for flag in row.flags {
      let name = flag.dropFirst() + (flag.hasSuffix("*") ? holes["task"]?.string ?? "" : "")
      switch flag.first {
      case "+": life.flags.insert(String(name))
      case "-": life.flags.remove(String(name))
      default: if life.flags.contains(String(name)) != (flag.first == "?") { return false }
      }
    }
    return !life.flags.contains("no launch")
  }

  private mutating func event(
    _ row: MessageTable.Row, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ pid: Int64, _ app: String
  ) -> EventLine {
    var event = message.event(row.event)
    identify(&event, pid)
    let said = row.event == "process.start" ? next.removeValue(forKey: app) ?? [:] : [:]
    let told = holes.filter { !["_", "key"].contains($0.key) }.mapValues(\.string)
    let fields = said.merging(told) { $1 }.merging(row.fields.map { ($0, $1) }) { $1 }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let isTruth = name == "success" || name == "prewarmed"
      if isTruth { event.set(name, value == "1" || value == "true") } else { event.set(name, value) }
    }
    if let key = sceneKey(message.text) { event.set("scene", scenes[key] ?? key) }
    if let domain = told["domain"], let code = told["code"] { event.set("reason", table.reason(domain, code)) }
    if row.event == "log.noScenes" { event.set("message", message.text.string) }
    if let name = told["name"], table.systemTasks.contains(where: name.hasPrefix) { event.set("system", true) }
    return event
  }

  private func add(_ request: EventLine?, _ pid: Int64, _ transcript: inout Transcript) {
    guard var request else { return }
    request.set("source", "system")
    identify(&request, pid)
    transcript.add(request)
  }

  /// The first frame's signpost: from the touch, whose ticks end the message in SpringBoard, to its end in the app.
  private mutating func tell(
    _ signpost: (name: String, id: String, isEnd: Bool), _ message: LogMessage, _ transcript: inout Transcript
  ) -> Bool {
    guard signpost.name == "ApplicationFirstFramePresentation", let pid = message.pid else { return false }
    if signpost.isEnd {
      if lives[pid] == nil { lives[pid] = (message.process, []) }
      var frame = message.event("launch.firstFrame")
      identify(&frame, pid)
      transcript.add(frame)
      add(requests.removeValue(forKey: signpost.id), pid, &transcript)
      return true
    }
    let ticks = message.text.split(separator: UInt8(ascii: " ")).last.flatMap { Int64($0.string) }
    if let touch = nanos(ticks), let now = message.uptime, let time = message.time,
      let parsed = Timestamp.parse(Array(time.utf8).span)?.nanoseconds,
      let instant = Int64(exactly: Int128(parsed) - Int128(now) + Int128(touch))
    {
      let request = LogMessage(time: Timestamp.rfc3339(instant), uptime: touch)
      requests[signpost.id] = request.event("launch.request")
    }
    return false
  }

  /// Counts a message that looks like life cycle, by what messages of its sort have in common.
  private func count(_ message: LogMessage, _ transcript: inout Transcript) {
    let isDaemon = table.story.contains(message.process)
    guard isDaemon ? subject(message.text) != (nil, nil) : table.story.contains(message.subsystem) else { return }
    let words = message.text.prefix(200).split(separator: UInt8(ascii: " ")).prefix(12).map { word in
      word.contains { 0x30...0x3C ~= $0 } ? "…" : word.string  // A digit, or `<`.
    }
    let key = "\(message.process): \(words.joined(separator: " "))"
    // Enough to find the most frequent; what comes later is counted together.
    let isRoom = transcript.unmatched.count < 1000 || transcript.unmatched[key] != nil
    transcript.unmatched[isRoom ? key : "others", default: 0] += 1
  }

  private func sceneKey(_ text: ArraySlice<UInt8>) -> String? {
    text.firstIndex(of: "sceneID:".utf8).map { text[$0...].prefix { !"] ".utf8.contains($0) }.string }
  }

  /// The app that a text names, and its process: by a key of a process, of a scene, or of launchd's.
  private func subject(_ text: ArraySlice<UInt8>) -> (bundle: String?, pid: Int64?) {
    for mark in ["app<", "application<"] {
      guard let start = text.firstIndex(of: mark.utf8) else { continue }
      let key = text[start...].dropFirst(mark.utf8.count)
      let bundle = key.prefix { !"(>".utf8.contains($0) }.string
      let digits = key.drop { $0 != UInt8(ascii: ">") }.drop { ">:".utf8.contains($0) }.prefix { 0x30...0x39 ~= $0 }
      // A bundle that was left out of the log is `<private>`.
      return (bundle.hasPrefix("<") ? nil : bundle, Int64(digits.string))
    }
    if let scene = sceneKey(text)?.dropFirst(8).split(separator: "-") {
      // Behind the bundle stands `default`, or a UUID, which has four hyphens of its own.
      return (scene.dropLast(scene.last == "default" ? 1 : 5).joined(separator: "-"), nil)
    }
    guard let start = text.firstIndex(of: "UIKitApplication:".utf8) else { return (nil, nil) }
    let parts = text[start...].dropFirst(17).split { "[]".utf8.contains($0) }
    return (parts.first?.string, parts.dropFirst(2).compactMap { Int64($0.string) }.first)
  }
}
