import TraceModel

/// Finds the process that a message is of, or about: by its number, else by its bundle or the name of its program.
extension UnifiedLogInterpreter {
  /// The process that logged a message; in a style without process ids, the latest process of that name.
  func own(_ message: LogMessage) -> LogProcessID? {
    message.pid.map { namesByNumber[$0] ?? .number($0) } ?? latest[message.process.lowercased()]
  }

  /// The process of an app that logged a message, known by its name where nothing else names it.
  mutating func author(of message: LogMessage) -> LogProcessID {
    if let known = own(message) { return known }
    let name = message.process.lowercased()
    // Of a single process the name that it logs under is seldom its bundle's.
    let only = processes.count == 1 ? processes.first { $0.value.name == nil }?.key : nil
    let id = only ?? .name(name)
    var process = processes[id] ?? LogProcess(author: message)
    process.name = name
    processes[id] = process
    latest[name] = id
    return id
  }

  /// The process that a message of the system is about.
  mutating func subject(
    _ pid: Int64?, _ bundle: String?, _ action: String?, _ message: LogMessage
  ) -> LogProcessID? {
    let known = latest[bundle ?? action ?? ""]
    if let pid {
      // One of whom only a name was known so far is the one with this number.
      if case .name = known, let known, processes[.number(pid)] == nil {
        if processes[known]?.number == nil { name(known, pid) }
        return known
      }
      return namesByNumber[pid] ?? .number(pid)
    }
    if let known { return known }
    // One of whom a daemon named the program alone.
    if let name = bundle?.split(separator: ".").last?.lowercased(), let id = latest[name],
      processes[id]?.app?.contains(".") == false
    {
      return id
    }
    guard let bundle else { return processes.count == 1 ? processes.keys.first : nil }
    // One of whom only a number was known, as its name was left out.
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

  /// The process that a message of the system is about; nil if it cannot be about an app's process.
  mutating func subject(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ named: LogSubject, _ message: LogMessage
  ) -> LogProcessID? {
    let program = holes["program"]?.string
    let id =
      program.map { self.program($0, named.pid, isKnown: row.needsKnown) }
      ?? subject(named.pid, named.bundle, holes["action"]?.string, message)
    guard let id else { return nil }
    let process = processes[id]
    // A message without a process id may come late, and be about the process before.
    let isVague = row.event == "process.exit" && named.pid == nil && holes["bundle"] != nil
    if isVague, let started = process?.started, message.instant &- started < Self.exitNanos { return nil }
    guard row.isState, let process, let ended = process.ended else { return id }
    guard named.pid == nil, let bundle = named.bundle, message.instant &- ended > Self.exitNanos else { return nil }
    // The app has ended: the message is about its next process.
    let next = LogProcessID.name(bundle)
    processes[next] = LogProcess(app: bundle, stream: message.stream(of: bundle))
    remember(next, bundle: bundle, name: nil)
    return next
  }

  /// The process of a program that a daemon names: it may be no app, where others are known.
  func program(_ name: String, _ pid: Int64?, isKnown: Bool) -> LogProcessID? {
    if let pid, let id = namesByNumber[pid] { return id }
    if let pid, processes[.number(pid)] != nil { return .number(pid) }
    let known = latest[name.lowercased()]
    if let known, pid == nil || known == .name(name.lowercased()) { return known }
    if isKnown || !processes.isEmpty { return nil }
    return pid.map { .number($0) } ?? .name(name.lowercased())
  }

  /// Notes that a process is the latest of its bundle and of its name, which mostly is the last part of that.
  mutating func remember(_ id: LogProcessID, bundle: String?, name: String?) {
    for key in [bundle, bundle?.split(separator: ".").last?.lowercased(), name?.lowercased()] {
      if let key { latest[key] = id }
    }
  }

  /// Notes that a program of this name is of this app.
  mutating func note(_ name: String, of bundle: String?, _ message: LogMessage) {
    guard let bundle, message.pid == nil, latest[name.lowercased()] == nil else { return }
    if let id = latest[bundle] {
      latest[name.lowercased()] = id
      processes[id]?.name = name.lowercased()
    } else {
      let id = LogProcessID.name(name.lowercased())
      remember(id, bundle: bundle, name: name)
      processes[id] = LogProcess(app: bundle, name: name.lowercased(), stream: message.stream(of: bundle))
    }
  }

  /// Notes the number of a process of whom a name was known.
  private mutating func name(_ id: LogProcessID, _ pid: Int64) {
    processes[id]?.number = pid
    namesByNumber[pid] = id
  }

  /// Notes that a process of this name has this number, if it has said nothing so far; of one that is not known yet the
  /// name is kept until it is.
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

  /// Notes that a process begins; false if that was known.
  ///
  /// A late message counts only if no other reported the start.
  mutating func begin(_ id: LogProcessID, _ named: LogSubject, _ instant: Int64, isLate: Bool) -> Bool {
    if let known = processes[id], let started = known.started, known.ended == nil,
      isLate || (instant &- started).magnitude <= UInt64(Self.startNanos)
    {
      return false
    }
    var process = LogProcess(app: named.bundle)
    if next[named.bundle ?? ""]?.removeValue(forKey: "no") != nil { process.flags = ["no launch"] }
    process.started = instant
    processes[id] = process
    var program = named.name
    if case .number(let pid) = id, let said = programs.removeValue(forKey: pid) {
      program = said
      processes[id]?.name = said.lowercased()
    }
    remember(id, bundle: named.bundle, name: program)
    return true
  }
}
