import TraceIngest

/// The paths of a run that follows logs, with whether they lead anywhere.
struct WatchedPaths {
  /// The time after which a note says that a path leads nowhere.
  private static let patience = Duration.seconds(5)

  private let paths: [SourcePath]
  /// Paths that lead nowhere: since when, and whether a note has said so.
  private var missing: [SourcePath: (since: ContinuousClock.Instant, isNoted: Bool)] = [:]
  /// Paths that have led somewhere.
  private var seen: Set<SourcePath> = []

  init(_ paths: [SourcePath]) { self.paths = paths }

  /// True if a path has ever led somewhere.
  func hasSeen(_ path: SourcePath) -> Bool { seen.contains(path) }

  /// Notes about paths that lead nowhere by now, and about those that lead somewhere again, a sentence each.
  mutating func notes(missing gone: Set<SourcePath>) -> [String] {
    var notes: [String] = []
    for path in paths where !gone.contains(path) {
      if missing.removeValue(forKey: path)?.isNoted == true { notes.append("'\(path.name)' is there") }
      seen.insert(path)
    }
    for path in paths where gone.contains(path) {
      let state = missing[path, default: (.now, false)]
      missing[path] = state
      if state.isNoted || state.since.duration(to: .now) < Self.patience { continue }
      missing[path] = (state.since, true)
      notes.append("'\(path.name)' is \(seen.contains(path) ? "gone" : "not there yet"); it is waited for")
    }
    return notes
  }
}
