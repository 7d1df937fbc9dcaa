import TraceAnalyzer
import TraceModel

extension LaunchEnding {
  var text: String {
    switch self {
    case .exit(let reason, _): reason.isEmpty ? "the process ended, the log does not say why" : reason
    case .suspended: "not recorded; the process was suspended"
    case .notRecorded: "not recorded"
    case .nothing: "no event"
    }
  }

  var grounds: [String] {
    switch self {
    case .exit(let reason, let event):
      let location = event.source.map { " (\($0.file):\($0.line))" } ?? ""
      let seen = "process.exit at \(Self.time(of: event))\(location) shows the end."
      let meaning = reason.isEmpty ? nil : ExitReason(reason)?.facts.meaning ?? Self.unknown(reason)
      let status = event.record.exitStatus
      let isFailure = !["", "0"].contains(status)
      return [meaning, isFailure ? "Its exit status was \(status)." : nil, seen].compactMap(\.self)
    case .suspended(let last):
      return ["The last event is \(Self.text(last)). iOS ends a suspended app without an event, and may have done so."]
    case .notRecorded(let last):
      return [
        "The last event is \(Self.text(last)), and none shows that the process ended. A crash or Jetsam report beside the"
          + " log would say how."
      ]
    case .nothing: return []
    }
  }

  private static func unknown(_ reason: String) -> String {
    "The log gives the reason '\(FindingText.shown(reason, limit: 60))', which tracetool does not know, and does not judge."
      + " It knows \(ExitReason.allCases.map(\.name).joined(separator: ", "))."
  }

  private static func text(_ event: HistoryEntry) -> String {
    "\(event.event ?? "") at \(time(of: event))"
  }

  private static func time(of event: HistoryEntry) -> String {
    event.offsetNanos == 0 ? "the first instant" : DurationText.of(event.offsetNanos)
  }
}
