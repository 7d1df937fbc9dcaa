import TraceModel

/// Cuts the events of a stream that names no launch into launches.
///
/// A launch begins at `process.start`; where `seq` falls; after `process.exit`; and where the app is
/// launched again. A `launch.request` belongs to the `process.start` that follows within 30 s.
struct LaunchCutter {
  private static let requestNanos: Int64 = 30_000_000_000
  private var lastSeq = Event.absent
  private var hasExited = false
  /// Who told the last entry of a kind in this launch, and when.
  private var entries: [EventKind: (tellers: [Teller], instant: Int64)] = [:]

  /// Where launches begin in `moments`, rising, the first at 0.
  static func starts(in moments: [Moment]) -> [Int] {
    var cutter = LaunchCutter()
    var starts = [0]
    var hasPendingRequest = false
    for (index, moment) in moments.enumerated() {
      let kind = moment.signature.kind
      let begins =
        kind == .launchRequest
        ? isAnswered(moments, after: index) && !hasPendingRequest
        : cutter.begins(moment) && !(kind == .processStart && hasPendingRequest)
      if kind == .launchRequest { hasPendingRequest = hasPendingRequest || begins }
      if kind == .processStart { hasPendingRequest = false }
      if begins {
        if index > 0 { starts.append(index) }
        cutter = LaunchCutter()
      }
      cutter.note(moment)
    }
    return starts
  }

  private static func isAnswered(_ moments: [Moment], after index: Int) -> Bool {
    let limit = moments[index].instant &+ requestNanos
    return moments[(index + 1)...].prefix { $0.instant <= limit }
      .contains { $0.signature.kind == .processStart }
  }

  private func begins(_ moment: Moment) -> Bool {
    let signature = moment.signature
    if moment.isNumbered, moment.event.seq < lastSeq { return true }
    if hasExited, signature.kind != .processStart {
      return signature.kind != .processExit && signature.teller != .system
    }
    guard signature.phase != .end, !isFolded(moment) else { return false }
    switch signature.kind {
    case .processStart: return !entries.isEmpty
    case .appWillFinishLaunching, .appDidFinishLaunching:
      return entries[.appDidFinishLaunching] != nil || entries[signature.kind] != nil
    default: return false
    }
  }

  /// Whether another reporter tells the entry that this launch already holds.
  private func isFolded(_ moment: Moment) -> Bool {
    let signature = moment.signature
    guard let entry = entries[signature.kind], !entry.tellers.contains(signature.teller) else {
      return false
    }
    let isReport = signature.teller == .system || entry.tellers.contains(.system)
    return signature.kind == .processStart && isReport
      || moment.instant &- entry.instant <= Occurrences.spanNanos(of: signature)
  }

  private mutating func note(_ moment: Moment) {
    let signature = moment.signature
    if moment.isNumbered { lastSeq = moment.event.seq }
    if signature.kind == .processExit { hasExited = true }
    guard signature.kind != .unknown, signature.kind != .launchRequest else { return }
    if signature.phase == .end {
      if entries[signature.kind]?.tellers.contains(signature.teller) == true {
        entries[signature.kind]?.instant = moment.instant
      }
    } else if isFolded(moment) {
      entries[signature.kind]?.tellers.append(signature.teller)
    } else {
      entries[signature.kind] = ([signature.teller], moment.instant)
    }
  }
}
