import TraceModel

/// A cause of a step that looks illegal but is what UIKit does: its candidate is a `quirk`, which `rules.quirks` shows.
///
/// The name of such a candidate is this text.
enum Quirk: String, Vocabulary {
  case alert = "a system alert deactivates the app, but none of its scenes"
  case forcedExit = "on a forced exit only the app, and no scene, reports the move to the background"
  case swipedAway = "the user swiped the app away in the app switcher: a scene in the foreground was never active"
}
