/// The parts of a launch's summary that take most of its room: the same as in `LaunchSummary`, which documents them.
package struct LaunchDetails: Sendable, Equatable {
  /// How the app was used.
  package var use = LaunchUse()
  /// The runs of named work.
  package var named = [NamedWork]()
  /// Which kind of event followed which.
  package var order = EventOrder()
  /// The scenes.
  package var scenes = [SceneSummary]()
  /// The background tasks.
  package var tasks = [TaskSummary]()
  /// The stays in the background.
  package var stays = [StaySummary]()
  /// How long the returns from the background took, in nanoseconds.
  package var resumes = [Int64]()
  /// What may become findings.
  package var candidates = [Candidate]()
  /// The counts in a payload of MetricKit.
  package var metrics = [MetricCount]()

  /// A hash of the details, the same for equal ones; nil if there are scenes, tasks, candidates, metrics or times of
  /// resumes, as no two launches have the same of those.
  ///
  /// Of stays their ends alone have a part in it: details with one hash may differ.
  var sharedHash: UInt64? {
    if !scenes.isEmpty || !tasks.isEmpty || !candidates.isEmpty || !metrics.isEmpty || !resumes.isEmpty { return nil }
    var hash = WordHash()
    for counts in [use.appHandled, use.appUnhandled, use.sceneHandled, use.sceneUnhandled] { hash.add(counts.word) }
    hash.add(UInt64(use.returns) << 16 | UInt64(use.windowConnects))
    for work in named {
      hash.add(work.name, .none)
      hash.add(UInt64(work.runs) << 8 | UInt64(work.kind.rawValue))
    }
    for pair in order.pairs { hash.add(UInt64(pair.previous.rawValue) << 8 | UInt64(pair.next.rawValue)) }
    for set in [order.untilFirstFrame, order.withFirstFrame] {
      hash.add(UInt64(truncatingIfNeeded: set.bits))
      hash.add(UInt64(truncatingIfNeeded: set.bits >> 64))
    }
    for stay in stays { hash.add(UInt64(stay.end.rawValue)) }
    return hash.value
  }

  /// About how many bytes they take, where no other launch shares their lists.
  var byteCount: Int {
    var bytes = ownByteCount
    bytes += named.count * MemoryLayout<NamedWork>.stride
    bytes += order.pairs.count * MemoryLayout<EventPair>.stride
    bytes += stays.count * MemoryLayout<StaySummary>.stride
    return bytes
  }

  /// The same without named work, the order of events and stays, which launches mostly share.
  var ownByteCount: Int {
    var bytes = MemoryLayout<Self>.stride
    bytes += scenes.count * MemoryLayout<SceneSummary>.stride
    bytes += tasks.count * MemoryLayout<TaskSummary>.stride
    bytes += candidates.count * MemoryLayout<Candidate>.stride
    bytes += metrics.count * MemoryLayout<MetricCount>.stride
    bytes += resumes.count * MemoryLayout<Int64>.stride
    for candidate in candidates { bytes += candidate.explanations.count * MemoryLayout<KindSet>.stride }
    return bytes
  }
}
