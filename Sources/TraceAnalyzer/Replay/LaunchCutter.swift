import TraceModel

/// Cuts the events of a stream that names no launch into launches.
///
/// A launch begins at `process.start`; where `seq` falls; after `process.exit`; where the app is launched again; and
/// where it comes to the foreground after `app.willTerminate`. In a stream that names no process it also begins where
/// the record of its length says so. A `launch.request` belongs to the `process.start` that follows within 30 s.
///
/// A stream that names no process and was cut at its front begins inside a launch. iOS kills suspended apps without an
/// event, and UIKit launches an app once in each process: the next launch begins where the app is launched, with its
/// setup before that. In a stream that names its process a second launch is a fault, not a cut.
///
/// After a reboot another process may get the number of an earlier one. The only signs may be silence in the background
/// and an activation without `app.willEnterForeground`. They do not cut: a returning process looks alike if that kind
/// is not recorded, as in many logs, or was lost, and a suspended process keeps its number for days. A missed cut
/// leaves an `order.app` that is `possible`; a false cut would count a launch that never was. A recorder that names
/// `boot` or `launch` decides it.
struct LaunchCutter {
  private static let requestNanos: Int64 = 30_000_000_000
  private static let starts = KindSet([.processStart, .appWillFinishLaunching, .appDidFinishLaunching])
  /// The app comes to the foreground: impossible in a process that is being terminated.
  private static let comings = KindSet([
    .appWillEnterForeground, .appDidBecomeActive, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate,
  ])
  static let entries = starts.union(KindSet([.processInitializers, .processMain]))
  /// May precede `app.didFinishLaunching`: UIKit may announce scenes, and load views, before it calls the delegate.
  private static let setup = entries.union(KindSet(families: ["view"])).union(
    KindSet([.appConfigurationForConnecting, .sceneWillConnect]))
  /// Events that no app gets before it was launched.
  private static let lives = EventKind.appLife.union(EventKind.sceneLife).subtracting(setup)
  private static let families = KindSet(families: ["process", "app", "scene", "view"])
  /// True if no event names the process of the stream.
  let isNameless: Bool
  /// True if the stream is a session of a recorder that names no process, and says at each start that it is in the
  /// foreground.
  let isSession: Bool
  /// True if the stream is all that an SDK sent of a device or session: requests may be of the process before.
  let isOfSDK: Bool
  private var isInForeground = false
  private var lastSeq = Event.absent
  private var hasExited = false
  private var exit: OrderedEvent?
  private var termination: OrderedEvent?
  /// True if the launch is seen from its start, nil before its first event of a life.
  private var isSeenFromStart: Bool?
  /// The last event that no app gets before it was launched.
  private var life: OrderedEvent?
  /// The last record of this launch's length.
  private var measured: OrderedEvent?
  private var hasLeft = false
  /// The kinds that begin this launch, and its start as each source reported it.
  private var entries = KindSet()
  private var occurrences = Occurrences()

  /// The indices in `orderedEvents` where launches begin, rising, the first 0.
  static func starts(
    in orderedEvents: OrderedEvents, isNameless: Bool = false, isSession: Bool = false, isOfSDK: Bool = false
  ) -> [Int] {
    let fresh = LaunchCutter(isNameless: isNameless, isSession: isSession, isOfSDK: isOfSDK)
    var cutter = fresh
    let answered = answered(in: orderedEvents)
    var starts = [0]
    var hasPendingRequest = false
    for (index, orderedEvent) in orderedEvents.enumerated() {
      let kind = orderedEvent.signature.kind
      let begins =
        kind == .launchRequest
        ? answered.contains(index) && !hasPendingRequest
        : cutter.begins(orderedEvent) && !(kind == .processStart && hasPendingRequest)
      if kind == .launchRequest { hasPendingRequest = hasPendingRequest || begins }
      if kind == .processStart { hasPendingRequest = false }
      if begins {
        let isRelaunch = cutter.isRelaunch(orderedEvent)
        // What begins a launch and ties with its start belongs to it; a second start is of another launch.
        let ties = orderedEvents[..<index].reversed().prefix { earlier in
          if isRelaunch { return isSetup(earlier, of: orderedEvent) }
          if kind == .launchMeasured { return isWithin(earlier, orderedEvent) }
          if isOfSDK, kind == .processStart, cutter.entries.bits == 0 { return earlier.isNear(orderedEvent) }
          return Self.entries.contains(earlier.signature.kind) && earlier.signature.kind != kind
            && earlier.ties(with: orderedEvent)
        }
        if index - ties.count > starts[starts.count - 1] { starts.append(index - ties.count) }
        cutter = fresh
      }
      cutter.note(orderedEvent)
    }
    return starts
  }

  /// The events of each source, if a launch goes on in one source after the next launch began in another; else nil.
  ///
  /// One process has a process id at a time: such sources are logs of two devices, or of two days that they do not
  /// name. A log that was cut into parts, or copied twice, has no such launch.
  static func eventsBySource(_ orderedEvents: OrderedEvents, _ starts: [Int]) -> [[Event]]? {
    if starts.count < 2 { return nil }
    let events = orderedEvents.map(\.event)
    let ends = starts.dropFirst(2) + [events.count]
    let areTangled = zip(starts, zip(starts.dropFirst(), ends)).contains { earlier, launch in
      let source = events[earlier].source
      return events[launch.0].source != source && events[launch.0..<launch.1].contains { $0.source == source }
    }
    guard areTangled else { return nil }
    var sources: [SourceID] = []
    for event in events where !sources.contains(event.source) { sources.append(event.source) }
    return sources.map { source in events.filter { $0.source == source } }
  }

  /// The indices of requests that a start follows in time; from the end, as many may have no start.
  private static func answered(in orderedEvents: OrderedEvents) -> Set<Int> {
    var answered = Set<Int>()
    var latest = Int64?.none
    for index in orderedEvents.indices.reversed() {
      let kind = orderedEvents[index].signature.kind
      let instant = orderedEvents[index].instant
      if kind == .launchRequest, let latest, latest <= instant &+ requestNanos { answered.insert(index) }
      latest = kind == .processStart ? instant : latest.map { max($0, instant) }
    }
    return answered
  }

  private func begins(_ orderedEvent: OrderedEvent) -> Bool {
    let kind = orderedEvent.signature.kind
    let phase = orderedEvent.signature.phase
    if orderedEvent.isNumbered, orderedEvent.event.seq < lastSeq { return true }
    if isSession, isInForeground, kind == .appWillEnterForeground { return true }
    if isNameless, kind == .launchMeasured { return isOfNext(orderedEvent) }
    // An event with the timestamp of the exit came before the exit: a process that has ended does nothing.
    if let exit, exit.ties(with: orderedEvent), !Self.starts.contains(kind) { return false }
    if hasExited, kind != .processStart { return kind != .processExit && orderedEvent.signature.eventSource != .system }
    if let termination, Self.comings.contains(kind), !termination.ties(with: orderedEvent) { return true }
    guard Self.starts.contains(kind), phase != .end else { return false }
    // An entry that another source reports again is no second launch.
    if occurrences.index(of: Occurrence(orderedEvent)) != nil { return false }
    if kind == .processStart { return isSession || isOfSDK || entries.bits != 0 }
    if let measured, isNameless, orderedEvent.clock > measured.clock { return true }
    return entries.contains(.appDidFinishLaunching) || entries.contains(kind) || isRelaunch(orderedEvent)
  }

  private func isOfNext(_ record: OrderedEvent) -> Bool {
    // Two records of one launch that measure it to different ends.
    if let measured { return record.clock &- record.event.taken >= measured.clock && record.clock > measured.clock }
    if entries.bits == 0 { return false }
    return hasExited || hasLeft || isSeenFromStart != true
  }

  /// True if the event came while the launch that the record measures ran.
  private static func isWithin(_ earlier: OrderedEvent, _ record: OrderedEvent) -> Bool {
    earlier.clock >= record.clock &- record.event.taken
      && ![.processExit, .launchMeasured].contains(earlier.signature.kind)
  }

  /// True if the app is launched after a life whose start is not seen, in a stream that names no process.
  private func isRelaunch(_ orderedEvent: OrderedEvent) -> Bool {
    let kind = orderedEvent.signature.kind
    let isLaunch = kind == .appWillFinishLaunching || kind == .appDidFinishLaunching
    guard isNameless, isLaunch, isSeenFromStart == false, let life = life?.event else { return false }
    // Lines below the launch's line came after it: the wall clock was set back.
    return life.source != orderedEvent.event.source || life.line < orderedEvent.event.line
  }

  private static func isSetup(_ earlier: OrderedEvent, of launch: OrderedEvent) -> Bool {
    if earlier.ties(with: launch) { return true }
    // `seq` begins again with each process.
    if earlier.isNumbered, launch.isNumbered, earlier.event.seq > launch.event.seq { return false }
    return setup.contains(earlier.signature.kind) && launch.clock &- earlier.clock <= Inference.watched.nanos
  }

  private mutating func note(_ orderedEvent: OrderedEvent) {
    let kind = orderedEvent.signature.kind
    let phase = orderedEvent.signature.phase
    if orderedEvent.isNumbered { lastSeq = orderedEvent.event.seq }
    if kind == .processExit {
      hasExited = true
      exit = orderedEvent
    }
    if kind == .appWillTerminate { termination = orderedEvent }
    if kind == .appWillEnterForeground { isInForeground = true }
    if kind == .appDidEnterBackground { isInForeground = false }
    if kind == .appDidEnterBackground || kind == .sceneDidEnterBackground { hasLeft = true }
    if kind == .launchMeasured { measured = orderedEvent }
    if phase != .end, kind != .unknown, kind != .launchRequest { entries.insert(kind) }
    if isSeenFromStart == nil, Self.families.contains(kind) { isSeenFromStart = Self.entries.contains(kind) }
    if Self.lives.contains(kind) { life = orderedEvent }
    guard Self.starts.contains(kind) else { return }
    if phase == .end { return occurrences.prolong(orderedEvent) }
    let entry = Occurrence(orderedEvent)
    if !occurrences.fold(entry) { occurrences.append(entry) }
  }
}

extension OrderedEvent {
  /// True if it came so shortly before `start` that both may be of one process.
  fileprivate func isNear(_ start: OrderedEvent) -> Bool { start.clock &- clock <= Inference.folded.nanos }
}
