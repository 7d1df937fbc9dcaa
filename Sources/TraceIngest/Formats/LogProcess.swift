import TraceModel

/// A process of an app, with its state after the messages so far.
struct LogProcess: Sendable {
  /// Its bundle id, or the name of its program if no message names the bundle.
  var app: String?
  /// The name under which it logs, in lower case.
  var name: String?
  /// The name of its stream, if no process id tells it from other processes of its name.
  var stream: String?
  /// Its process id, if it is identified by its name.
  var number: Int64?
  /// True if it is a program of macOS.
  var isOfMac = false
  /// True if a debugger is attached to it.
  var isDebugged = false
  /// True if one of its messages gave an event.
  var isHeard = false
  /// The flags that rows of `messages.txt` have set.
  var flags: Set<String> = []
  /// The last numbers in its numbered messages.
  var sequence = LogSequence()
  /// How many of its messages, at least, are missing since its last event.
  var missingCount: Int64 = 0
  /// The time of the first message about it that gave it a state.
  var seen: Int64?
  /// The times of the messages about its start and its end.
  var started: Int64?
  var ended: Int64?
  /// The time of its first message, if only its name identifies it.
  private(set) var begun: Int64?
  /// The time of the first message about its app's state after its end.
  var stateAfterEnd: Int64?
  /// The logged fields of the reason why it is to end, and the time of that message.
  var cause: [String: String] = [:]
  var causeInstant: Int64 = 0
  /// The last assertion that let it run in the background, before iOS 13.
  var assertion: String?
  /// The kinds of its tasks.
  var taskKinds: [String: String] = [:]
  /// True if a message about its end gave a reason.
  var isExplained = false
  /// True if one of them said where it was.
  var isPlaced = false
  /// The last word about its life cycle that the app itself logged, and the time of that message.
  var said = ""
  var saidInstant = Event.absent
  /// The scene that this word named.
  var saidScene: String?
  /// Its first such word, if that was `inactive` and no other has followed.
  var firstInactive: LogMessage?
  /// How many times it logged that a scene connects.
  var saidConnects = 0
  /// The first message on why it is inactive, if its start is not in the log: it was active until then if it goes to the
  /// background, and was starting otherwise.
  var mayHaveResigned: (message: LogMessage, row: MessageRow, holes: [String: ArraySlice<UInt8>])?
  /// FrontBoard's names of its scenes that came to the foreground and did not leave it.
  private(set) var shownScenes: Set<String> = []

  /// How long after the end of a process another of its messages may come.
  static let exitNanos: Int64 = 5_000_000_000

  /// True shortly after its end: another of its messages was logged before it, and begins no other process.
  func isOver(at instant: Int64) -> Bool { ended.map { 0...Self.exitNanos ~= instant &- $0 } ?? false }

  /// True if the system's own messages tell where it is.
  var isSeenBySystem: Bool { sequence.hasChange || !flags.isEmpty }

  /// True while it comes to the foreground since its start, where RunningBoard gives it its role before a scene is visible.
  private var isComing: Bool { started != nil && flags.contains("visible") && !flags.contains("shown") }

  /// Applies the flags of a row, and notes an end; false if the row gives no event now.
  ///
  /// `why` is the reason in a message about an exit.
  mutating func apply(_ row: MessageRow, task: String?, why: String?, at instant: Int64) -> Bool {
    // Of several messages about one exit, the first seldom gives a reason.
    let isNear = isOver(at: instant)
    let isAgain = row.event == "process.exit" && isNear
    let explains = isAgain && (!isExplained && why != nil || !isPlaced && row.saysWhere)
    for flag in row.flags where !["?known", "rare"].contains(flag) && !(explains && flag == "!over") {
      let name = flag.hasSuffix("*") ? "\(flag.dropFirst().dropLast()) \(task ?? "")" : "\(flag.dropFirst())"
      switch flag.first {
      case "+": flags.insert(name)
      case "-": flags.remove(name)
      default: if (name == "coming" ? isComing : flags.contains(name)) != (flag.first == "?") { return false }
      }
    }
    if row.event == "process.exit" {
      ended = ended ?? instant
      // A report of a crash says only that there was one, and some lines on memory not whose it was.
      isPlaced = isPlaced || row.saysWhere
      isExplained = isExplained || why != nil && why != ExitReason.memory.name && row.fields["report"] == nil
    }
    return true
  }
}

extension LogProcess {
  /// Notes where a row says that a scene is, or that the app is if it names no scene.
  ///
  /// - Returns: False for a scene that leaves the foreground while another one of the app is there, or may be, as for a
  ///   further window in a log that begins while the app runs: the app stays there.
  mutating func note(_ row: MessageRow, scene: String?) -> Bool {
    switch row.event {
    case "log.sceneForeground": scene.map { _ = shownScenes.insert($0) }
    case "log.sceneBackground":
      if let scene { shownScenes.remove(scene) } else { shownScenes = [] }
      return shownScenes.isEmpty && (started != nil || scene?.hasSuffix("-default") ?? true)
    case "process.exit": shownScenes = []
    default: break
    }
    return true
  }

  /// A process whose first message was logged by itself.
  init(author message: LogMessage) {
    app = message.process.isEmpty ? nil : message.process
    name = message.process.lowercased()
    if message.pid == nil, !message.process.isEmpty {
      stream = message.stream(of: message.process)
      begun = message.instant
    }
  }

  /// The next process of the same name, which begins with a message of its own.
  init(next earlier: LogProcess, after message: LogMessage) {
    app = earlier.app
    name = earlier.name
    stream = message.stream(of: app ?? (message.process.isEmpty ? "app" : message.process))
    begun = message.instant
  }
}

/// Identifies a process within a log: by its process id or, in a log without these, by its name.
enum LogProcessID: Hashable, Sendable {
  case number(Int64)
  case name(String)
}

/// The numbers that continue from one message of a process to the next: a gap shows that messages are missing.
///
/// UIKit keeps the reasons for which an app is inactive as the bits of one number, and logs that number before and
/// after each change of one bit. It numbers background tasks from 1, one by one.
struct LogSequence: Sendable {
  /// How a message continues those before it.
  enum Continuation: Equatable {
    /// At least `missingCount` messages are missing between them.
    case follows(missingCount: Int64)
    /// Console wrote the message twice.
    case repeated
    /// It belongs to another process of the same name; if it belongs to the same one, at least `missingCount` messages
    /// are missing.
    case restarted(missingCount: Int64)
  }

  /// Console writes some messages twice, some 50 µs apart (github.com/microsoftconnect/ms-intune-app-sdk-ios/issues/137).
  private static let repetitionNanos: Int64 = 1_000_000
  private static let reasons = TextPattern("Deactivation reason {_}; deactivation reasons: {old} -> {new}")

  private var lastChange: (old: Int64, new: Int64, instant: Int64)?
  /// The background tasks that were begun, by their numbers.
  private var tasks: Set<Int64> = []
  private var firstTask: Int64?
  private var lastTask: Int64?
  private var lastTaskInstant = Event.absent

  /// The reasons for being inactive before and after the change that a message reports.
  static func change(in text: ArraySlice<UInt8>) -> (old: Int64, new: Int64)? {
    guard let holes = reasons.holes(in: text), let old = holes["old"]?.string,
      let new = holes["new"]?.prefix(while: \.isDigit).string
    else { return nil }
    guard let before = Int64(old), let after = Int64(new) else { return nil }
    return (before, after)
  }

  /// True if a change of reasons was seen: such an app is active when no reason is left.
  var hasChange: Bool { lastChange != nil }

  /// Notes a change of the reasons for being inactive.
  mutating func advance(change: (old: Int64, new: Int64), at instant: Int64) -> Continuation {
    guard let last = lastChange else {
      lastChange = (change.old, change.new, instant)
      return .follows(missingCount: 0)
    }
    let isSame = last.old == change.old && last.new == change.new
    if isSame, instant &- last.instant <= Self.repetitionNanos { return .repeated }
    lastChange = (change.old, change.new, instant)
    let missingCount = Int64((change.old ^ last.new).nonzeroBitCount)
    let isFromNone = change.old == 0 && last.new != 0
    return isFromNone ? .restarted(missingCount: missingCount) : .follows(missingCount: missingCount)
  }

  /// Notes the begin of a background task with this number; nil if the number is left out of the log.
  mutating func advance(task: Int64?, at instant: Int64) -> Continuation {
    guard let task else {
      lastTask = lastTask.map { $0 &+ 1 }
      return .follows(missingCount: 0)
    }
    let last = lastTask
    let lastInstant = lastTaskInstant
    if task == last, instant &- lastInstant <= Self.repetitionNanos { return .repeated }
    let isOfAnother = tasks.contains(task) || task < (firstTask ?? task)
    tasks.insert(task)
    firstTask = firstTask ?? task
    lastTask = max(last ?? task, task)
    lastTaskInstant = instant
    if isOfAnother { return .restarted(missingCount: 0) }
    let skipped = last.map { Int128(task) - Int128($0) - 1 } ?? 0
    return .follows(missingCount: Int64(clamping: max(0, skipped)))
  }
}
