import TraceModel
import TraceStore

/// The members of a launch summary in a file, each named once for writing and for reading.
///
/// A new field of `LaunchSummary` is added here and to `Schemas/summary.schema.json`.
enum SummaryShape {
  /// A line, without its schema, rules and digest; details outside of `scope` are skipped.
  static func pass(_ launch: inout LaunchSummary, _ line: inout some SummaryMembers, _ scope: SummaryScope = .all) {
    passFront(&launch, &line)
    if scope.holdsDetails { passDetails(&launch, &line, scope) }
    line.list("metrics", &launch.metrics, of: MetricCount()) { pass(&$0, &$1) }
  }

  /// The members before the details: all for a report of launch times but MetricKit's counts.
  static func passFront(_ launch: inout LaunchSummary, _ line: inout some SummaryMembers) {
    line.stream("stream", &launch.stream)
    var ordinal = Int64(launch.ordinal)
    line.number("ordinal", &ordinal)
    launch.ordinal = Int32(truncatingIfNeeded: ordinal)
    line.number("first", &launch.firstInstant)
    line.number("last", &launch.lastInstant)
    line.count("events", &launch.eventCount)
    line.count("unknownEvents", &launch.unknownCount)
    line.count("unmappedEvents", &launch.unmappedCount)
    line.context("context", &launch.context)
    passStart(&launch, &line)
    line.kinds("kinds", &launch.kinds)
    line.count("stepsSeen", &launch.stepsSeen)
    line.count("stepsJudged", &launch.stepsJudged)
  }

  private static func passDetails(
    _ launch: inout LaunchSummary, _ line: inout some SummaryMembers, _ scope: SummaryScope
  ) {
    let kinds = KindNumbers(launch.kinds)
    launch.changeDetails { passDetails(&$0, of: kinds, &line, scope) }
  }

  private static func passDetails(
    _ launch: inout LaunchDetails, of kinds: KindNumbers, _ line: inout some SummaryMembers, _ scope: SummaryScope
  ) {
    line.object("unjudged", &launch.unjudged) { passUnjudged(&$0, &$1) }
    line.object("use", &launch.use) { pass(&$0, &$1) }
    line.list("named", &launch.named, of: NamedWork()) { pass(&$0, &$1) }
    line.object("order", &launch.order) { pass(&$0, of: kinds, &$1) }
    if scope.judged == nil {
      line.list("scenes", &launch.scenes, of: SceneSummary()) { pass(&$0, &$1) }
    } else {
      line.passOver("scenes")
    }
    passTasks(&launch.tasks, &line, scope.judged)
    line.list("stays", &launch.stays, of: StaySummary()) { pass(&$0, &$1) }
    line.numbers("resumes", &launch.resumes)
    line.number("unlocked", &launch.unlocked)
    passCandidates(&launch.candidates, &line, scope.judged)
  }

  private static func passTasks<Line: SummaryMembers>(
    _ tasks: inout [TaskSummary], _ line: inout Line, _ judged: JudgedDetails?
  ) {
    let isNeeded = judged.map { judged in
      { (task: TaskSummary, line: inout Line) in judged.include(task, isOfKnownKind: line.isInVocabulary(task.kind)) }
    }
    line.list("tasks", &tasks, of: TaskSummary(), where: isNeeded) { pass(&$0, &$1) }
  }

  /// The candidates: in a launch without recognized events they show whether it is one.
  static func passCandidates<Line: SummaryMembers>(
    _ candidates: inout [Candidate], _ line: inout Line, _ judged: JudgedDetails? = nil
  ) {
    let isNeeded = judged.map { judged in { (candidate: Candidate, _: inout Line) in judged.include(candidate) } }
    line.list("candidates", &candidates, of: Candidate(), where: isNeeded) { pass(&$0, &$1) }
  }

  private static func passStart(_ launch: inout LaunchSummary, _ line: inout some SummaryMembers) {
    line.choice("nature", &launch.nature, of: NamedCases.natures)
    line.text("natureReason", &launch.natureReason)
    line.text("exitReason", &launch.exitReason)
    line.choice("model", &launch.model, of: NamedCases.models, usual: .unknown)
    line.flag("seenFromStart", &launch.isSeenFromStart)
    line.flag("milestonesOnUptime", &launch.milestones.isUptime)
    // On `uptime` they are no times since the first event, which may only have the wall clock's time.
    let base = launch.milestones.isUptime || launch.firstInstant == Event.absent ? 0 : launch.firstInstant
    line.object("milestones", &launch.milestones) { passMilestones(&$0, since: base, &$1) }
    line.choice("measure", &launch.milestones.measure, of: NamedCases.measures, usual: .events)
    line.flag("firstFrameFromLog", &launch.milestones.isFirstFrameFromLog)
    line.flag("startOfInterface", &launch.milestones.isStartOfInterface)
    line.flag("interrupted", &launch.isInterrupted)
    line.flag("clockStep", &launch.hasClockStep)
    line.flag("milestonesOutOfOrder", &launch.hasMilestonesOutOfOrder)
    line.number("watchdogNanos", &launch.watchdogNanos)
    line.choice("lock", &launch.lock, of: NamedCases.locks, usual: .unknown)
    line.flag("readsKeychainLocked", &launch.readsKeychainLocked)
    line.count("clockSlackNanos", &launch.clockSlack)
  }

  private static func passMilestones(
    _ milestones: inout Milestones, since base: Int64, _ line: inout some SummaryMembers
  ) {
    for (key, name) in NamedCases.milestones.pairs { line.instant(key, &milestones[name], since: base) }
    line.instant("resumed", &milestones.resumed, since: base)
    var names = line.isReading ? [] : Milestones.Name.allCases.filter(milestones.isApproximate)
    line.cases("approximate", &names, of: NamedCases.milestones)
    guard line.isReading else { return }
    for name in names { milestones.approximate |= 1 << name.rawValue }
  }

  private static func passUnjudged(_ steps: inout UnjudgedSteps, _ line: inout some SummaryMembers) {
    for (key, cause) in NamedCases.causes.pairs { line.count(key, &steps[cause]) }
  }

  private static func pass(_ use: inout LaunchUse, _ line: inout some SummaryMembers) {
    line.object("appHandled", &use.appHandled) { pass(&$0, &$1) }
    line.object("appUnhandled", &use.appUnhandled) { pass(&$0, &$1) }
    line.object("sceneHandled", &use.sceneHandled) { pass(&$0, &$1) }
    line.object("sceneUnhandled", &use.sceneUnhandled) { pass(&$0, &$1) }
    line.object("coldEntries", &use.coldEntries) { pass(&$0, &$1) }
    line.object("warmEntries", &use.warmEntries) { pass(&$0, &$1) }
    line.choice("restoration", &use.restoration, of: NamedCases.restorations, usual: StateRestoration.none)
    line.count("reasonedConnects", &use.reasonedConnects)
    line.count("restoredConnects", &use.restoredConnects)
    line.count("reconnects", &use.reconnects)
    line.count("secondWindows", &use.secondWindows)
    line.count("interruptions", &use.interruptions)
    line.count("windowConnects", &use.windowConnects)
    line.count("returns", &use.returns)
  }

  private static func pass(_ work: inout NamedWork, _ line: inout some SummaryMembers) {
    line.choice("kind", &work.kind, of: NamedCases.namedWork)
    line.text("name", &work.name)
    line.count("runs", &work.runs)
    line.count("atLaunch", &work.atLaunch)
    line.count("atConnect", &work.atConnect)
    line.count("atReturn", &work.atReturn)
  }

  private static func pass(_ counts: inout MoveCounts, _ line: inout some SummaryMembers) {
    for (key, move) in NamedCases.moves.pairs { line.count(key, &counts[move]) }
  }

  private static func pass(_ counts: inout EntryCounts, _ line: inout some SummaryMembers) {
    for (key, entry) in NamedCases.entries.pairs { line.count(key, &counts[entry]) }
  }

  private static func pass(_ order: inout EventOrder, of kinds: KindNumbers, _ line: inout some SummaryMembers) {
    line.pairs("pairs", &order.pairs, of: kinds)
    line.kinds("untilFirstFrame", &order.untilFirstFrame, of: kinds)
    line.kinds("withFirstFrame", &order.withFirstFrame, of: kinds)
  }

  static func pass(_ key: inout StreamKey, _ line: inout some SummaryMembers) {
    line.text("launch", &key.launch)
    line.text("device", &key.device)
    line.text("app", &key.app)
    line.text("boot", &key.boot)
    line.number("pid", &key.pid)
    line.text("source", &key.source)
  }

  static func pass(_ context: inout Context, _ line: inout some SummaryMembers) {
    line.text("device", &context.device)
    line.text("deviceModel", &context.deviceModel)
    line.text("osVersion", &context.osVersion)
    line.text("platform", &context.platform)
    line.text("processKind", &context.processKind)
    line.text("app", &context.app)
    line.text("appVersion", &context.appVersion)
    line.text("appBuild", &context.appBuild)
    line.text("sdkVersion", &context.sdkVersion)
    line.text("boot", &context.boot)
    line.text("records", &context.records)
    line.text("format", &context.format)
    line.number("pid", &context.pid)
    line.truth("simulator", &context.simulator)
    line.truth("debugger", &context.debugger)
  }

  static func pass(_ location: inout EventLocation, _ line: inout some SummaryMembers) {
    line.number("time", &location.time)
    line.number("uptime", &location.uptime)
    line.number("seq", &location.seq)
    line.sourceLine(&location.source, line: &location.line)
  }

  private static func pass(_ scene: inout SceneSummary, _ line: inout some SummaryMembers) {
    line.text("scene", &scene.scene)
    line.text("instance", &scene.instance)
    line.text("role", &scene.role)
    line.number("first", &scene.firstInstant)
    line.number("last", &scene.lastInstant)
  }

  private static func pass(_ task: inout TaskSummary, _ line: inout some SummaryMembers) {
    line.text("task", &task.task)
    line.text("name", &task.name)
    line.text("kind", &task.kind, isSign: true)
    line.choice("outcome", &task.outcome, of: NamedCases.outcomes)
    line.object("begin", &task.begin) { pass(&$0, &$1) }
    line.object("end", &task.end) { pass(&$0, &$1) }
    line.object("expire", &task.expire) { pass(&$0, &$1) }
    line.number("backgroundNanos", &task.backgroundNanos)
    line.number("longestStayNanos", &task.longestStayNanos)
    line.number("expirationNanos", &task.expirationNanos)
    line.flag("covered", &task.isCovered)
    line.flag("system", &task.isSystem)
    line.flag("unended", &task.isUnended)
  }

  private static func pass(_ stay: inout StaySummary, _ line: inout some SummaryMembers) {
    line.object("begin", &stay.begin) { pass(&$0, &$1) }
    line.number("nanos", &stay.nanos)
    line.choice("end", &stay.end, of: NamedCases.ends)
    line.number("handlerNanos", &stay.handlerNanos)
    line.number("awayNanos", &stay.awayNanos)
    line.number("assertionNanos", &stay.assertionNanos)
    line.object("assertionEnd", &stay.assertionLocation) { pass(&$0, &$1) }
    line.flag("covered", &stay.isCovered)
  }

  private static func pass(_ candidate: inout Candidate, _ line: inout some SummaryMembers) {
    line.choice("rule", &candidate.rule, of: NamedCases.rules)
    line.choice("kind", &candidate.kind, of: NamedCases.kinds, usual: .unknown)
    line.object("place", &candidate.location) { pass(&$0, &$1) }
    var doubts = candidate.doubts.causes
    line.cases("doubts", &doubts, of: NamedCases.doubts)
    if line.isReading { candidate.doubts = DoubtSet(doubts) }
    line.text("scene", &candidate.scene)
    line.text("view", &candidate.view)
    line.text("task", &candidate.task)
    line.text("name", &candidate.name)
    line.sets("explanations", &candidate.explanations)
    var columns = CandidateColumns(candidate.detail)
    line.choice("detail", &columns.form, of: NamedCases.details, usual: CandidateColumns.Form.none)
    line.count("states", &columns.states.bits)
    line.count("state", &columns.state)
    line.count("count", &columns.lostCount)
    line.number("measured", &columns.measured)
    line.count("slackNanos", &columns.slack)
    line.object("other", &columns.other) { pass(&$0, &$1) }
    if line.isReading { candidate.detail = Candidate.Detail(columns) }
  }

  private static func pass(_ metric: inout MetricCount, _ line: inout some SummaryMembers) {
    line.text("event", &metric.event)
    line.text("reason", &metric.reason)
    line.number("begin", &metric.begin)
    line.number("end", &metric.end)
    line.number("lower", &metric.lower)
    line.number("upper", &metric.upper)
    line.number("count", &metric.count)
  }
}
