import TraceModel

/// How often something that has a name ran in the launches of one side.
///
/// Launches that keep as many names as they can, and not this one, count nowhere: it may have run in them.
struct NamedWorkTally {
  /// Launches in which it ran, and its runs in them.
  var launchesWithRuns = 0
  var runs = 0
  /// Launches by a person, and those of them in which it ran before the app first stopped being active.
  var opened = 0
  var openedWithRun = 0
  /// Returns to the foreground, and the runs after one.
  var returns = 0
  var runsAtReturn = 0
  /// Launches in which it ran after a return.
  var launchesWithReturnRun = 0
  /// Launches in which several windows connected, the connections in them, and the runs as one connects.
  var launchesOfSeveralConnects = 0
  var connects = 0
  var runsAtConnect = 0

  /// The sums of two tallies.
  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.launchesWithRuns += b.launchesWithRuns
    sum.runs += b.runs
    sum.opened += b.opened
    sum.openedWithRun += b.openedWithRun
    sum.returns += b.returns
    sum.runsAtReturn += b.runsAtReturn
    sum.launchesWithReturnRun += b.launchesWithReturnRun
    sum.launchesOfSeveralConnects += b.launchesOfSeveralConnects
    sum.connects += b.connects
    sum.runsAtConnect += b.runsAtConnect
    return sum
  }

  /// Adds a launch to those that count.
  mutating func add(_ launch: SceneLaunch) {
    if launch.isOpened { opened += 1 }
    returns += Int(launch.use.returns)
    guard launch.use.windowConnects > 1 else { return }
    launchesOfSeveralConnects += 1
    connects += Int(launch.use.windowConnects)
  }

  /// Adds the runs in a launch.
  mutating func add(_ work: NamedWork, in launch: SceneLaunch) {
    launchesWithRuns += 1
    runs += Int(work.runs)
    if launch.isOpened, work.atLaunch > 0 { openedWithRun += 1 }
    runsAtReturn += Int(work.atReturn)
    if work.atReturn > 0 { launchesWithReturnRun += 1 }
    if launch.use.windowConnects > 1 { runsAtConnect += Int(work.atConnect) }
  }
}
