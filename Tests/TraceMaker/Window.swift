/// A window of the app: one connection of a scene session, or all of an app without scenes.
struct Window: Sendable {
  enum Stage: Sendable { case attached, background, foreground, active, inactive }

  let session: String
  let instance: String
  /// `carPlay` or `externalDisplay`; none for a window on the device itself.
  var role: String?
  var stage = Stage.attached

  /// How much of the foreground the window holds: 0 none, 1 on screen, 2 active.
  var presence: Int {
    switch stage {
    case .attached, .background: 0
    case .foreground, .inactive: 1
    case .active: 2
    }
  }

  /// Names the window in an event of its scene.
  func bear(_ record: inout Record) {
    guard record.event.hasPrefix("scene.") else { return }
    record.scene = session
    record.sceneInstance = instance
    record.sceneRole = role
  }
}

/// A callback on a window's move: the state after it, and its canonical names for scenes and for the app.
struct Move: Sendable, Equatable {
  let stage: Window.Stage
  let scene: String
  let app: String

  static let enterForeground = Move(
    stage: .foreground, scene: "scene.willEnterForeground", app: "app.willEnterForeground")
  static let activate = Move(
    stage: .active, scene: "scene.didActivate", app: "app.didBecomeActive")
  static let deactivate = Move(
    stage: .inactive, scene: "scene.willDeactivate", app: "app.willResignActive")
  static let enterBackground = Move(
    stage: .background, scene: "scene.didEnterBackground", app: "app.didEnterBackground")
}
