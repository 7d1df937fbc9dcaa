import TraceModel

/// Callbacks that run on the main thread, whose time is measured.
extension KindSet {
  /// Those whose time `main-thread.blocked` judges: not those that have a budget of their own.
  static let mainThreadCallbacks: KindSet = [
    .appWillFinishLaunching, .appDidFinishLaunching, .appWillEnterForeground, .appDidBecomeActive,
    .appWillResignActive, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate,
  ]
  /// The move to the background, which has a budget of its own.
  static let backgroundHandlers: KindSet = [.appDidEnterBackground, .sceneDidEnterBackground]
  /// All of them.
  static let timedCallbacks = mainThreadCallbacks.union(backgroundHandlers).union([.appWillTerminate])
}
