import TraceModel

/// A process as one log shows it: the name of its program, its process id, and its first and last instant, by which
/// other logs and reports of it are found.
struct ProcessSpan: Sendable {
  /// The longest time between the last line of a process and the report on its end, if only its name and process id
  /// identify it: this project's number.
  private static let closeNanos: Int64 = 600_000_000_000
  /// How long after the start of a process its app may write its first line: no launch takes longer.
  private static let launchNanos = Inference.watched.nanos
  /// How long after the end of a process lines of it may come.
  private static let exitNanos: Int64 = 5_000_000_000
  /// How far apart two clocks may have read one instant.
  private static let tolerance = Inference.folded.nanos

  let summary: LaunchSummary
  /// The name of its program in lower case: mostly the last word of the app's id.
  let name: String
  let pid: Int64
  /// True if the log has only lines of the app's own and names the app by its program.
  let isOfProgram: Bool
  /// True if it is the system's log, or a copy of it, and names the bundle id.
  let isOfBundle: Bool
  private let context: Context
  private let format: InputFormat?
  /// The device, if lines of text name it.
  private let host: TextID

  var first: Int64 { summary.firstInstant }
  var last: Int64 { summary.lastInstant }
  var start: Int64? { summary.milestones[.start] == Event.absent ? nil : summary.milestones[.start] }

  /// How well the log names the process: the bundle id counts more than the device.
  var rank: Int { (isOfBundle ? 2 : 0) + (host.isNone ? 0 : 1) }

  /// The process of a launch; nil without an app, a process id or a known event.
  init?(_ summary: LaunchSummary, _ symbols: Symbols) {
    let context = symbols.context(summary.context)
    let texts = symbols.texts
    let key = symbols.stream(summary.stream)
    // Launches that are judged alone have no processes in their contexts.
    pid = context.pid == Event.absent ? key.pid : context.pid
    guard pid != Event.absent, !context.app.isNone, summary.holdsKnownEvents else { return nil }
    let app = Normalised.id(texts.string(context.app))
    format = InputFormat(rawValue: texts.string(context.format))
    let isOfSystem = format == .copiedText || format == .systemLog
    isOfProgram = isOfSystem && !app.contains(".")
    isOfBundle = isOfSystem && app.contains(".")
    // A report of a program with another name than the last word of its bundle id has a stream that is named after it.
    let named = texts.string(key.source).drop { $0 != "/" }.dropFirst()
    let isNamed = format == .report && !named.isEmpty
    name = isNamed ? Normalised.id(String(named)) : app.split(separator: ".").last.map(String.init) ?? app
    self.summary = summary
    self.context = context
    host = key.device
  }

  /// True if it is a report on an end that does not say when it was.
  var isUndatedEnd: Bool {
    format == .report && !summary.hasWallClock && summary.eventCount == 1
      && summary.kinds.contains(.processExit)
  }

  /// True if the two agree in all that both name: program, process id, boot, device and start.
  func mayBeProcess(of other: ProcessSpan, isOfAnyName: Bool = false) -> Bool {
    let isOfOneFormat = context.format == other.context.format
    let agree =
      context.boot.agrees(with: other.context.boot)
      && (!isOfOneFormat || context.device.agrees(with: other.context.device) && host.agrees(with: other.host))
    guard name == other.name || isOfAnyName, pid == other.pid, agree else { return false }
    let areOnOneClock = summary.hasWallClock == other.summary.hasWallClock
    guard areOnOneClock, let start, let otherStart = other.start else { return true }
    return (start &- otherStart).magnitude <= UInt64(Self.tolerance)
  }

  /// True if this report may be about the end of a launch, which lies between the start of the process and the report,
  /// and began soon after the start or ended soon before the report.
  func tellsEnd(of launch: ProcessSpan) -> Bool {
    let areDated = summary.hasWallClock && launch.summary.hasWallClock
    guard mayBeProcess(of: launch), areDated, launch.last <= last &+ Self.tolerance else { return false }
    let isClose = last &- launch.last <= Self.closeNanos
    guard let start else { return isClose && !launch.summary.kinds.contains(.processExit) }
    guard launch.first >= start &- Self.tolerance else { return false }
    return launch.first &- start <= Self.launchNanos || isClose && !launch.summary.isSeenFromStart
  }

  /// True if both may be one process, where this log names the program alone and the other the bundle id: they overlap
  /// or lie close together, and no process starts or ends between them.
  func mayBePart(of other: ProcessSpan, isOfAnyName: Bool = false) -> Bool {
    guard mayBeProcess(of: other, isOfAnyName: isOfAnyName), summary.stream != other.summary.stream else {
      return false
    }
    let shift = PartMerge.shift(from: (first, summary.hasWallClock), to: (other.first, other.summary.hasWallClock))
    let own = (summary: summary, first: first &+ shift, last: last &+ shift)
    let its = (summary: other.summary, first: other.first, last: other.last)
    let (earlier, later) = own.first <= its.first ? (own, its) : (its, own)
    if later.first &- earlier.last > Self.closeNanos { return false }
    for (one, two) in [(earlier, later), (later, earlier)] where one.summary.kinds.contains(.processExit) {
      if two.last &- one.last > Self.exitNanos { return false }
    }
    return !later.summary.isSeenFromStart || later.first &- earlier.first <= Self.launchNanos
      || earlier.summary.nature == .prewarmed && later.first <= earlier.last
  }
}

extension ProcessSpan {
  /// Why the two were not joined though they may be one process, where this log names the program alone and the other
  /// the bundle id; nil if they cannot be one.
  func doubt(of other: ProcessSpan) -> String? {
    if name != other.name {
      return mayBePart(of: other, isOfAnyName: true)
        ? "the program has another name than the last word of the bundle id" : nil
    }
    if mayBePart(of: other) { return "more than one pair of launches fits" }
    let isOneDated = summary.hasWallClock != other.summary.hasWallClock
    return isOneDated && mayBeProcess(of: other)
      ? "the times of one log have no date, and its times of day differ; --date names the day" : nil
  }
}
