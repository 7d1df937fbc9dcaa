/// The parts of a launch's summary that take most of its room.
struct LaunchDetails: Sendable, Equatable {
  var use = LaunchUse()
  var named = [NamedWork]()
  var order = EventOrder()
  var scenes = [SceneSummary]()
  var tasks = [TaskSummary]()
  var stays = [StaySummary]()
  var candidates = [Candidate]()
  var metrics = [MetricCount]()

  /// About how many bytes they take, where no other launch shares their lists.
  var byteCount: Int {
    var bytes = MemoryLayout<Self>.stride
    bytes += named.count * MemoryLayout<NamedWork>.stride
    bytes += order.pairs.count * MemoryLayout<EventPair>.stride
    bytes += scenes.count * MemoryLayout<SceneSummary>.stride
    bytes += tasks.count * MemoryLayout<TaskSummary>.stride
    bytes += stays.count * MemoryLayout<StaySummary>.stride
    bytes += candidates.count * MemoryLayout<Candidate>.stride
    bytes += metrics.count * MemoryLayout<MetricCount>.stride
    for candidate in candidates { bytes += candidate.explanations.count * MemoryLayout<KindSet>.stride }
    return bytes
  }
}
