/// The launch times of a group of launches that count, by their ends, and why others of the group do not.
struct GroupTimes {
  /// For each pair of ends that a launch has, the times; there are few such pairs.
  private(set) var measures: [(anchors: Anchors, nanos: [Int64])] = []
  /// The pairs of ends between which a clock of whole seconds shows no time at all.
  private var unmeasured: [Anchors] = []
  private var notCounted: [NotCounted: Int] = [:]

  /// The times of no launches yet.
  init() {}

  /// The times of some launches.
  init(_ launches: [ClassifiedLaunch]) {
    for launch in launches { add(launch.time) }
  }

  /// The times of several groups together.
  init(_ groups: [GroupTimes]) {
    for group in groups {
      notCounted.merge(group.notCounted, uniquingKeysWith: +)
      unmeasured += group.unmeasured.filter { !unmeasured.contains($0) }
      for measure in group.measures { measures[place(of: measure.anchors)].nanos += measure.nanos }
    }
  }

  /// Adds the time of a launch.
  mutating func add(_ time: LaunchTime) {
    if let reason = time.notCounted { return notCounted[reason, default: 0] += 1 }
    guard let nanos = time.nanos, let anchors = time.anchors else { return }
    measures[place(of: anchors)].nanos.append(nanos)
    if nanos == 0, time.isOnWholeSeconds, !unmeasured.contains(anchors) { unmeasured.append(anchors) }
  }

  /// The place of a pair of ends in `measures`, to which it is added if it is new.
  private mutating func place(of anchors: Anchors) -> Int {
    var place = 0
    while place < measures.count, measures[place].anchors != anchors { place += 1 }
    if place == measures.count { measures.append((anchors, [])) }
    return place
  }

  /// The times that have these ends.
  subscript(anchors: Anchors?) -> [Int64] { measures.first { $0.anchors == anchors }?.nanos ?? [] }

  /// A row of the times that have these ends, by these values of a group.
  func row(by: [GroupValue], _ anchors: Anchors?) -> MeasureRow {
    var row = MeasureRow(by: by, self[anchors], anchors)
    row.isOnWholeSeconds = anchors.map(unmeasured.contains) == true ? true : nil
    return row
  }

  /// Why launches do not count, and how many do not for it.
  var reasons: [String: Int] { Dictionary(uniqueKeysWithValues: notCounted.map { ($0.key.name, $0.value) }) }

  /// How many launches count.
  var countedCount: Int { measures.reduce(0) { $0 + $1.nanos.count } }
}
