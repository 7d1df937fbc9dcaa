package import TraceAnalyzer
package import TraceModel

extension Finding {
  /// What it is inferred from, as in `; inferred, as it still ran 2 s after it expired`; empty if it is not inferred.
  package var inferredText: Sentence {
    inferred.map { "; inferred, as \($0.reason)" } ?? ""
  }

  /// Why it fails no check, as in `possible, because the log has a hole before it`; nil if it is certain.
  var doubtText: Sentence? { doubts.isEmpty ? nil : "possible, because \(name: doubts.text)" }
}

extension Inference {
  /// Why it was drawn of one finding, in half a sentence.
  fileprivate var reason: Sentence {
    let time: Sentence =
      nanos.isMultiple(of: 1_000_000_000) ? "\(nanos / 1_000_000_000) s" : "\(nanos / 1_000_000) ms"
    return switch self {
    case .folded: "two sources report it within \(time)"
    case .forwarded: "it came within \(time) of its scene's callback"
    case .late: "the app entered the foreground more than \(time) after its launch"
    case .leaked: "it still ran \(time) after it expired"
    case .left: "the app entered the background more than \(time) after its launch"
    case .opened: "it came within \(time) of the launch"
    case .prewarmed: "the launch paused for more than \(time) before the foreground"
    case .pushed: "a push came less than \(time) before the foreground"
    case .suspended: "no event came for \(time), in which iOS suspends an app"
    case .swiped: "a scene came within \(time) of the disconnect"
    case .unseen, .watched: "the process lived for \(time) without an activation"
    }
  }
}
