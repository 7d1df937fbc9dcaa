import TraceModel

/// One launch, as far as the checks of an app that adopts scenes look at it.
struct SceneLaunch {
  let use: LaunchUse
  let named: [NamedWork]
  let kinds: KindSet
  /// Its model, and its device; or its device, and a number of its own if launches count one by one.
  let draw: LaunchDraw
  let isBackground: Bool
  /// A person opened it: it is seen from its start, and was not launched in the background.
  let isOpened: Bool
  let reachesForeground: Bool
  /// How often it came back to the foreground.
  let returns: Int
  /// From the end of `didFinishLaunching` to the end of the first `willConnect`, in nanoseconds; nil if unknown.
  let connectNanos: Int64?

  init(_ launch: Launch, draw: LaunchDraw) {
    let summary = launch.summary
    use = summary.use
    named = summary.named
    kinds = summary.kinds
    self.draw = draw
    isBackground = launch.kind == .background
    reachesForeground = summary.kinds.intersects(LaunchSign.foreground)
    isOpened = summary.isSeenFromStart && !isBackground && reachesForeground
    returns = summary.stays.count { $0.end == .foreground }
    let ends = [summary.milestones[.launchEnd], summary.milestones[.sceneConnected]]
    connectNanos = ends.contains(Event.absent) || ends[1] < ends[0] ? nil : ends[1] - ends[0]
  }
}
