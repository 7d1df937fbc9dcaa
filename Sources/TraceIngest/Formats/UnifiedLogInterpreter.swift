import TraceModel

/// Translates messages of the unified log into events of an app's life cycle, by the rows of `messages.txt`.
struct UnifiedLogInterpreter: Sendable {
  private static let kinds = EventLine.records(
    MessageTable.standard.rows.filter { !$0.isRare }.map(\.event) + ["launch.firstFrame"])
  /// The kinds that are recorded of a process whose events are only its app's own messages: the app may not log every
  /// step.
  private static let ownKinds = EventLine.records(["process.exit"])
  /// Holes that name a process or nothing, and those that other fields are derived from.
  private static let names = [
    "_", "key", "job", "bundle", "program", "pid", "activities", "context", "jetsam", "allowance", "signal", "policies",
    "unhandled", "activity",
  ]
  /// How long notes on an app's next start are valid: no daemon asks for a process longer before it starts
  /// (`LaunchCutter` waits as long).
  private static let nextNanos: Int64 = 30_000_000_000

  private let timebase: (numerator: Int64, denominator: Int64)
  /// True if lines of the log get lost, as in copies from Console.
  private let losesLines: Bool
  private let table = MessageTable.standard
  private var boot: String?
  /// The name of the device, where lines of several may be in one log.
  private let device: String?
  private(set) var processes: LogProcesses
  /// By app, the fields for its next process, and the time at which they were noted.
  private var next: [String: [String: String]] = [:]
  private var nextInstants: [String: Int64] = [:]
  private var requests = LogRequests()
  private var activities = LogActivities()
  /// By process id, the noted reason for which a process is to end that no message has shown to be an app's so far.
  private(set) var causes = RecentMap<Int64, Cause>()
  private var isTapped = false
  /// By FrontBoard's name of a scene, the session of the scene.
  private var scenes: [String: String] = [:]
  /// The messages about life cycle that were read.
  private var said = SaidMessages()

  init(_ timebase: (Int64, Int64), boot: String? = nil, device: String? = nil, losesLines: Bool = false) {
    self.timebase = timebase
    self.boot = boot
    processes = LogProcesses(hasBoots: boot != nil)
    self.device = device
    self.losesLines = losesLines
  }

  /// Converts ticks of the device's clock to nanoseconds; nil if they are missing or too many.
  func nanos(_ ticks: Int64?) -> Int64? {
    ticks.flatMap { Int64(exactly: Int128($0) * Int128(timebase.numerator) / Int128(timebase.denominator)) }
  }

  /// Adds the events of a message.
  ///
  /// A message without an event is kept whole, with the attributes that `keep` adds.
  mutating func read(_ message: LogMessage, into transcript: inout Transcript, keep: (inout EventLine) -> Void) {
    let message = message.namingService()
    // A device that was rebooted has other processes.
    if let now = message.boot, !now.isEmpty, now != boot {
      let earlier = said
      self = UnifiedLogInterpreter(timebase, boot: now, device: device, losesLines: losesLines)
      said = earlier
    }
    if addEvents(of: message, &transcript) { return }
    // What an app says of an end in a sentence of its own is an event whose meaning is to be said.
    let isEnd = losesLines && !SystemProcess.isName(message.process) && EndName.isSaid(in: message.text)
    var event = message.event(isEnd ? message.text.string : EventLine.messageName)
    if let id = processes.own(message), let process = processes[id], !process.isOver(at: message.instant) {
      // Messages that are missing by the numbers in this message precede it, whether or not an event follows.
      let missingCount = transcript.keepsAll ? process.missingCount : 0
      identify(&event, id, missingCount: missingCount)
      if missingCount > 0 { processes[id]?.missingCount = 0 }
    }
    processes.note(speaker: message)
    keep(&event)
    transcript.add(event)
  }

  /// Writes the process of an event, and how many lines are missing before it: `missingCount`, or for an event of the
  /// vocabulary, as many as the process lacks.
  private func identify(
    _ event: inout EventLine, _ id: LogProcessID, isOwnWord: Bool = false, missingCount: Int64 = 0
  ) {
    event.set("boot", boot)
    if case .number(let pid) = id { event.set("pid", pid) } else { event.set("pid", processes[id]?.number) }
    event.set("app", processes[id]?.app)
    if processes[id]?.isOfMac == true { event.set("platform", "macOS") }
    if processes[id]?.isDebugged == true { event.set("debugger", true) }
    event.set(records: isOwnWord ? Self.ownKinds : Self.kinds)
    let isCounted = EventNames.meaning(of: event.name) != nil
    let missing = isCounted ? processes[id]?.missingCount ?? 0 : missingCount
    let process = processes[id]
    guard let device else { return event.set(stream: process?.stream, missingCount: missing) }
    var pid = process?.number
    if case .number(let number) = id { pid = number }
    // Its name says more than its app and process id do.
    let isNamed = process?.stream != nil
    event.set(
      stream: process?.stream ?? InputFormat.copiedText.name, device: device, app: isNamed ? nil : process?.app,
      boot: nil, pid: isNamed ? nil : pid, missingCount: missing)
  }

  /// Adds an event of a process, in which `identify` has written how many messages are missing before it.
  private mutating func add(_ event: EventLine, of id: LogProcessID, _ transcript: inout Transcript) {
    if EventNames.meaning(of: event.name) != nil {
      processes[id]?.missingCount = 0
      processes[id]?.isHeard = true
    }
    transcript.add(event)
  }

  /// True if an equal message was read before, which is then counted as a repetition.
  private mutating func isRepeated(_ message: LogMessage, _ transcript: inout Transcript) -> Bool {
    if !said.isRepeated(message) { return false }
    transcript.notes.count([.repetition])
    return true
  }

  /// Adds the events of a message; false if there are none.
  private mutating func addEvents(of message: LogMessage, _ transcript: inout Transcript) -> Bool {
    if let signpost = message.signpost {
      return !isRepeated(message, &transcript) && addEvents(of: signpost, message, &transcript)
    }
    let found =
      table.find(message.text, of: message.process)
      ?? message.textBehindSignature.flatMap { table.find($0, of: message.process) }
      ?? (losesLines ? message.textOnOneLine.flatMap { table.find($0, of: message.process) } : nil)
    guard let found else {
      if addEventOfApp(message, &transcript) { return true }
      if let sort = table.sort(ofLifecycle: message) { transcript.notes.count(unmatched: sort) }
      return false
    }
    // What one of the system's processes says of itself is of no app.
    if found.rows.first?.isOwn == true, SystemProcess.isName(message.process) { return false }
    if isRepeated(message, &transcript) { return false }
    var hasAdded = false
    for row in found.rows {
      for holes in meanings(of: row, found.holes, message) where addEvent(of: row, holes, message, &transcript) {
        hasAdded = true
      }
    }
    return hasAdded
  }

  /// The texts in the holes of a row, once for each task that the message is about.
  private func meanings(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage
  ) -> [[String: ArraySlice<UInt8>]] {
    func about(_ task: String, _ kind: String?) -> [String: ArraySlice<UInt8>] {
      var holes = holes
      holes["task"] = Array(task.utf8)[...]
      holes["kind"] = kind.map { Array($0.utf8)[...] }
      return holes
    }
    let process = processes.own(message).flatMap { processes[$0] }
    if let task = holes["task"]?.string, let kind = holes["kind"] {
      // An app may print other text in brackets.
      return table.taskKind(class: kind.string).map { [about(task, $0)] } ?? []
    }
    if let unhandled = holes["unhandled"] {
      guard let exception = ManagedException(behindMark: unhandled.string[...]) else { return [] }
      var holes = holes
      if !exception.type.isEmpty {
        holes["exception"] = Array(exception.type.utf8)[...]
        holes["explanation"] = Array(exception.explanation.utf8)[...]
      }
      return [holes]
    }
    guard row.isOwn, row.event == "task.end" || row.event == "task.expire", holes["task"] == nil else { return [holes] }
    let named = holes["activities"].map(table.tasks) ?? []
    if !named.isEmpty { return named.map { about($0.task, $0.kind) } }
    let running = process?.flags.filter { $0.hasPrefix("running ") }.map { String($0.dropFirst(8)) } ?? []
    return running.sorted().map { about($0, process?.taskKinds[$0]) }
  }

  /// Adds the event of a message that matches a row; false if there is none.
  private mutating func addEvent(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ transcript: inout Transcript
  ) -> Bool {
    var holes = holes
    let subject = holes["key"].map(LogSubject.init(named:)) ?? LogSubject(message.text)
    if subject == nil, let job = holes["job"] { holes["program"] = job }
    let isNameless = holes["key"].map { $0.elementsEqual("[]".utf8) } ?? false
    if subject == nil, !isNameless, let key = holes["key"] {
      // The message is about a process that is no app.
      processes.note(service: key)
      return false
    }
    var named = subject ?? LogSubject()
    if let bundle = holes["bundle"] {
      named.bundle = MessageTable.isRedacted(bundle) ? nil : LogSubject(named: bundle)?.bundle ?? bundle.string
    }
    named.pid = named.pid ?? holes["pid"].flatMap { Int64($0.string) }
    named.name = named.name ?? holes["program"]?.string
    named.isNameless = isNameless
    if let request = holes["request"] {
      named.bundle = processes.app(ofTask: request.string)
      holes["kind"] = holes["kind"].map { Array((table.taskKinds[$0.string] ?? $0.string).utf8)[...] }
    }
    // Its path shows that the process is an extension.
    if subject == nil, holes["pid"] != nil, message.text.firstIndex(of: ".appex/".utf8) != nil {
      processes.note(service: named.pid)
    }
    if !row.isOwn, let pid = named.pid, processes.isService(pid, appKey: subject != nil) { return false }
    let bundle = named.bundle
    if row.isAside { transcript.notes.count(eventless: table.sort(of: message)) }
    switch row.event {
    case "tap": isTapped = true
    case "extension": processes.note(service: named.pid)
    case "launch.request":
      // A process that is no launch was not requested, nor one that the system prewarms.
      if let said = next[bundle ?? ""], said["no"] != nil || said["prewarmed"] != nil { break }
      let requester = holes["requester"].map(Self.requester)
      requests.note(message, of: bundle ?? "", by: requester, isFirst: row.who != ["runningboardd"])
      if let reason = requester.flatMap({ table.launchReasons[$0] }) {
        say(["reason": reason], ofNext: bundle, message.instant)
      }
    case "scene":
      scenes[holes["scene"]?.string ?? ""] = holes["id"]?.string
      processes.note(authorOf: message, holes["scene"].flatMap { LogSubject($0) }?.bundle)
    case "name": processes.note(authorOf: message, bundle)
    case "number": processes.note(holes["name"]?.string ?? "", pid: named.pid)
    case "nothing", "known":
      if row.isOwn { _ = follow(message, holes, row) }
      if row.event == "nothing", row.isOwn || subject != nil { transcript.notes.countBookkeeping() }
    case "next":
      // The requester is more precise than a launch in the background.
      let isGeneral = row.fields["reason"] == LaunchReason.background.rawValue
      var said = row.fields
      if isGeneral, let reason = next[bundle ?? ""]?["reason"] { said["reason"] = reason }
      if let intent = holes["intent"]?.string {
        said["intent"] = intent
        if isTapped { said["reason"] = LaunchReason.user.rawValue }
        isTapped = false
      }
      say(said, ofNext: bundle, message.instant)
    case "cause", "spared": note(row, holes, named, message)
    case "failed":
      _ = requests.remove(bundle ?? "")
      say(["failed": "true"], ofNext: bundle, message.instant)
    case "wake": return addWake(row, holes, message, &transcript)
    case "task.submit", "task.hold", "task.cancel":
      if row.isOwn { return addEvent(of: row, holes, message, named, &transcript) }
      return addDecision(of: row, holes, message, named, &transcript)
    default: return addEvent(of: row, holes, message, named, &transcript)
    }
    return false
  }

  /// Notes fields for an app's next process.
  ///
  /// Older notes are dropped: they were not meant for it.
  private mutating func say(_ fields: [String: String], ofNext bundle: String?, _ instant: Int64) {
    let bundle = bundle ?? ""
    forgetOld(bundle, instant)
    next[bundle, default: [:]].merge(fields) { $1 }
    nextInstants[bundle] = instant
  }

  private mutating func forgetOld(_ bundle: String, _ instant: Int64) {
    guard let said = nextInstants[bundle], instant &- said > Self.nextNanos else { return }
    next[bundle]?["reason"] = nil
    next[bundle]?["intent"] = nil
    next[bundle]?["prewarmed"] = nil
    next[bundle]?["failed"] = nil
  }

  /// True if an app's next process is no launch, or could not be started.
  private mutating func isNone(_ bundle: String?, _ instant: Int64) -> Bool {
    forgetOld(bundle ?? "", instant)
    return next[bundle ?? ""]?["no"] != nil || next[bundle ?? ""]?["failed"] != nil
  }

  /// Adds the event of a message about a process; false if it gives none.
  private mutating func addEvent(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ named: LogSubject,
    _ transcript: inout Transcript
  ) -> Bool {
    let bundle = named.bundle
    if holes["request"] != nil, bundle == nil { return false }
    let isOwn = row.isOwn
    let id = isOwn ? follow(message, holes, row) : processes.subject(of: row, holes, named, message)
    guard let id else { return false }
    let isStart = row.event == "process.start"
    // The process was noted as no launch, and its start is not in the log; or there is none.
    let isSeen = processes[id]?.seen != nil
    if !isStart, !isSeen, named.isUnstarted || isNone(bundle, message.instant) { return false }
    if row.needsSeenProcess, holes["key"] != nil || holes["bundle"] != nil, !isSeen { return false }
    let isLate = row.flags.contains("!begun") || row.fields["startUncertaintyNanos"] != nil
    var message = message
    if isStart {
      guard let begun = begin(id, named, message, isLate: isLate) else { return false }
      message = begun
    }
    let wasSeen = processes[id] != nil
    let first = isOwn ? LogProcess(author: message) : LogProcess(app: bundle ?? named.name)
    guard happens(row, holes, id, first, message) else { return false }
    if !isOwn, processes[id]?.isHeard != true { processes.remember(id, bundle: bundle, name: named.name) }
    if !isOwn, named.pid != nil, let bundle { processes.note(bundle, of: id) }
    if named.isOfMac { processes[id]?.isOfMac = true }
    // A tap on an app that runs brings it back: it does not launch it.
    if row.event == "log.sceneForeground" { isTapped = false }
    if row.event == "log.sceneBackground" { addResignation(before: message, of: id, &transcript) }
    add(event(row, holes, message, id, bundle ?? ""), of: id, &transcript)
    // A log may show an app that was requested, and not the id of its process.
    let isAnswer = isStart || !wasSeen && row.event.hasPrefix("log.scene")
    add(requests.remove(isAnswer ? bundle ?? "" : "-"), id, &transcript)
    return true
  }

  /// Adds a decision of the scheduler's on work of an app, whose process need not run.
  private mutating func addDecision(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ named: LogSubject,
    _ transcript: inout Transcript
  ) -> Bool {
    let fields = fields(of: row, holes)
    let work = fields["task"] ?? "a push for \(named.bundle ?? "an app")"
    let reason = fields["reason"].map { ": \($0)" } ?? ""
    let dropped = "\(work) was \(table.decisions["task.cancel"] ?? "")"
    let replaced = "\(work) was replaced by a later request"
    let decided = "\(work) was \(table.decisions[row.event] ?? row.event)\(reason)"
    let activity = holes["activity"].map { (work, $0.prefix { $0 != UInt8(ascii: " ") }.string) }
    switch activity.map({ activities.note(row.event, of: $0, $1, message.instant) }) {
    case .isReplaced: transcript.notes.count(decision: replaced)
    case .replaces:
      transcript.notes.recount(decision: dropped, as: replaced)
      transcript.notes.count(decision: decided)
    case .isAlone, nil: transcript.notes.count(decision: decided)
    }
    if let bundle = named.bundle, processes.isRunning(bundle) {
      return addEvent(of: row, holes, message, named, &transcript)
    }
    var event = message.event(row.event)
    event.set("boot", boot)
    event.set("app", named.bundle)
    event.set(records: Self.kinds)
    if let device { event.set(stream: InputFormat.copiedText.name, device: device, app: named.bundle) }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { event.set(name, value) }
    transcript.add(event)
    return true
  }

  /// Notes that a process begins, and returns the message with the time at which it did; nil if that was noted before.
  private mutating func begin(
    _ id: LogProcessID, _ named: LogSubject, _ message: LogMessage, isLate: Bool
  ) -> LogMessage? {
    guard let instant = processes.begin(id, named, message.instant, isLate: isLate) else { return nil }
    next[named.bundle ?? ""]?["failed"] = nil
    if next[named.bundle ?? ""]?.removeValue(forKey: "no") != nil { processes[id]?.flags = ["no launch"] }
    return message.moved(to: instant)
  }

  /// Adds that an app which goes to the background was no longer active, if the log begins while it was.
  private mutating func addResignation(
    before message: LogMessage, of id: LogProcessID, _ transcript: inout Transcript
  ) {
    guard let resigned = processes[id]?.mayHaveResigned else { return }
    processes[id]?.mayHaveResigned = nil
    guard 0...LogProcess.exitNanos ~= message.instant &- resigned.message.instant else { return }
    add(event(resigned.row, resigned.holes, resigned.message, id, ""), of: id, &transcript)
  }

  /// The process that logged a message, after the numbers in the message were compared with earlier ones; nil if the
  /// message was logged twice.
  private mutating func follow(
    _ message: LogMessage, _ holes: [String: ArraySlice<UInt8>], _ row: MessageRow
  ) -> LogProcessID? {
    let id = processes.author(of: message)
    var process = processes[id] ?? LogProcess(author: message)
    if process.isOver(at: message.instant) { return nil }
    let continuation: LogSequence.Continuation
    if let change = LogSequence.change(in: message.text) {
      // The app was active, whatever the log has lost, if there was no reason against it.
      let isFirst = !process.sequence.hasChange
      if !isFirst, change.old == 0 { process.flags.insert("active") }
      let mayHaveResigned = isFirst && process.started == nil && row.event == "app.willResignActive"
      process.mayHaveResigned = mayHaveResigned ? (message, row, holes) : nil
      continuation = process.sequence.advance(change: change, at: message.instant)
    } else if row.event == "task.begin", holes["kind"] == nil, row.fields["source"] == nil {
      continuation = process.sequence.advance(task: holes["task"].flatMap { Int64($0.string) }, at: message.instant)
    } else {
      continuation = .follows(missingCount: 0)
    }
    switch continuation {
    case .repeated: return nil
    case .follows(let count): process.missingCount += count
    case .restarted(let count):
      if process.stream != nil {
        process = LogProcess(next: process, after: message)
        _ = LogSequence.change(in: message.text).map { process.sequence.advance(change: $0, at: message.instant) }
        _ = holes["task"].map { process.sequence.advance(task: Int64($0.string), at: message.instant) }
      } else {
        process.missingCount += count
      }
    }
    processes[id] = process
    return id
  }

  /// Adds the start of a process that the system has started or woken for work, by a message of its app; false if the
  /// process was seen before and has run for a while.
  private mutating func addWake(
    _ row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ transcript: inout Transcript
  ) -> Bool {
    guard let id = follow(message, holes, row), let process = processes[id], !process.flags.contains("woken") else {
      return false
    }
    // The system delivers tasks to a process that runs as well: one that has spoken before was not started for them.
    let isFirstWord = !process.isHeard && !processes.hasSpoken(id)
    let isNew = process.started.map { 0...LogProcesses.wakeNanos ~= message.instant &- $0 } ?? isFirstWord
    guard isNew else { return false }
    processes[id]?.flags.insert("woken")
    // No other message has the time of its start, which was at most this long before.
    var event = message.event(process.isHeard ? "launch.request" : "process.start")
    identify(&event, id)
    for (name, value) in row.fields.sorted(by: { $0.key < $1.key }) { event.set(name, value) }
    if !process.isHeard {
      event.set("startUncertaintyNanos", LogProcesses.wakeNanos)
      processes[id]?.started = message.instant
    }
    add(event, of: id, &transcript)
    return true
  }

  /// Applies the change that a message reports; false if there is none, or the process is no launch.
  private mutating func happens(
    _ row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ id: LogProcessID, _ first: LogProcess,
    _ message: LogMessage
  ) -> Bool {
    let instant = message.instant
    var process = processes[id] ?? first
    process.app = process.app ?? first.app
    process.seen = process.seen ?? instant
    defer { processes[id] = process }
    if let action = holes["action"] { processes.remember(id, action: action.string) }
    if let kind = holes["kind"], let task = holes["task"] { process.taskKinds[task.string] = kind.string }
    let number: Int64? = if case .number(let pid) = id { pid } else { process.number }
    if row.event == "process.exit", let number, let cause = causes[number] {
      causes[number] = nil
      process.cause.merge(cause.fields) { own, _ in own }
      process.causeInstant = max(process.causeInstant, cause.instant)
    }
    let why = row.event == "process.exit" ? reason(of: row, holes, process, instant) : nil
    if !process.note(row, scene: LogSubject.sceneKey(message.text)) { return false }
    if !process.apply(row, task: holes["task"]?.string, why: why, at: instant) { return false }
    return !process.flags.contains("no launch")
  }

  private mutating func event(
    _ row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ message: LogMessage, _ id: LogProcessID,
    _ app: String
  ) -> EventLine {
    var event = message.event(row.event)
    identify(&event, id)
    var fields = self.fields(of: row, holes)
    if row.event == "process.start" {
      forgetOld(app, message.instant)
      fields.merge(next.removeValue(forKey: app) ?? [:]) { own, _ in own }
    }
    if row.event == "process.exit" { explain(&fields, processes[id], message.instant) }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      if ["success", "prewarmed", "stillRunning", "simulated"].contains(name) {
        event.set(name, value == "1" || value == "true")
      } else if name.hasSuffix("Nanos"), let number = Int64(value) {
        event.set(name, number)
      } else {
        event.set(name, value)
      }
    }
    if let key = LogSubject.sceneKey(message.text) { event.set("scene", scenes[key] ?? key) }
    if row.event == "log.noScenes" { event.set("message", message.text.string) }
    if let name = fields["name"], table.systemTasks.contains(where: name.hasPrefix) { event.set("system", true) }
    return event
  }

  /// Adds the event of a message that the app logs in its own words about its life cycle; false if there is none.
  private mutating func addEventOfApp(_ message: LogMessage, _ transcript: inout Transcript) -> Bool {
    if SystemProcess.isName(message.process) { return false }
    guard let saying = AppSaying(message.text) else {
      return LaunchSaying(message.text).map { add($0, message, &transcript) } ?? false
    }
    let id = processes.author(of: message)
    var process = processes[id] ?? LogProcess(author: message)
    let wasSeenBySystem = process.isSeenBySystem
    // The log as JSON has all messages of UIKit's, unless it was filtered to the app's own.
    if !losesLines, wasSeenBySystem || process.started != nil { return false }
    if isRepeated(message, &transcript) { return false }
    let isOfAnother = saying.scene != nil && saying.scene != process.saidScene
    // The first word of a process: it was active if it goes to the background next.
    if saying.word == "inactive", process.said.isEmpty, process.started == nil {
      process.said = saying.word
      process.saidInstant = message.instant
      process.firstInactive = message
      processes[id] = process
      return false
    }
    if let first = process.firstInactive {
      process.firstInactive = nil
      processes[id] = process
      // On the way to being active it says nothing: the app may start, return, or have been active before.
      let isLeaving = saying.event(after: "")?.name.hasSuffix("EnterBackground") == true
      if isLeaving { add(.appWillResignActive, saidBy: first, id, wasSeenBySystem, &transcript) }
    }
    let kind = saying.event(
      after: isOfAnother ? "" : process.said, nanos: message.instant &- process.saidInstant,
      severalScenes: process.saidConnects > 1)
    let isBegin = kind == .appWillFinishLaunching || kind == .appDidFinishLaunching
    // The reasons for being inactive, which come within milliseconds, would begin the same process once more.
    if isBegin, process.sequence.hasChange, let begun = process.begun, message.instant &- begun > LogProcesses.wakeNanos
    {
      process = LogProcess(next: process, after: message)
    }
    if kind == .sceneWillConnect { process.saidConnects += 1 }
    if kind != nil && !saying.isHappening || saying.isState {
      process.said = saying.word
      process.saidScene = saying.scene
      process.saidInstant = message.instant
    }
    processes[id] = process
    guard let kind else { return false }
    add(kind, saidBy: message, scene: saying.scene, id, wasSeenBySystem, &transcript)
    return true
  }

  /// Adds the launch or the end of which an app tells; false where the system's own messages tell more.
  private mutating func add(_ saying: LaunchSaying, _ message: LogMessage, _ transcript: inout Transcript) -> Bool {
    let id = processes.author(of: message)
    var process = processes[id] ?? LogProcess(author: message)
    if process.isSeenBySystem || process.started != nil || isRepeated(message, &transcript) { return false }
    let kind: EventKind? = saying.isEnd ? .processExit : saying.nanos == nil ? nil : .launchMeasured
    if kind == .launchMeasured, message.pid == nil {
      // What follows belongs to this launch.
      process = LogProcess(next: process, after: message)
    }
    processes[id] = process
    var event = message.event(kind?.name ?? saying.name)
    identify(&event, id, isOwnWord: true)
    event.set("source", "app")
    event.set("message", message.text.prefix(AppSaying.length).string)
    event.set("reason", kind == nil ? nil : saying.reason?.name ?? saying.type?.name)
    event.set("duration", saying.nanos)
    add(event, of: id, &transcript)
    return true
  }

  /// Adds an event that an app has logged in its own words.
  private mutating func add(
    _ kind: EventKind, saidBy message: LogMessage, scene: String? = nil, _ id: LogProcessID, _ wasSeenBySystem: Bool,
    _ transcript: inout Transcript
  ) {
    var event = message.event(kind.name)
    identify(&event, id, isOwnWord: !wasSeenBySystem)
    event.set("source", "app")
    event.set("message", message.text.prefix(AppSaying.length).string)
    if kind.family == "scene" { event.set("scene", scene) }
    add(event, of: id, &transcript)
  }

  private func add(_ request: EventLine?, _ id: LogProcessID, _ transcript: inout Transcript) {
    guard var request else { return }
    request.set("source", "system")
    identify(&request, id)
    transcript.add(request)
  }

  /// Adds the first frame of a launch, which a signpost measures.
  ///
  /// The signpost begins in SpringBoard, whose message ends with the ticks of the touch, and ends in the app.
  private mutating func addEvents(
    of signpost: (name: String, id: String, isEnd: Bool), _ message: LogMessage, _ transcript: inout Transcript
  ) -> Bool {
    guard signpost.name == "ApplicationFirstFramePresentation", message.pid != nil else { return false }
    if signpost.isEnd {
      let id = processes.author(of: message)
      if processes[id] == nil { processes[id] = LogProcess(author: message) }
      var frame = message.event("launch.firstFrame")
      identify(&frame, id)
      add(frame, of: id, &transcript)
      add(requests.remove(signpost.id), id, &transcript)
      return true
    }
    let ticks = message.text.split(separator: UInt8(ascii: " ")).last.flatMap { Int64($0.string) }
    if let touch = nanos(ticks), let now = message.uptime, let time = message.time,
      let parsed = Timestamp.parse(Array(time.utf8).span)?.nanoseconds,
      let instant = Int64(exactly: Int128(parsed) - Int128(now) + Int128(touch))
    {
      requests.note(LogMessage(time: Timestamp.rfc3339(instant), uptime: touch), of: signpost.id)
    }
    return false
  }
}

/// Keeps the logged reasons for which a process is to end, until it has ended.
extension UnifiedLogInterpreter {
  /// What was logged of why a process is to end, and when.
  struct Cause: Sendable {
    var fields: [String: String]
    var instant: Int64
  }

  /// How long before the end of a process its cause may be logged: the system first writes a report.
  private static let causeNanos: Int64 = 30_000_000_000

  /// Notes the reason why a process is to end, or that it will not end.
  private mutating func note(
    _ row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ named: LogSubject, _ message: LogMessage
  ) {
    guard let id = processes.subject(of: row, holes, named, message) else {
      let isReason = row.event == "cause" && row.fields["reason"] != nil
      if isReason, let pid = named.pid { causes[pid] = Cause(fields: fields(of: row, holes), instant: message.instant) }
      return
    }
    if processes[id] == nil {
      processes[id] = LogProcess(app: named.bundle ?? named.name)
      processes.remember(id, bundle: named.bundle, name: named.name)
    }
    guard row.event == "cause" else {
      processes[id]?.cause = [:]
      if row.fields["debugger"] != nil { processes[id]?.isDebugged = true }
      return
    }
    let isOld = processes[id].map { message.instant &- $0.causeInstant > Self.causeNanos } ?? false
    if isOld { processes[id]?.cause = [:] }
    var said = fields(of: row, holes)
    if let assertion = said.removeValue(forKey: "assertion") { processes[id]?.assertion = assertion }
    processes[id]?.cause.merge(said) { $1 }
    processes[id]?.causeInstant = message.instant
  }

  /// The fields of a row's event: fixed ones, and the texts in its holes.
  private func fields(of row: MessageRow, _ holes: [String: ArraySlice<UInt8>]) -> [String: String] {
    var fields = row.fields
    for (name, value) in holes where !Self.names.contains(name) && !MessageTable.isRedacted(value) {
      // A fixed field takes precedence over a hole with its name.
      fields[name] = fields[name] ?? value.string
    }
    fields["task"] = fields.removeValue(forKey: "request") ?? fields["task"]
    if let requester = holes["requester"] { fields["requester"] = Self.requester(requester) }
    if let signal = holes["signal"] { fields["code"] = "SIG\(signal.prefix { $0.isLetter || $0.isDigit }.string)" }
    if let context = holes["context"] { fields.merge(LogTermination.fields(of: context)) { $1 } }
    if let policies = holes["policies"] { fields["reason"] = table.reason(ofPolicies: policies) }
    if let jetsam = holes["jetsam"] { fields["code"] = LogTermination.cause(ofJetsam: jetsam) }
    if let status = fields.removeValue(forKey: "status").flatMap({ Int($0) }), fields["domain"] == "0" {
      fields.merge(LogTermination.fields(ofStatus: status)) { $1 }
    }
    if let seconds = holes["allowance"].flatMap({ Double($0.string) }) {
      // FrontBoard's word for CPU time.
      let name = fields["allowanceType"] == "scheduledTime" ? "cpuAllowanceNanos" : "allowanceNanos"
      fields[name] = Int64(exactly: (seconds * 1e9).rounded()).map(String.init)
    }
    for name in ["assertions", "files"] {
      guard let text = fields[name]?.drop(while: { ": \n".contains($0) }) else { continue }
      fields[name] = text.isEmpty ? nil : String(text)
    }
    if row.event == "task.submit", let text = fields["code"] {
      let code = text.split { !$0.isNumber }.first.flatMap { Int($0) }
      fields["code"] = code.map(String.init)
      // Errors that come from the scheduler's daemon have codes of their own.
      let isOfDomain = row.patternText.contains(TaskRefusal.domain) || text.contains(TaskRefusal.domain)
      fields["reason"] = isOfDomain ? code.flatMap(TaskRefusal.init(code:))?.name : nil
    }
    return fields
  }

  /// Adds the noted cause of an exit to its fields, and the reason: words say more than a number of the same domain.
  private func explain(_ fields: inout [String: String], _ process: LogProcess?, _ instant: Int64) {
    // An assertion is the cause only if the app held it for too long.
    if fields["reason"] == ExitReason.backgroundTask.name { fields["assertion"] = process?.assertion }
    var reason = table.reason(fields)
    if let process, 0...Self.causeNanos ~= instant &- process.causeInstant {
      // The numbers of another cause are not those of this one.
      if reason == nil, process.cause["code"] != nil { for name in ["domain", "code"] { fields[name] = nil } }
      let domains = [process.cause, fields].map { Termination(domain: $0["domain"], code: nil).domain }
      if domains[0] != nil, domains[0] == domains[1], let said = process.cause["reason"] { reason = said }
      // Some messages on memory do not say whose it was.
      if reason == ExitReason.memory.name, let said = process.cause["reason"] {
        reason = said
        fields["reason"] = nil
      }
      fields.merge(process.cause) { own, _ in own }
    }
    // A report of an end says less than its cause: the system's ends have such reports as well.
    fields["reason"] = reason ?? table.reason(fields) ?? fields["report"]
  }

  /// The reason why a process ended, by the message and the noted cause.
  private func reason(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ process: LogProcess, _ instant: Int64
  ) -> String? {
    var fields = fields(of: row, holes)
    explain(&fields, process, instant)
    return fields["reason"]
  }

  /// The name of a requester, as in `[osservice<com.apple.dasd>:76]`, `nsurlsessiond:94`, `runningboardd[33]` and
  /// `FBApplicationProcess: 0x165dc6a0; SpringBoard; pid: 48`; without `com.apple.` for Apple's daemons.
  private static func requester(_ text: ArraySlice<UInt8>) -> String {
    let fields = text.string.split(separator: "; ")
    if fields.count > 1 { return String(fields[1]) }
    let bare = text.drop { $0 == UInt8(ascii: "[") }
    let inner = text.firstIndex(of: UInt8(ascii: "<")).map { text[($0 + 1)...] } ?? bare
    let name = inner.prefix { !"(>:[]".utf8.contains($0) }.string
    return name.hasPrefix("com.apple.") ? String(name.dropFirst(10)) : name
  }
}

/// Keeps requests for apps until the requested process starts.
private struct LogRequests: Sendable {
  /// FrontBoard logs a request for a process, and repeats it at once if the first answer is to wait.
  private static let repeatedNanos: Int64 = 1_000_000_000
  /// How long after a request another daemon's may be for the same start, as in `LaunchCutter`.
  private static let furtherNanos: Int64 = 30_000_000_000

  /// By the app's bundle id or the number of its signpost.
  private var pending: [String: (event: EventLine, instant: Int64)] = [:]

  /// Notes a request; of several for one start, the first counts.
  ///
  /// `isFirst` is false for a process that passes on a request of another one; `requester` is the process that asked.
  mutating func note(_ message: LogMessage, of key: String, by requester: String? = nil, isFirst: Bool = true) {
    let limit = isFirst ? Self.repeatedNanos : Self.furtherNanos
    if let earlier = pending[key], 0...limit ~= message.instant &- earlier.instant { return }
    var event = message.event("launch.request")
    event.set("requester", requester)
    pending[key] = (event, message.instant)
  }

  /// Removes and returns the request for an app that starts now.
  mutating func remove(_ key: String) -> EventLine? { pending.removeValue(forKey: key)?.event }
}

/// Reads RunningBoard's reason for ending a process.
///
///     <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression reportType:CrashLog
///       maxTerminationResistance:Interactive>
enum LogTermination {
  /// Texts that follow an explanation.
  private static let ends = [" reportType:", " maxTerminationResistance:", " attrs:"]
  /// Its own domain, which it does not write.
  private static let runningBoard = "15"

  /// The domain and the code of the exit, and its explanation, under these names, if the text has them.
  static func fields(of context: ArraySlice<UInt8>) -> [String: String] {
    var fields: [String: String] = [:]
    fields["code"] = word(behind: "code:", in: context)
    fields["domain"] = word(behind: "domain:", in: context) ?? fields["code"].map { _ in runningBoard }
    let mark = Array("explanation:".utf8)
    guard let start = context.firstIndex(of: mark) else { return fields }
    let rest = context[start...].dropFirst(mark.count)
    let close = rest.last == UInt8(ascii: ">") ? rest.endIndex - 1 : rest.endIndex
    let end = ends.compactMap { rest.firstIndex(of: $0.utf8) }.min() ?? close
    let explanation = rest[..<end].string
    if explanation != "<no explanation given>" { fields["explanation"] = explanation }
    return fields
  }

  /// What the status of `wait(2)` says, under the same names: the reason and the status of an exit, or a signal.
  static func fields(ofStatus status: Int) -> [String: String] {
    let signal = status & 0x7F
    if signal != 0 { return ["domain": "2", "code": "\(signal)"] }
    return ["reason": ExitReason.normal.name, "exitStatus": "\(status >> 8 & 0xFF)"]
  }

  /// Jetsam's cause at the start of a text, as in ` (per-process-limit 10) 51200KB`; nil if there is none.
  static func cause(ofJetsam text: ArraySlice<UInt8>) -> String? {
    let inner = text.drop { " \t\r\n".utf8.contains($0) }
    guard inner.first == UInt8(ascii: "(") else { return nil }
    let cause = inner.dropFirst().prefix { !" )\n".utf8.contains($0) }.string
    return cause.isEmpty ? nil : cause
  }

  private static func word(behind mark: String, in text: ArraySlice<UInt8>) -> String? {
    guard let start = text.firstIndex(of: mark.utf8) else { return nil }
    return text[start...].dropFirst(mark.utf8.count).prefix { !" >".utf8.contains($0) }.string
  }
}
