/// The details of a launch, aside from its summary: none take no room, and copies share them until one is changed.
///
/// For memory: a report of launch times holds a million summaries, and reads none of their details. To change one costs
/// more than in the summary itself, so that replay sets each once.
struct HeldDetails: Sendable, Equatable {
  /// One, or none where all are empty.
  private(set) var list: [LaunchDetails] = []

  /// The details, to be changed in place.
  var own: LaunchDetails {
    get { list.first ?? LaunchDetails() }
    _modify {
      if list.isEmpty { list = [LaunchDetails()] }
      yield &list[0]
    }
  }

  static func == (a: Self, b: Self) -> Bool { a.own == b.own }
}

extension LaunchSummary {
  /// How the app was used.
  public var use: LaunchUse {
    get { details.list.isEmpty ? LaunchUse() : details.list[0].use }
    _modify { yield &details.own.use }
  }

  /// The runs of named work, in the order of first runs: at most `NamedWork.mostNames` names.
  public var named: [NamedWork] {
    get { details.list.isEmpty ? [NamedWork]() : details.list[0].named }
    _modify { yield &details.own.named }
  }

  /// Which kind of event followed which.
  public var order: EventOrder {
    get { details.list.isEmpty ? EventOrder() : details.list[0].order }
    _modify { yield &details.own.order }
  }

  /// The scenes, in the order in which they came.
  public var scenes: [SceneSummary] {
    get { details.list.isEmpty ? [SceneSummary]() : details.list[0].scenes }
    _modify { yield &details.own.scenes }
  }

  /// The background tasks, in the order in which they began.
  public var tasks: [TaskSummary] {
    get { details.list.isEmpty ? [TaskSummary]() : details.list[0].tasks }
    _modify { yield &details.own.tasks }
  }

  /// The stays in the background, in their order.
  public var stays: [StaySummary] {
    get { details.list.isEmpty ? [StaySummary]() : details.list[0].stays }
    _modify { yield &details.own.stays }
  }

  /// What may become findings, in the order of the events.
  public var candidates: [Candidate] {
    get { details.list.isEmpty ? [Candidate]() : details.list[0].candidates }
    _modify { yield &details.own.candidates }
  }

  /// The counts in a payload of MetricKit, which is a summary but no launch.
  public var metrics: [MetricCount] {
    get { details.list.isEmpty ? [MetricCount]() : details.list[0].metrics }
    _modify { yield &details.own.metrics }
  }
}
