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

  /// The words of a report before `Foreground` or `Background`.
  package static let visibility = "ProcessVisibility: "

  /// True if the report says that the process was in the foreground; nil if it does not say.
  ///
  /// `Role`, in a document `procRole`, is what the system had the process for when it ended it, where the watchdog's own
  /// word is missing. Source: Apple, *Examining the fields in a crash report*.
  package static func isInForeground(_ report: String) -> Bool? {
    for place in [visibility, "\"procRole\":\""] {
      if report.contains(place + "Foreground") { return true }
      if report.contains(place + "Background") { return false }
    }
    return nil
  }
}
