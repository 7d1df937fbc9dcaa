/// A move of an app or a scene between the background and being active.
public enum LifecycleMove: UInt8, Named, Sendable, CaseIterable {
  /// It is about to enter the foreground: `app.willEnterForeground`, `scene.willEnterForeground`.
  case foreground
  /// It became active: `app.didBecomeActive`, `scene.didActivate`.
  case active
  /// It is about to stop being active: `app.willResignActive`, `scene.willDeactivate`.
  case inactive
  /// It entered the background: `app.didEnterBackground`, `scene.didEnterBackground`.
  case background

  /// The kind of event that reports the move of a scene.
  public var sceneKind: EventKind {
    switch self {
    case .foreground: .sceneWillEnterForeground
    case .active: .sceneDidActivate
    case .inactive: .sceneWillDeactivate
    case .background: .sceneDidEnterBackground
    }
  }
}
