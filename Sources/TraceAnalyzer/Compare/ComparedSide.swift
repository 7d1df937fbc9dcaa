import TraceModel

/// One side of a comparison: launches under a name.
package struct ComparedSide: Sendable {
  /// As the user called it: a version, a path or a selection.
  package var name: String
  /// In their total order.
  package var launches: [Launch]
  /// The findings in them.
  package var findings: ComparedFindings
  /// By the launches' places, as `LaunchOverruns` has them; empty where shares are not asked for.
  package var overBudget: [Bool?]
  /// What MetricKit counted.
  package var payloads: [MetricPayload]

  /// A side with its launches and findings.
  package init(
    name: String, launches: [Launch], findings: ComparedFindings, overBudget: [Bool?] = [],
    payloads: [MetricPayload] = []
  ) {
    self.name = name
    self.launches = launches
    self.findings = findings
    self.overBudget = overBudget
    self.payloads = payloads
  }

  /// A side with its launches and what a check found in them.
  package init(name: String, launches: [Launch], report: CheckReport) {
    self.init(name: name, launches: launches, findings: ComparedFindings(report.findings, in: launches))
  }
}

/// Launches that came to a side several times under different ids.
///
/// Lines with one launch id are read once, however often they come. But logs that are joined, exported again or given new
/// ids show one launch as several, which would count as often. No device launches an app twice at one nanosecond, and no
/// two devices show the same times: such launches are one.
private struct LaunchCopies {
  /// The values that launches share only if they are copies.
  private struct Identity: Hashable {
    let device, app, appVersion, deviceModel: String

    init(_ launch: Launch) {
      let context = launch.context
      device = context.device
      app = context.app
      appVersion = context.appVersion
      deviceModel = context.deviceModel
    }
  }

  /// By the places of the launches, true for all copies but the one with most events; empty if there are none.
  private(set) var areCopies: [Bool] = []
  /// How many copies there are.
  private(set) var count = 0

  /// A launch without device is a copy only if it has a time, by a clock as fine as this in nanoseconds.
  private static let fineClock: Int64 = 2_000_000

  /// The copies among launches in the order of their first instants.
  init(_ launches: [Launch]) {
    var first = 0
    while first < launches.count {
      var end = first + 1
      while end < launches.count, launches[end].firstInstant == launches[first].firstInstant { end += 1 }
      if end - first > 1 { compare(launches, first..<end) }
      first = end
    }
  }

  /// Marks those of some launches, which began at one instant, that equal one before them.
  private mutating func compare(_ launches: [Launch], _ places: Range<Int>) {
    var known: [Identity: [Int]] = [:]
    for place in places {
      let launch = launches[place]
      guard launch.hasWallClock else { continue }
      let identity = Identity(launch)
      let isDistinct = launch.isCounted && launch.summary.clockSlack <= Self.fineClock
      if identity.device.isEmpty, !isDistinct { continue }
      let number = known[identity, default: []].firstIndex { other in
        launches[other].time == launch.time && launches[other].summary.milestones == launch.summary.milestones
          && launches[other].kinds == launch.kinds
      }
      guard let number, let other = known[identity]?[number] else {
        known[identity, default: []].append(place)
        continue
      }
      // A copy may have been cut: the fullest one stays.
      let isFuller = launch.summary.eventCount > launches[other].summary.eventCount
      if isFuller { known[identity]?[number] = place }
      if areCopies.isEmpty { areCopies = [Bool](repeating: false, count: launches.count) }
      areCopies[isFuller ? other : place] = true
      count += 1
    }
  }
}

extension ComparedSide {
  /// The side with each launch once, and the number of copies that were left out.
  var withoutCopies: (side: ComparedSide, copies: Int) {
    let copies = LaunchCopies(launches)
    if copies.count == 0 { return (self, 0) }
    var side = self
    side.launches = zip(launches, copies.areCopies).compactMap { $1 ? nil : $0 }
    var count: Int32 = 0
    side.findings = findings.renumbered(
      copies.areCopies.enumerated().map { place, isCopy in
        if isCopy { return -1 - Int32(place) }
        count += 1
        return count - 1
      })
    if !overBudget.isEmpty { side.overBudget = zip(overBudget, copies.areCopies).compactMap { $1 ? nil : $0 } }
    return (side, copies.count)
  }
}
