import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool export`: the store's events as a log.
enum Export {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    let launches = try Projector.launches(
      ofStore: invocation.store, details: false, busyTimeout: invocation.busyTimeout)
    let all = Launch.all(launches.summaries, launches.symbols, noise: invocation.selection == Selection())
    if all.isEmpty { throw Failure.data("the store '\(invocation.store)' holds no event; there is nothing to export") }
    let selected = try invocation.selected(all)
    let lines = EventLines(try key(invocation).map { Redaction(key: $0) })
    var count = 0
    let answer = EventsAnswer { put in
      try launches.handOn(selected) { events, symbols in
        try System.stopIfAsked("not all was written")
        for part in stride(from: 0, to: events.count, by: 1000) {
          try put(events[part...].prefix(1000).map { try lines.line($0, symbols) }.joined())
        }
        count += events.count
      }
    }
    try invocation.deliver(answer)
    invocation.remark("\(Units.count(count, "event")) of \(Units.count(selected.count, "launch"))")
    return .fine
  }

  /// What the hashes are made with; nothing if nobody asks for any.
  private static func key(_ invocation: Invocation) throws -> [UInt8]? {
    if let file = invocation.redactKey { return try Values.key(file) }
    return invocation.has("--redact") ? (0..<32).map { _ in .random(in: .min ... .max) } : nil
  }
}
