/// A process of an app, with what is known of it from the messages so far.
struct LogProcess: Sendable {
  /// Its bundle, or the name of its program where no message names the bundle.
  var app: String?
  /// The name under which it logs, in lower case.
  var name: String?
  /// The name of its stream, where no number distinguishes it from other processes of its name.
  var stream: String?
  /// Its number, where it is known by its name.
  var number: Int64?
  /// Whether it is a program of macOS.
  var isOfMac = false
  /// Whether a debugger is attached to it.
  var isDebugged = false
  /// Whether it has given an event.
  var isHeard = false
  /// What rows of `messages.txt` noted of it.
  var flags: Set<String> = []
  /// What its numbered messages said last.
  var sequence = LogSequence()
  /// How many of its messages, at least, are missing since its last event.
  var missingCount: Int64 = 0
  /// The times of the messages about its start and its end.
  var started: Int64?
  var ended: Int64?
  /// What was said of why it is to end, and when.
  var cause: [String: String] = [:]
  var causeInstant: Int64 = 0
  /// What let it run in the background last, before iOS 13.
  var assertion: String?
  /// The kinds of its tasks.
  var taskKinds: [String: String] = [:]
  /// True if a message about its end gave a reason.
  var isExplained = false
  /// What the app itself said last of its life cycle.
  var said = ""

  /// How far behind the end of a process another message may come of it.
  static let exitNanos: Int64 = 5_000_000_000

  /// Notes the change that a row reports; false if nothing changed.
  ///
  /// `why` is the reason that a message about an exit gives.
  mutating func take(_ row: MessageRow, task: String?, why: String?, at instant: Int64) -> Bool {
    // Of several messages about one exit, the first seldom says why.
    let isNear = ended.map { 0...Self.exitNanos ~= instant &- $0 } ?? false
    let explains = row.event == "process.exit" && isNear && !isExplained && why != nil
    for flag in row.flags where !["?known", "rare"].contains(flag) && !(explains && flag == "!over") {
      let name = flag.hasSuffix("*") ? "\(flag.dropFirst().dropLast()) \(task ?? "")" : "\(flag.dropFirst())"
      switch flag.first {
      case "+": flags.insert(name)
      case "-": flags.remove(name)
      default: if flags.contains(name) != (flag.first == "?") { return false }
      }
    }
    if row.event == "process.exit" {
      ended = ended ?? instant
      isExplained = why != nil
    }
    return true
  }
}

extension LogProcess {
  /// A process whose first message is one of its own.
  init(author message: LogMessage) {
    app = message.process.isEmpty ? nil : message.process
    name = message.process.lowercased()
    if message.pid == nil, !message.process.isEmpty { stream = message.stream(of: message.process) }
  }
}
