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
}
