/// What a report of the watchdog says of the process that it ended.
enum WatchdogReport {
  /// True if the report names a launch as what took too long; nil if it names nothing.
  static func isOfLaunch(_ report: String) -> Bool? {
    if ["process-launch", "scene-create"].contains(where: report.contains) { return true }
    return ["scene-update", "process-exit"].contains(where: report.contains) ? false : nil
  }

  /// True if the report says that the process was in the foreground; nil if it does not say.
  ///
  /// `Role`, in a document `procRole`, is what the system had the process for when it ended it, where the watchdog's own
  /// word is missing. Source: Apple, *Examining the fields in a crash report*.
  static func isInForeground(_ report: String) -> Bool? {
    for place in ["ProcessVisibility: ", "\"procRole\":\""] {
      if report.contains(place + "Foreground") { return true }
      if report.contains(place + "Background") { return false }
    }
    return nil
  }
}
