import TraceModel

/// Where a launch time begins or ends; the earlier stands first.
package enum Anchor: Named, Sendable, Comparable {
  case request, start, resumed, main, launchBegin, firstFrame, sceneReady, active
}
