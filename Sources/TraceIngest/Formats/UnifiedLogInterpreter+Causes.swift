import TraceModel

/// Keeps what is said of why a process is to end, until it has ended.
extension UnifiedLogInterpreter {
  /// How long before the end of a process its cause may be said: the system first takes the time to write a report.
  private static let causeNanos: Int64 = 30_000_000_000

  /// Notes why a process is to end, or that it is not.
  mutating func note(
    _ row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ named: LogSubject, _ message: LogMessage
  ) {
    guard let id = subject(of: row, holes, named, message) else { return }
    if processes[id] == nil {
      processes[id] = LogProcess(app: named.bundle ?? named.name)
      remember(id, bundle: named.bundle, name: named.name)
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

  /// The fields that a row gives an event: fixed ones, and what stands in its holes.
  func fields(of row: MessageRow, _ holes: [String: ArraySlice<UInt8>]) -> [String: String] {
    var fields = row.fields
    for (name, value) in holes where !Self.names.contains(name) && !MessageTable.isRedacted(value) {
      // A fixed field says more than a hole of its name.
      fields[name] = fields[name] ?? value.string
    }
    if let requester = holes["requester"] { fields["requester"] = Self.requester(requester) }
    if let context = holes["context"] { fields.merge(LogTermination.fields(of: context)) { $1 } }
    if let seconds = holes["allowance"].flatMap({ Double($0.string) }) {
      fields["allowanceNanos"] = Int64(exactly: (seconds * 1e9).rounded()).map(String.init)
    }
    if let text = fields["assertions"]?.drop(while: { ": ".contains($0) }) {
      fields["assertions"] = text.isEmpty ? nil : String(text)
    }
    if row.event == "task.submit", let text = fields["code"] {
      let code = text.split { !$0.isNumber }.first.flatMap { Int($0) }
      fields["code"] = code.map(String.init)
      // Errors of the scheduler's daemon, which are passed on, have codes of their own.
      let isOfDomain = row.patternText.contains(TaskRefusal.domain) || text.contains(TaskRefusal.domain)
      fields["reason"] = isOfDomain ? code.flatMap(TaskRefusal.init(code:))?.name : nil
    }
    return fields
  }

  /// Adds to the fields of an exit what was said of its cause before, and the reason that follows.
  func explain(_ fields: inout [String: String], _ process: LogProcess?, _ instant: Int64) {
    // What an app was allowed to do is a cause only where it did so for too long.
    if fields["reason"] == ExitReason.backgroundTask.name { fields["assertion"] = process?.assertion }
    let reason = table.reason(fields)
    if let process, 0...Self.causeNanos ~= instant &- process.causeInstant {
      if reason == nil, process.cause["code"] != nil {
        fields["domain"] = nil
        fields["code"] = nil
      }
      fields.merge(process.cause) { own, _ in own }
    }
    fields["reason"] = reason ?? table.reason(fields)
  }

  /// Why a process ended, by the message and by what was said before.
  func reason(
    of row: MessageRow, _ holes: [String: ArraySlice<UInt8>], _ process: LogProcess, _ instant: Int64
  ) -> String? {
    var fields = fields(of: row, holes)
    explain(&fields, process, instant)
    return fields["reason"]
  }

  /// The name of who asks for something, as in `[osservice<com.apple.dasd>:76]`, `nsurlsessiond:94`, `runningboardd[33]`
  /// and `FBApplicationProcess: 0x165dc6a0; SpringBoard; pid: 48`; of Apple's daemons without `com.apple.`.
  static func requester(_ text: ArraySlice<UInt8>) -> String {
    let parts = text.string.split(separator: "; ")
    if parts.count > 1 { return String(parts[1]) }
    let bare = text.drop { $0 == UInt8(ascii: "[") }
    let inner = text.firstIndex(of: UInt8(ascii: "<")).map { text[($0 + 1)...] } ?? bare
    let name = inner.prefix { !"(>:[]".utf8.contains($0) }.string
    return name.hasPrefix("com.apple.") ? String(name.dropFirst(10)) : name
  }
}
