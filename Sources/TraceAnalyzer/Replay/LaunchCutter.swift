import TraceModel

/// Cuts the events of a stream that names no launch into launches.
///
/// A launch begins at `process.start`; where `seq` falls; after `process.exit`; and where the app is
/// launched again. A `launch.request` belongs to the `process.start` that follows within 30 s.
///
/// Where the device was started anew and another process has the number of an earlier one, nothing may show it but
/// silence in the background and an activation without `app.willEnterForeground`. That is no cut: a process that returns
/// looks the same where this kind is not recorded, as in many logs, or was lost, and a suspended process keeps its number
/// for days. One launch too few leaves an `order.app` that is `possible`; one too many would count a launch that never
/// was. A recorder that names `boot` or `launch` settles it.
struct LaunchCutter {
  private static let requestNanos: Int64 = 30_000_000_000
  private static let starts = KindSet([.processStart, .appWillFinishLaunching, .appDidFinishLaunching])
  /// What a launch begins with.
  static let entries = starts.union(KindSet([.processInitializers, .processMain]))
  /// Nothing tells its processes apart, and whoever records it says at the start of each that it is in the foreground.
  let isSession: Bool
  private var isInForeground = false
  private var lastSeq = Event.absent
  private var hasExited = false
  /// What this launch has entered, and who has told how it started.
  private var entries = KindSet()
  private var occurrences = Occurrences()

  /// Where launches begin in `moments`, rising, the first at 0.
  static func starts(in moments: Moments, isSession: Bool = false) -> [Int] {
    let fresh = LaunchCutter(isSession: isSession)
    var cutter = fresh
    let answered = answered(in: moments)
    var starts = [0]
    var hasPendingRequest = false
    for (index, moment) in moments.enumerated() {
      let kind = moment.signature.kind
      let begins =
        kind == .launchRequest
        ? answered.contains(index) && !hasPendingRequest
        : cutter.begins(moment) && !(kind == .processStart && hasPendingRequest)
      if kind == .launchRequest { hasPendingRequest = hasPendingRequest || begins }
      if kind == .processStart { hasPendingRequest = false }
      if begins {
        // What begins a launch and ties with its start belongs to it; a second start is another's.
        let ties = moments[..<index].reversed().prefix {
          Self.entries.contains($0.signature.kind) && $0.signature.kind != kind && $0.ties(with: moment)
        }
        if index - ties.count > starts[starts.count - 1] { starts.append(index - ties.count) }
        cutter = fresh
      }
      cutter.note(moment)
    }
    return starts
  }

  /// The places of requests that a start follows in time: from the end, as there may be many with none.
  private static func answered(in moments: Moments) -> Set<Int> {
    var (answered, latest) = (Set<Int>(), Int64?.none)
    for index in moments.indices.reversed() {
      let (kind, instant) = (moments[index].signature.kind, moments[index].instant)
      if kind == .launchRequest, let latest, latest <= instant &+ requestNanos { answered.insert(index) }
      latest = kind == .processStart ? instant : latest.map { max($0, instant) }
    }
    return answered
  }

  private func begins(_ moment: Moment) -> Bool {
    let (kind, phase) = (moment.signature.kind, moment.signature.phase)
    if moment.isNumbered, moment.event.seq < lastSeq { return true }
    if isSession, isInForeground, kind == .appWillEnterForeground { return true }
    if hasExited, kind != .processStart { return kind != .processExit && moment.signature.teller != .system }
    guard Self.starts.contains(kind), phase != .end else { return false }
    // What another reporter tells again is no second launch.
    if occurrences.index(of: Occurrence(moment: moment)) != nil { return false }
    if kind == .processStart { return isSession || entries.bits != 0 }
    return entries.contains(.appDidFinishLaunching) || entries.contains(kind)
  }

  private mutating func note(_ moment: Moment) {
    let (kind, phase) = (moment.signature.kind, moment.signature.phase)
    if moment.isNumbered { lastSeq = moment.event.seq }
    if kind == .processExit { hasExited = true }
    if kind == .appWillEnterForeground { isInForeground = true }
    if kind == .appDidEnterBackground { isInForeground = false }
    if phase != .end, kind != .unknown, kind != .launchRequest { entries.insert(kind) }
    guard Self.starts.contains(kind) else { return }
    if phase == .end { return occurrences.prolong(moment) }
    let entry = Occurrence(moment: moment)
    if !occurrences.fold(entry) { occurrences.append(entry) }
  }
}
