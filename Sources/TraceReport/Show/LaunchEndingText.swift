import TraceAnalyzer
import TraceModel

extension LaunchEnding {
  var text: Sentence {
    switch self {
    case .exit(let reason, _): reason.isEmpty ? "the process ended, the log does not say why" : "\(name: reason)"
    case .suspended: "not recorded; the process was suspended"
    case .notRecorded: "not recorded"
    case .nothing: "no event"
    }
  }

  var grounds: [Sentence] {
    switch self {
    case .exit(let reason, let event):
      let location: Sentence = event.source.map { " (\(name: $0.file):\($0.line))" } ?? ""
      let seen: Sentence = "process.exit at \(Self.time(of: event))\(location) shows the end."
      let known = ExitReason(reason).map { "\(name: $0.facts.meaning)" as Sentence }
      let meaning = reason.isEmpty ? nil : known ?? Self.unknown(reason)
      let status = event.record.exitStatus
      let isFailure = !["", "0"].contains(status)
      return [meaning, isFailure ? "Its exit status was \(name: status)." : nil, seen].compactMap(\.self)
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

  private static func unknown(_ reason: String) -> Sentence {
    "The log gives the reason '\(.name(reason, limit: 60))', which tracetool does not know, and does not judge."
      + " It knows \(name: ExitReason.allCases.map(\.name).joined(separator: ", "))."
  }

  private static func text(_ event: HistoryEntry) -> Sentence {
    "\(name: event.event ?? "") at \(time(of: event))"
  }

  private static func time(of event: HistoryEntry) -> Sentence {
    event.offsetNanos == 0 ? "the first instant" : "\(nanos: event.offsetNanos)"
  }
}
