/// A number of this project's, not Apple's, that decides what a log does not say.
package enum Inference: Sendable, CaseIterable {
  case folded, forwarded, late, leaked, left, opened, prewarmed, pushed, suspended, swiped, unseen, watched

  /// The number, in nanoseconds.
  package var nanos: Int64 {
    switch self {
    case .folded: 1_000_000_000
    case .forwarded: 50_000_000
    case .late, .left: 1_000_000_000
    case .leaked, .pushed, .swiped: 2_000_000_000
    case .opened: 5_000_000_000
    case .suspended, .unseen: 10_000_000_000
    case .prewarmed, .watched: 20_000_000_000
    }
  }

  /// What it decides, in a sentence.
  package var meaning: String {
    switch self {
    case .folded: "Two sources that report an event within this time report the same event."
    case .forwarded: "An app callback so soon after its scene's was forwarded from it."
    case .late: "An app that enters the foreground so long after its launch was launched in the background."
    case .left:
      "An app that enters the background so long after its launch, with no foreground before, may have left one that is "
        + "not recorded."
    case .leaked: "A task that still runs so long after it expired is never ended."
    case .opened: "A URL, an activity or a shortcut that comes so soon after a launch is what the app was launched for."
    case .prewarmed:
      """
      A launch that paused for longer than this, or than the log says the watchdog granted it, before it entered the \
      foreground was prewarmed.
      """
    case .pushed: "A push so long before the app entered the foreground woke the app by itself."
    case .suspended: "After so long without an event or a task, iOS has suspended the app."
    case .swiped: "A scene that enters the foreground so soon after a disconnect was swiped away in the app switcher."
    case .unseen:
      "A process that lives so long after its launch without an activation, in a log that has some, was launched in the"
        + " background."
    case .watched:
      "The same of a process of which no more is known than its start, or that ends: no launch takes longer."
    }
  }

  /// The document or measurement that the number comes from.
  package var source: String {
    switch self {
    case .folded: "far over a notification's delay, far under a person's next act"
    case .forwarded: "organicmaps 12967"
    case .late: "launches to the foreground go there at once"
    case .left: "Apple, About the background execution sequence: an app launched there enters it at once"
    case .leaked: "twice what Apple DTS gives expiration handlers"
    case .opened: "UIKit delivers it right after didFinishLaunching; people take longer for a second one"
    case .prewarmed:
      """
      iOS ends a launch that a user waits for after about 20 s (termination reports, process-launch); \
      getsentry/sentry-cocoa 1897; iOS 15 and later
      """
    case .pushed: "people answer a notification at once"
    case .suspended: "field logs: iOS suspends seconds after the last task"
    case .swiped: "Apple forum thread 732170"
    case .unseen: "launches to the foreground become active at once"
    case .watched: "termination reports: the watchdog grants a launch some 20 s"
    }
  }
}
