import TraceAnalyzer
import TracePipeline
import TraceReport

/// `tracetool export`: the store's events as a log.
enum Export {
  /// So many bytes are written at once.
  private static let block = 1 << 18

  static func run(_ session: Session) throws -> ExitCode {
    let launches = try Projector.launches(ofStore: session.store, details: false, busyTimeout: session.busyTimeout)
    let all = Launch.all(launches.summaries, launches.symbols)
    if all.isEmpty { throw Failure.data("the store '\(session.store)' holds no event; there is nothing to export") }
    let selected = try session.selected(all)
    let lines = EventLines(session.redactKey.map { Redaction(key: $0) })
    var count = 0
    try session.write { put in
      var text = ""
      try launches.handOn(selected) { events, symbols in
        for event in events {
          text += try lines.line(event, symbols)
          if text.utf8.count < block { continue }
          try System.stopIfAsked("not all was written")
          try put(text)
          text = ""
        }
        count += events.count
      }
      try put(text)
    }
    session.remark("\(Units.count(count, "event")) of \(Units.count(selected.count, "launch"))")
    return .fine
  }
}
