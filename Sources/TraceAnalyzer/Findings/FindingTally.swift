import TraceModel

/// Findings in launches, of which only the worst of each group is kept, with the launches of all.
///
/// For memory and speed: a finding takes about 1 kB, and a million launches have half a million. A comparison shows the
/// worst of a group; of the others it needs to know in which launch they are, which takes 4 bytes each.
struct FindingTally: Sendable {
  /// What findings of a group share: those with one fingerprint are of one rule.
  struct Key: Hashable {
    var fingerprint: Fingerprint
    var severity: Severity
    var confidence: Confidence
    var isReportedOnce: Bool
  }

  /// Findings that share a key.
  struct Group {
    var worst: Finding
    /// When the worst was found, as its event has it.
    var time: Int64
    /// The launches of all, by their places in their table, some of them several times.
    var launches: [Int32]
  }

  private(set) var groups: [Group] = []
  private var places: [Key: Int] = [:]

  /// Adds a finding in a launch.
  mutating func add(_ found: FoundDraft, in launch: LaunchFindings) {
    let key = Key(
      fingerprint: found.fingerprint, severity: found.severity, confidence: found.doubts.confidence,
      isReportedOnce: found.isReportedOnce)
    let time = found.candidate.place.time
    guard let place = places[key] else {
      places[key] = groups.count
      return groups.append(Group(worst: launch.finding(found), time: time, launches: [launch.place]))
    }
    if groups[place].launches.last != launch.place { groups[place].launches.append(launch.place) }
    // An instant that is not known comes before all others, in numbers as in texts.
    if time <= groups[place].time { groups[place].replace(launch.finding(found), time) }
  }

  /// Adds the findings of launches that come after these.
  mutating func join(_ other: FindingTally) {
    for (key, number) in other.places.sorted(by: { $0.value < $1.value }) {
      let group = other.groups[number]
      guard let place = places[key] else {
        places[key] = groups.count
        groups.append(group)
        continue
      }
      groups[place].launches += group.launches
      if group.time <= groups[place].time { groups[place].replace(group.worst, group.time) }
    }
  }
}

extension FindingTally.Group {
  /// Puts a finding in place of the worst if it comes before it.
  fileprivate mutating func replace(_ finding: Finding, _ time: Int64) {
    guard WorstFirst.precedes(finding, worst) else { return }
    worst = finding
    self.time = time
  }
}
