import TraceModel

/// The processes of a log: decides which of its lines belong to one process, before a line is given a meaning.
///
/// A line belongs to the process that logged it, or to the one that it is about, by its id, else by its bundle id or the
/// name of its program.
struct LogProcesses: Sendable {
  /// The longest time between two messages about one start: the log does not order a process' messages against those of
  /// daemons (github.com/microsoftconnect/ms-intune-app-sdk-ios/issues/137).
  static let startNanos: Int64 = 1_000_000_000
  /// How long after the start of a process its app may log the reason of the start.
  static let wakeNanos: Int64 = 5_000_000_000

  /// True if the log names the boot of each process.
  private let hasBoots: Bool
  private var processes: [LogProcessID: LogProcess] = [:]
  /// The latest process of each bundle id, and of each name in lower case.
  private var latest: [String: LogProcessID] = [:]
  /// The process of each action, by its number, and of each job of launchd's; and the job of each process.
  private var processesByMark = RecentMap<String, LogProcessID>()
  private(set) var jobs = RecentMap<LogProcessID, String>()
  /// By process id, the processes whose name was known before their id.
  private var namesByNumber: [Int64: LogProcessID] = [:]
  /// By process id, the programs of processes that only the kernel has mentioned.
  private var programs = RecentMap<Int64, String>()
  /// The ids of extensions and services, which are no apps.
  private var services = RecentSet<Int64>()
  /// The processes that logged a message without an event, and the last of them.
  private var speakers = RecentSet<LogProcessID>()
  private var lastSpeaker: LogProcessID?

  /// No processes yet.
  init(hasBoots: Bool) { self.hasBoots = hasBoots }

  subscript(id: LogProcessID) -> LogProcess? {
    _read { yield processes[id] }
    _modify { yield &processes[id] }
  }

  /// The process that logged a message; in a style without process ids, the latest process of that name.
  func own(_ message: LogMessage) -> LogProcessID? {
    message.pid.map(process(numbered:)) ?? latest[message.process.lowercased()]
  }

  /// The process with this id.
  private func process(numbered pid: Int64) -> LogProcessID {
    namesByNumber[pid].flatMap { processes[$0]?.number == pid ? $0 : nil } ?? .number(pid)
  }

  /// The process of an app that logged a message, found by its name if the message has no process id.
  mutating func author(of message: LogMessage) -> LogProcessID {
    let name = message.process.lowercased()
    if let own = own(message) {
      guard let pid = message.pid, processes[own] == nil else { return own }
      // A process that daemons named by its bundle id alone, of which this is mostly the last component.
      if let last = latest[name], let process = processes[last], case .name = last, process.number == nil,
        process.ended.map({ message.instant &- $0 <= LogProcess.exitNanos }) ?? true
      {
        join(last, pid)
        return last
      }
      latest[name] = own
      return own
    }
    let id = onlyUnnamed(name, at: message.instant) ?? .name(name)
    var process = processes[id] ?? LogProcess(author: message)
    process.name = name
    processes[id] = process
    latest[name] = id
    return id
  }

  /// The process that only daemons have mentioned so far, so that the name of its program is not known; nil if there are
  /// several.
  ///
  /// It must have begun a few seconds ago: then the first unknown name is its own. Where the log has no other process, it
  /// may have begun before if its bundle id has words of that name.
  private func onlyUnnamed(_ name: String, at instant: Int64) -> LogProcessID? {
    if processes.count == 1, let (id, only) = processes.first, only.name == nil, Self.mayName(name, only.app) {
      return id
    }
    let unnamed = processes.filter { process in
      let isNew = process.value.started.map { 0...Self.wakeNanos ~= instant &- $0 } ?? false
      return process.value.name == nil && process.value.ended == nil && isNew
    }
    return unnamed.count == 1 ? unnamed.first?.key : nil
  }

  /// True if a program of this name, in lower case, may be that of an app with this bundle id, where either is known.
  private static func mayName(_ name: String, _ bundle: String?) -> Bool {
    func letters(_ text: some StringProtocol) -> String {
      String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
    guard let bundle, let last = bundle.split(separator: ".").last, !name.isEmpty else { return true }
    return letters(bundle).contains(letters(name)) || letters(name).contains(letters(last))
  }

  /// The process that a message of the system is about, by its id, else by its bundle id or an action.
  private mutating func subject(
    _ pid: Int64?, _ bundle: String?, _ action: String?, _ message: LogMessage
  ) -> LogProcessID? {
    let last = bundle.map { latest[$0] } ?? action.flatMap { processesByMark[$0] }
    if let pid {
      // A process that had only a name so far has this id.
      if case .name = last, let last, processes[.number(pid)] == nil, processes[last]?.number == nil {
        join(last, pid)
        return last
      }
      return process(numbered: pid)
    }
    if let last { return last }
    // A process of which a daemon named only the program.
    if let name = bundle?.split(separator: ".").last?.lowercased(), let id = latest[name],
      processes[id]?.app?.contains(".") == false
    {
      if let bundle { note(bundle, of: id) }
      return id
    }
    guard let bundle else { return processes.count == 1 ? processes.keys.first : nil }
    // A process that had only an id, as its name was left out.
    if processes.count == 1, let (id, only) = processes.first, only.app == nil, case .number = id {
      processes[id]?.app = bundle
      remember(id, bundle: bundle, name: nil)
      return id
    }
    let id = LogProcessID.name(bundle)
    remember(id, bundle: bundle, name: nil)
    processes[id] = LogProcess(app: bundle, stream: message.stream(of: bundle))
    return id
  }

  /// The process that runs through the job which a message of the system names; nil if it names none.
  private mutating func subject(ofJob named: LogSubject, _ message: LogMessage) -> LogProcessID? {
    guard let job = named.job, let bundle = named.bundle else { return nil }
    if named.pid == nil, let known = processesByMark[job] { return known }
    guard var id = subject(named.pid, bundle, nil, message) else { return nil }
    if named.pid == nil, let other = jobs[id], other != job {
      // The app's next process: no message has shown its id or its start.
      id = .name(job)
      processes[id] = LogProcess(app: bundle, stream: message.stream(of: bundle))
      remember(id, bundle: bundle, name: nil)
    }
    processesByMark[job] = id
    jobs[id] = job
    return id
  }

  /// The process that a message of the system is about; nil if it cannot be about an app's process.
  mutating func subject(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ named: LogSubject, _ message: LogMessage
  ) -> LogProcessID? {
    let program = holes["program"]?.string
    let id =
      program.map { self.program($0, named.pid, isSeen: row.needsSeenProcess) }
      ?? subject(ofJob: named, message)
      ?? subject(named.pid, named.bundle, holes["action"]?.string, message)
      ?? (named.isNameless && processes.isEmpty ? .name("") : nil)
    guard let id else { return nil }
    let process = processes[id]
    // A message without a process id may come late, and be about the process before.
    let isVague = row.event == "process.exit" && named.pid == nil && holes["bundle"] != nil
    if isVague, let started = process?.started, message.instant &- started < LogProcess.exitNanos { return nil }
    guard row.isState, let process, let ended = process.ended else { return id }
    let isLongOver = message.instant &- ended > LogProcess.exitNanos
    guard named.pid == nil, let bundle = named.bundle, isLongOver else { return nil }
    // The app has ended: the message is about its next process. Where the log shows how processes start, the start may
    // come some milliseconds later, and says more.
    if process.started != nil {
      let first = process.stateAfterEnd ?? message.instant
      processes[id]?.stateAfterEnd = first
      if message.instant &- first <= Self.startNanos { return nil }
    }
    let next = LogProcessID.name(bundle)
    processes[next] = LogProcess(app: bundle, stream: message.stream(of: bundle))
    remember(next, bundle: bundle, name: nil)
    return next
  }

  /// The process of a program that a daemon names; nil if it may be no app, as others were seen.
  private func program(_ name: String, _ pid: Int64?, isSeen: Bool) -> LogProcessID? {
    if let id = pid.map(process(numbered:)), processes[id] != nil { return id }
    let last = latest[name.lowercased()]
    if let last, pid == nil || last == .name(name.lowercased()) { return last }
    let areOthersNamed = processes.values.contains { $0.app != nil }
    if isSeen || areOthersNamed || SystemProcess.isName(name) { return nil }
    return pid.map { .number($0) } ?? .name(name.lowercased())
  }

  /// Notes that a process is the latest of its bundle id and of its name, which mostly is the last component of that.
  mutating func remember(_ id: LogProcessID, bundle: String?, name: String?) {
    for key in [bundle, bundle?.split(separator: ".").last?.lowercased(), name?.lowercased()] {
      if let key { latest[key] = id }
    }
  }

  /// Notes the bundle id of a process that had only the name of its program.
  ///
  /// In a log without boots the app is part of the name of a process' stream, so that it stays as it was written.
  mutating func note(_ bundle: String, of id: LogProcessID) {
    guard let process = processes[id], process.app?.contains(".") != true else { return }
    remember(id, bundle: bundle, name: nil)
    if hasBoots || process.stream != nil || !process.isHeard { processes[id]?.app = bundle }
  }

  /// Notes that the process which logged a message belongs to this app.
  mutating func note(authorOf message: LogMessage, _ bundle: String?) {
    guard let bundle else { return }
    let name = message.process
    if let pid = message.pid {
      guard let id = subject(pid, bundle, nil, message) else { return }
      processes[id] = processes[id] ?? LogProcess(author: message)
      return note(bundle, of: id)
    }
    // A process that has told nothing so far, and was named by its program, is that of the bundle.
    guard latest[name.lowercased()].flatMap({ processes[$0] }).map({ !$0.isHeard && $0.app == name }) ?? true else {
      return
    }
    if let id = latest[bundle] {
      latest[name.lowercased()] = id
      processes[id]?.name = name.lowercased()
    } else {
      let id = LogProcessID.name(name.lowercased())
      remember(id, bundle: bundle, name: name)
      processes[id] = LogProcess(app: bundle, name: name.lowercased(), stream: message.stream(of: bundle))
    }
  }

  /// Notes the id of a process that had only a name.
  private mutating func join(_ id: LogProcessID, _ pid: Int64) {
    processes[id]?.number = pid
    namesByNumber[pid] = id
  }

  /// Notes that the process with this name has this id, if no other name was logged so far.
  ///
  /// The name of a process that was not seen yet is kept until it is.
  mutating func note(_ name: String, pid: Int64?) {
    guard let pid else { return }
    guard processes[.number(pid)] != nil else {
      programs[pid] = name
      return
    }
    if latest[name.lowercased()] != nil { return }
    latest[name.lowercased()] = .number(pid)
    processes[.number(pid)]?.name = name.lowercased()
  }

  /// Notes that a process begins, and returns when it did; nil if that was noted before.
  ///
  /// A late message counts only if no other reported the start. RunningBoard speaks of a process before SpringBoard
  /// reports its start: if a log begins between the two, the process began before its first message.
  mutating func begin(_ id: LogProcessID, _ named: LogSubject, _ instant: Int64, isLate: Bool) -> Int64? {
    if let process = processes[id], process.ended == nil {
      if let started = process.started, isLate || (instant &- started).magnitude <= UInt64(Self.startNanos) {
        return nil
      }
      // An id is not given to another process within seconds, and a name is.
      let limit = if case .number = id { Self.wakeNanos } else { Self.startNanos }
      if isLate, process.started == nil, let seen = process.seen, 0...limit ~= instant &- seen {
        processes[id]?.started = seen &- 1
        return seen &- 1
      }
    }
    var process = LogProcess(app: named.bundle)
    if case .name = id { process.number = named.pid }
    // Lines without a process id are from here on those of this process.
    process.name = named.bundle.flatMap { latest[$0] }.flatMap { processes[$0]?.name }
    speakers[id] = nil
    lastSpeaker = nil
    jobs[id] = nil
    process.started = instant
    process.seen = instant
    processes[id] = process
    var program = named.name ?? process.name
    if case .number(let pid) = id, let said = programs[pid] {
      programs[pid] = nil
      program = said
      processes[id]?.name = said.lowercased()
    }
    remember(id, bundle: named.bundle, name: program)
    return instant
  }

  /// Notes that the process with this id is an extension or a service of the system.
  mutating func note(service pid: Int64?) {
    if let pid { services.insert(pid) }
  }

  /// Notes the process of a key such as `[xpcservice<com.example.shop.share([app<com.example.shop>:500])>:501]` and
  /// `[osservice<com.apple.SpringBoard>:64]`.
  mutating func note(service key: ArraySlice<UInt8>) {
    guard SystemProcess.sort(in: key.prefix(12)).map({ $0 != .app }) == true,
      let end = key.lastIndex(of: UInt8(ascii: ">"))
    else { return }
    note(service: Int64(key[end...].dropFirst(2).prefix(while: \.isDigit).string))
  }

  /// True if the process with this id is an extension or a service of the system; a message with an app's key shows that
  /// the id was given to an app since.
  mutating func isService(_ pid: Int64, appKey: Bool) -> Bool {
    guard services.contains(pid) else { return false }
    if appKey { services[pid] = nil }
    return !appKey
  }

  /// Notes that a process has logged a message without an event: it was running.
  mutating func note(speaker message: LogMessage) {
    let id = own(message) ?? .name(message.process.lowercased())
    if id == lastSpeaker { return }
    lastSpeaker = id
    speakers.insert(id)
  }

  /// The app of a task that BackgroundTasks schedules, by the latest process of one whose bundle id the task's begins with.
  func app(ofTask name: String) -> String? {
    var parts = name.split(separator: ".")[...]
    while parts.count > 1 {
      let bundle = parts.joined(separator: ".")
      if latest[bundle].flatMap({ processes[$0] })?.app == bundle { return bundle }
      parts.removeLast()
    }
    return nil
  }

  /// True if a process has logged a message without an event.
  func hasSpoken(_ id: LogProcessID) -> Bool { speakers.contains(id) }

  /// Notes that a process is the one of an action, which other messages name by its number alone.
  mutating func remember(_ id: LogProcessID, action: String) { processesByMark[action] = id }

  /// True if a process of an app runs, as far as the log shows.
  func isRunning(_ bundle: String) -> Bool {
    latest[bundle].flatMap { processes[$0] }.map { $0.seen != nil && $0.ended == nil } ?? false
  }
}
