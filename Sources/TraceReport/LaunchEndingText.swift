import TraceAnalyzer
import TraceModel

extension LaunchEnding {
  /// How the launch ended, in few words.
  var text: String {
    switch self {
    case .exit(let reason, _): reason.isEmpty ? "the process ended, the log does not say why" : reason
    case .suspended: "not recorded; the process was suspended"
    case .notRecorded: "not recorded"
    case .nothing: "no event"
    }
  }

  /// What shows it, each fact in a sentence.
  var grounds: [String] {
    switch self {
    case .exit(let reason, let event):
      let place = event.source.map { " (\($0.file):\($0.line))" } ?? ""
      let seen = "process.exit at \(DurationText.of(event.offsetNanos))\(place) shows the end."
      if reason.isEmpty { return [seen] }
      let meaning = ExitReason(reason)?.meaning ?? "The word is none that tracetool knows: no rule looks at it."
      return [meaning, seen]
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

  private static func text(_ event: HistoryEntry) -> String {
    "\(event.event ?? "") at \(DurationText.of(event.offsetNanos))"
  }
}

extension ExitReason {
  /// Why the process ended, in one sentence.
  fileprivate var meaning: String {
    switch self {
    case .user: "A person closed the app."
    case .normal: "The process ended by itself."
    case .memoryLimit: "The process used more memory than one process may."
    case .memoryPressure: "Other processes needed the memory."
    case .idle: "The system did not need the process any more."
    case .diskSpace: "The system needed disk space."
    case .watchdog: "It took too long to launch, to change between foreground and background, or to answer."
    case .backgroundTask: "A background task was not ended in time."
    case .urlSession: "The events of a background URL session were not handled in time."
    case .fetch: "A background fetch was not completed in time."
    case .fileLock: "It was suspended while it held a lock on a file that others share."
    case .cpu: "It used more of the processor than it may."
    case .thermal: "The device was too hot."
    case .resources: "It used more resources than it may."
    case .tooManyTasks: "It had more background tasks than an app may have."
    case .voip: "It took VoIP pushes without a call, or was resumed too often."
    case .crash: "It crashed."
    case .tool: "A developer's tool ended it."
    }
  }
}
