import TraceModel

/// One side of a comparison: launches under a name.
package struct ComparedSide: Sendable {
  /// As the user called it: a version, a path or a selection.
  package let name: String
  /// In their total order, each once.
  package var launches: [Launch]
  /// Copies of these launches, which count nowhere.
  let copies: Int
  /// The findings in them, the worst first; empty until they were judged.
  private(set) var findings: [ComparedFinding] = []
  /// True for launches over their budget; empty if shares are not asked for.
  package var overBudget: [Bool?] = []
  /// What MetricKit counted.
  package var payloads: [MetricPayload]

  /// A side without copies among its launches.
  package init(name: String, launches: [Launch], payloads: [MetricPayload] = []) {
    let copies = LaunchCopies(launches)
    self.name = name
    self.launches =
      copies.count == 0 ? launches : zip(launches, copies.areCopies).compactMap { $1 ? nil : $0 }
    self.copies = copies.count
    self.payloads = payloads
  }

  /// A side with its launches and what a check found in them.
  package init(name: String, launches: [Launch], report: CheckReport) {
    self.init(name: name, launches: launches)
    judge(by: report)
  }

  /// Takes what a check found in the launches, without findings about times, which a comparison compares itself.
  package mutating func judge(by report: CheckReport) {
    var compared = report
    compared.findings = report.findings.choosing { !Catalogue.description(of: $0.rule).traits.contains(.isAboutTimes) }
    if compared.findings.isEmpty { return }
    var indices = [Int32](repeating: -1, count: launches.reduce(0) { max($0, Int($1.index) + 1) })
    for (index, launch) in launches.enumerated() { indices[Int(launch.index)] = Int32(index) }
    findings = compared.groups(by: .comparison).map { group in
      let known = group.launchIndices.filter { Int($0) < indices.count }
      return ComparedFinding(
        finding: group.worst, launches: Set(known.lazy.map { indices[Int($0)] }.filter { $0 >= 0 }))
    }
  }
}

/// Findings of one side with one fingerprint, severity and confidence.
struct ComparedFinding: Sendable {
  /// The worst of the findings.
  let finding: Finding
  /// By index among the launches of the side.
  let launches: Set<Int32>
}

/// Launches that came to a side several times under different ids.
///
/// Lines with one launch id are read once, however often they come. But logs that are joined, exported again or given
/// new ids show one launch as several, which would count as often. Launches of equal times are one: no device launches
/// an app twice at one nanosecond, and no two devices show equal times.
private struct LaunchCopies {
  /// Only copies share all of these values.
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

  /// True for each copy but the one with most events; empty if there are no copies.
  private(set) var areCopies: [Bool] = []
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

  /// Marks launches of one instant that equal one before them.
  private mutating func compare(_ launches: [Launch], _ indices: Range<Int>) {
    var known: [Identity: [Int]] = [:]
    for index in indices {
      let launch = launches[index]
      guard launch.hasWallClock else { continue }
      let identity = Identity(launch)
      let isDistinct = launch.isCounted && launch.summary.clockSlack <= Self.fineClock
      if identity.device.isEmpty, !isDistinct { continue }
      let number = known[identity, default: []].firstIndex { other in
        launches[other].time == launch.time && launches[other].summary.milestones == launch.summary.milestones
          && launches[other].kinds == launch.kinds
      }
      guard let number, let other = known[identity]?[number] else {
        known[identity, default: []].append(index)
        continue
      }
      // A copy may have been cut: the fullest one stays.
      let isFuller = launch.summary.eventCount > launches[other].summary.eventCount
      if isFuller { known[identity]?[number] = index }
      if areCopies.isEmpty { areCopies = [Bool](repeating: false, count: launches.count) }
      areCopies[isFuller ? other : index] = true
      count += 1
    }
  }
}
