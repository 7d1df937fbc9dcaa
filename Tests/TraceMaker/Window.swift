/// A window of the app: one connection of a scene session, or all of an app without scenes.
struct Window: Sendable {
  enum Stage: Sendable { case attached, background, foreground, active, inactive }

  let session: String
  let instance: String
  var stage = Stage.attached

  /// How much of the foreground the window holds: 0 none, 1 on screen, 2 active.
  var presence: Int {
    switch stage {
    case .attached, .background: 0
    case .foreground, .inactive: 1
    case .active: 2
    }
  }
}

/// What UIKit tells a window.
enum Move: Sendable {
  case enterForeground, activate, deactivate, enterBackground

  var stage: Window.Stage {
    switch self {
    case .enterForeground: .foreground
    case .activate: .active
    case .deactivate: .inactive
    case .enterBackground: .background
    }
  }

  /// The canonical names, scene-based and app-based.
  var scene: String {
    switch self {
    case .enterForeground: "scene.willEnterForeground"
    case .activate: "scene.didActivate"
    case .deactivate: "scene.willDeactivate"
    case .enterBackground: "scene.didEnterBackground"
    }
  }

  var app: String {
    switch self {
    case .enterForeground: "app.willEnterForeground"
    case .activate: "app.didBecomeActive"
    case .deactivate: "app.willResignActive"
    case .enterBackground: "app.didEnterBackground"
    }
  }
}
