/// A report of the watchdog on a process that it ended.
package enum WatchdogReport {
  /// What took too long, where that was a launch.
  package static let launchEvents = ["process-launch", "scene-create"]
  /// What else can take too long.
  package static let otherEvents = ["scene-update", "process-exit"]

  /// True if the report names a launch as what took too long; nil if it names nothing.
  static func isOfLaunch(_ report: String) -> Bool? {
    if launchEvents.contains(where: report.contains) { return true }
    return otherEvents.contains(where: report.contains) ? false : nil
  }
}
