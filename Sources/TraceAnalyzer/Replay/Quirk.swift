import TraceModel

/// Why a step that looks illegal is what UIKit does: such a candidate is shown on request alone, as a `quirk`.
///
/// A candidate keeps the text of its cause as its name.
enum Quirk: String, Vocabulary {
  case alert = "a system's alert takes the app's activity, and no scene's"
  case forcedExit = "a forced exit tells the app alone that it moves to the background"
  case swipedAway = "the app was swiped away: a new scene is told to come and go, and is never active"
}
