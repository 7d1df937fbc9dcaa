package import TraceModel

/// A launch that is known by one event, `launch.earlier`, and that other launches depend on.
///
/// A launch is cold or warm by comparison with the one before it on its device. If that one is removed from a store, or
/// left out of an export, an event stands for it, with the launch's device, app, versions, boot and first instant.
///
/// ```
/// {"event":"launch.earlier","time":"2026-11-20T10:00:00Z","launch":"L1","device":"D1","app":"com.example.shop",
///  "appVersion":"4.8.0","boot":"B1","reason":"app"}
/// ```
package struct EarlierLaunch: Sendable {
  /// The summary of the launch itself, or of the event that stood for it so far.
  package let summary: LaunchSummary
  /// True if a launch of this app recorded events of the app's or its scenes' life.
  let isOfApp: Bool

  static func isAbout(_ event: Event, _ symbols: Symbols) -> Bool {
    symbols.signature(event).kind == .launchEarlier
  }

  /// The event that stands for the launch; `symbols` are those of its summary.
  package func event(_ symbols: inout Symbols) -> Event {
    var signature = Signature()
    signature.kind = .launchEarlier
    if isOfApp { signature.reason = symbols.texts.intern(LaunchNature.ofApp) }
    var event = Event()
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
    event.context = summary.context
    event.stream = summary.stream
    if summary.hasWallClock { event.time = summary.firstInstant } else { event.uptime = summary.firstInstant }
    return event
  }

  /// The launch of which only such events are known.
  static func replayed(_ facts: LaunchFacts, _ events: some ReplayOrder) -> ReplayedLaunch {
    var summary = LaunchSummary()
    summary.stream = facts.summary.stream
    summary.ordinal = facts.summary.ordinal
    summary.firstInstant = facts.summary.firstInstant
    summary.lastInstant = facts.summary.lastInstant
    summary.eventCount = facts.summary.eventCount
    summary.kinds = facts.summary.kinds
    summary.nature = .earlier
    summary.natureReason = events.first?.signature.reason ?? .none
    return ReplayedLaunch(
      summary: summary, context: facts.context, known: nil, events: [], machines: [], doubts: [])
  }
}
