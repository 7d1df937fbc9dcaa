/// A number of this project's, not Apple's, that decides what a log does not say.
package enum Inference: String, Sendable, CaseIterable {
  case folded, forwarded, late, leaked, prewarmed, pushed, suspended, swiped

  /// What it decides, the number in milliseconds, and what that rests on.
  private var row: (summary: String, millis: Int64, evidence: String) {
    switch self {
    case .folded:
      (
        "Two sources that tell an event within this time tell it once.", 1000,
        "far over a notification's delay, far under a person's next act"
      )
    case .forwarded:
      ("An app callback so soon after its scene's was sent on from it.", 50, "organicmaps 12967")
    case .late:
      (
        "An app told to come to the foreground so long after its launch was in the background.",
        1000, "launches to the foreground go there at once"
      )
    case .leaked:
      (
        "A task that lives so long after it expired is never ended.", 2000,
        "twice what Apple DTS gives expiration handlers"
      )
    case .prewarmed:
      (
        "A launch that paused so long before its foreground was prewarmed.", 10_000,
        "getsentry/sentry-cocoa 1897; iOS 15 and later"
      )
    case .pushed:
      (
        "A push so long before the foreground woke the app by itself.", 2000,
        "people answer a notification at once"
      )
    case .suspended:
      (
        "After so long without event and task iOS has suspended the app.", 10_000,
        "field logs: iOS suspends seconds after the last task"
      )
    case .swiped:
      (
        "A scene told to come so soon after a disconnect was swiped away.", 2000,
        "Apple forum thread 732170"
      )
    }
  }

  /// What it decides, in one sentence.
  package var summary: String { row.summary }
  /// The number, in nanoseconds.
  package var nanos: Int64 { row.millis * 1_000_000 }
  /// What the number rests on.
  package var evidence: String { row.evidence }
}
