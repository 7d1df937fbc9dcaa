import TraceModel

/// Merges the events of one process that two logs hold.
struct PartMerge {
  private static let dayNanos: Int64 = 86_400_000_000_000
  /// Text logs show milliseconds: events closer together may be one.
  private static let stepNanos: Int64 = 1_000_000

  /// Two logs' events may be one event only if these are equal.
  private struct Kind: Hashable {
    let kind: EventKind
    let phase: CallbackPhase
    let source: EventSource
  }

  private let symbols: Symbols

  init(_ symbols: Symbols) { self.symbols = symbols }

  /// What to add to an instant of one log to compare it with the other: whole days if one has only times of day.
  static func shift(from one: (first: Int64, isDated: Bool), to other: (first: Int64, isDated: Bool)) -> Int64 {
    if one.isDated == other.isDated { return 0 }
    let nanos = other.first &- one.first
    let days = (nanos &+ (nanos < 0 ? -dayNanos / 2 : dayNanos / 2)) / dayNanos
    return days &* dayNanos
  }

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
        // Both logs have the events that they share in one order.
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

  private static func dated(_ event: Event, _ shift: Int64) -> Event {
    if event.time != Event.absent || shift == 0 { return event }
    var dated = event
    dated.time = event.uptime &+ shift
    dated.uptime = Event.absent
    return dated
  }
}
