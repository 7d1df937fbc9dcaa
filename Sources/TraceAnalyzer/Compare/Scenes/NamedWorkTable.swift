import TraceModel

/// How often everything ran that has a name, in the launches of one side.
struct NamedWorkTable {
  /// A name and what ran under it; the number of the name holds for one side alone.
  private struct Number: Hashable {
    var kind: NamedWork.Kind
    var name: TextID
  }

  private var tallies: [NamedWorkKey: NamedWorkTally] = [:]
  /// The launches that keep all their names: each counts for every name.
  private var all = NamedWorkTally()

  init(_ launches: [SceneLaunch], text: (TextID) -> String) {
    var numbers: [Number: NamedWorkTally] = [:]
    for launch in launches {
      let isFull = launch.named.count >= NamedWork.mostNames
      if !isFull { all.add(launch) }
      for work in launch.named {
        var tally = numbers[Number(kind: work.kind, name: work.name)] ?? NamedWorkTally()
        if isFull { tally.add(launch) }
        tally.add(work, in: launch)
        numbers[Number(kind: work.kind, name: work.name)] = tally
      }
    }
    for (number, tally) in numbers {
      tallies[NamedWorkKey(kind: number.kind, name: text(number.name))] = tally + all
    }
  }

  var keys: [NamedWorkKey] { tallies.keys.sorted(by: NamedWorkKey.isOrdered) }

  subscript(key: NamedWorkKey) -> NamedWorkTally { tallies[key] ?? all }
}

/// A name that the app has given, by which both sides know it.
struct NamedWorkKey: Hashable {
  var kind: NamedWork.Kind
  var name: String

  /// As in `work 'refreshFeed'`.
  var words: Sentence {
    if name.isEmpty { return "\(name: EventKind.dataSave.name)" }
    return "\(name: kind == .save ? EventKind.dataSave.name : kind.name) '\(name: name)'"
  }

  /// True if `a` stands before `b` in rows.
  static func isOrdered(_ a: NamedWorkKey, _ b: NamedWorkKey) -> Bool {
    a.kind == b.kind ? Normalised.isOrdered(a.name, b.name) : a.kind.rawValue < b.kind.rawValue
  }
}

/// How often named work ran in the launches of one side.
///
/// A launch that keeps as many names as it can, without this one, counts nowhere: the work may have run in it.
struct NamedWorkTally {
  /// Launches in which it ran, and its runs in them.
  var launchesWithRuns = 0
  var runs = 0
  /// Returns to the foreground, and the runs after one.
  var returns = 0
  var runsAtReturn = 0
  /// Launches in which several windows connected, the connections in them, and the runs as one connects.
  var launchesOfSeveralConnects = 0
  var connects = 0
  var runsAtConnect = 0

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.launchesWithRuns += b.launchesWithRuns
    sum.runs += b.runs
    sum.returns += b.returns
    sum.runsAtReturn += b.runsAtReturn
    sum.launchesOfSeveralConnects += b.launchesOfSeveralConnects
    sum.connects += b.connects
    sum.runsAtConnect += b.runsAtConnect
    return sum
  }

  mutating func add(_ launch: SceneLaunch) {
    returns += Int(launch.use.returns)
    guard launch.use.windowConnects > 1 else { return }
    launchesOfSeveralConnects += 1
    connects += Int(launch.use.windowConnects)
  }

  mutating func add(_ work: NamedWork, in launch: SceneLaunch) {
    launchesWithRuns += 1
    runs += Int(work.runs)
    runsAtReturn += Int(work.atReturn)
    if launch.use.windowConnects > 1 { runsAtConnect += Int(work.atConnect) }
  }
}
