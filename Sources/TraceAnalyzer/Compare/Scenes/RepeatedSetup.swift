import TraceModel

/// Setup and background tasks that ran once in a process, and now once for each window that connects.
enum RepeatedSetup: SceneCheck {
  /// The fewest launches on each side for a row: this project's number.
  private static let fewest = 10

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    sides.head.named.keys.compactMap { key in
      guard key.kind == .setup || key.kind == .task else { return nil }
      let base = sides.base.named[key]
      let head = sides.head.named[key]
      // In hundredths: at most 1.05 runs a process that has it, at least 0.9 runs a connection.
      guard base.launchesWithRuns >= fewest, base.runs * 100 <= base.launchesWithRuns * 105,
        head.launchesOfSeveralConnects >= fewest, head.runsAtConnect * 100 >= head.connects * 90
      else { return nil }
      return row(key, base, head)
    }
  }

  private static func row(_ key: NamedWorkKey, _ base: NamedWorkTally, _ head: NamedWorkTally) -> SceneRow {
    var row = SceneRow(
      .setup, .repeated, .warning, "\(key.words) once for each window that connects",
      advice: "do once in application(_:didFinishLaunchingWithOptions:) what the process needs once")
    row.detail =
      "\(base.runs) runs in \(base.launchesWithRuns) processes, now \(head.runsAtConnect) runs at \(head.connects)"
      + " connections of \(head.launchesOfSeveralConnects) processes with several"
    return row
  }
}
