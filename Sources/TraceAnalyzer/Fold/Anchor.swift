/// Where a launch time begins or ends; the earlier stands first.
package enum Anchor: Sendable, Comparable {
  case request, start, resumed, main, launchBegin, firstFrame, sceneReady, active

  /// The name in tables and documents.
  ///
  /// For speed: to find it by reflection takes a million instructions the first time.
  package var name: String {
    switch self {
    case .request: "request"
    case .start: "start"
    case .resumed: "resumed"
    case .main: "main"
    case .launchBegin: "launchBegin"
    case .firstFrame: "firstFrame"
    case .sceneReady: "sceneReady"
    case .active: "active"
    }
  }
}
