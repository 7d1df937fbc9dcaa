import TraceModel

/// What one log tells of a process by which another log or report may be known to be about the same: the name of its
/// program, its process id, and its first and its last instant.
struct ProcessSpan: Sendable {
  /// How long after its last line a process may have ended of which a report tells, if nothing else than its name and
  /// process id shows which one it was: this project's number.
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
  /// True if the log names the app by its program alone, as it is no more than lines of the app's own.
  let isOfProgram: Bool
  /// True if it is the system's log, or a copy of it, and names the bundle id.
  let isOfBundle: Bool
  private let context: Context
  /// The name of the device, where lines of text name it.
  private let host: TextID

  var first: Int64 { summary.firstInstant }
  var last: Int64 { summary.lastInstant }
  /// The start of the process, if the log or report has it.
  var start: Int64? { summary.milestones[.start] == Event.absent ? nil : summary.milestones[.start] }

  /// How well the log names the process: by the bundle id before the program, and with the device before without.
  var rank: Int { (isOfBundle ? 2 : 0) + (host.isNone ? 0 : 1) }

  /// What is told of the process of a launch; nil if it has no name or no id, or nothing of a life cycle.
  ///
  /// `pid` is its process id, where that was read beside its context.
  init?(_ summary: LaunchSummary, _ symbols: Symbols, pid: Int64? = nil) {
    let context = symbols.context(summary.context)
    let texts = symbols.texts
    let key = symbols.stream(summary.stream)
    // Where launches are judged alone, contexts hold no processes.
    self.pid = pid ?? (context.pid == Event.absent ? key.pid : context.pid)
    guard self.pid != Event.absent, !context.app.isNone, summary.holdsKnownEvents else { return nil }
    let app = Normalised.id(texts.string(context.app))
    let format = InputFormat(rawValue: texts.string(context.format))
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

  /// True if nothing that both name of a process or its device differs.
  func mayBeProcess(of other: ProcessSpan, isOfAnyName: Bool = false) -> Bool {
    // Each format names devices in its own way.
    let isOfOneFormat = context.format == other.context.format
    let agree =
      context.boot.agrees(with: other.context.boot)
      && (!isOfOneFormat || context.device.agrees(with: other.context.device) && host.agrees(with: other.host))
    guard name == other.name || isOfAnyName, pid == other.pid, agree else { return false }
    let areOnOneClock = summary.hasWallClock == other.summary.hasWallClock
    guard areOnOneClock, let start, let otherStart = other.start else { return true }
    return (start &- otherStart).magnitude <= UInt64(Self.tolerance)
  }

  /// True if this, a report, may be about the end of the process of a launch: that lived while the report says, and the
  /// one began or the other ended close to it.
  func tellsEnd(of launch: ProcessSpan) -> Bool {
    let areDated = summary.hasWallClock && launch.summary.hasWallClock
    guard mayBeProcess(of: launch), areDated, launch.last <= last &+ Self.tolerance else { return false }
    let isClose = last &- launch.last <= Self.closeNanos
    guard let start else { return isClose && !launch.summary.kinds.contains(.processExit) }
    guard launch.first >= start &- Self.tolerance else { return false }
    return launch.first &- start <= Self.launchNanos || isClose && !launch.summary.isSeenFromStart
  }

  /// True if this, of a log that names the program alone, and `other`, of one that names the bundle id, may tell of one
  /// process: the one goes on while the other does, or begins close to its end, and no process ends or starts between.
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
  /// Why this, of a log that names the program alone, was not joined with `other`, of one that names the bundle id, though
  /// both may tell of one process; nil if they cannot.
  func doubt(of other: ProcessSpan) -> String? {
    if name != other.name {
      return mayBePart(of: other, isOfAnyName: true)
        ? "the program has another name than the last word of the bundle id" : nil
    }
    if mayBePart(of: other) { return "more than one pair of launches fits" }
    let isOneDated = summary.hasWallClock != other.summary.hasWallClock
    return isOneDated && mayBeProcess(of: other)
      ? "the times of one log have no date, and its times of day are others; --date and times with a zone tell" : nil
  }
}

/// Puts the events together that two logs tell of one process.
struct PartMerge {
  private static let dayNanos: Int64 = 86_400_000_000_000
  /// How finely texts are written: what lies as near is the same.
  private static let stepNanos: Int64 = 1_000_000

  /// What an event has in common with the same event in another log.
  private struct Kind: Hashable {
    let kind: EventKind
    let phase: CallbackPhase
    let source: EventSource
  }

  private let symbols: Symbols

  init(_ symbols: Symbols) { self.symbols = symbols }

  /// What to add to an instant of one log for one of another log: whole days where one of them has times of day alone.
  static func shift(from one: (first: Int64, isDated: Bool), to other: (first: Int64, isDated: Bool)) -> Int64 {
    if one.isDated == other.isDated { return 0 }
    let nanos = other.first &- one.first
    let days = (nanos &+ (nanos < 0 ? -dayNanos / 2 : dayNanos / 2)) / dayNanos
    return days &* dayNanos
  }

  /// The events of a launch, and those of another log that it does not hold.
  func merged(_ own: [Event], _ part: [Event]) -> [Event] {
    let firsts = [own, part].map { $0.map(Self.instant).min() ?? 0 }
    let areDated = firsts.map(LaunchSummary.isOnWallClock)
    let shift = Self.shift(from: (firsts[0], areDated[0]), to: (firsts[1], areDated[1]))
    let ownEvents = areDated[0] ? own : own.map { Self.dated($0, shift) }
    let others = areDated[1] ? part : part.map { Self.dated($0, -shift) }
    var resolution = [ClockResolution(), ClockResolution()]
    for event in ownEvents { resolution[0].note(Self.instant(event)) }
    for event in others { resolution[1].note(Self.instant(event)) }
    let step = max(Self.stepNanos, resolution[0].step, resolution[1].step)
    var known = Dictionary(grouping: ownEvents, by: kind).mapValues { events in
      events.sorted { Self.instant($0) > Self.instant($1) }
    }
    return ownEvents
      + others.sorted { Self.instant($0) < Self.instant($1) }.filter { event in
        let kind = kind(event)
        // What both tell comes in the same order in both.
        while let last = known[kind]?.last, Self.instant(event) &- Self.instant(last) >= step {
          known[kind]?.removeLast()
        }
        guard kind.kind != .unknown, let last = known[kind]?.last, Self.instant(last) &- Self.instant(event) < step,
          last.scene.agrees(with: event.scene), last.task == event.task
        else { return true }
        known[kind]?.removeLast()
        return false
      }
  }

  private func kind(_ event: Event) -> Kind {
    let signature = symbols.signature(event)
    return Kind(kind: signature.kind, phase: signature.phase, source: signature.eventSource)
  }

  private static func instant(_ event: Event) -> Int64 { event.time == Event.absent ? event.uptime : event.time }

  /// An event with a time of day, on the day that the other log names.
  private static func dated(_ event: Event, _ shift: Int64) -> Event {
    if event.time != Event.absent || shift == 0 { return event }
    var dated = event
    dated.time = event.uptime &+ shift
    dated.uptime = Event.absent
    return dated
  }
}
