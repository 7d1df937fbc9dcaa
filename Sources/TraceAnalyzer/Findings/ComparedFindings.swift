import TraceModel

/// The findings of one side, as far as a comparison needs them: the worst of each group, and the launches of all.
package struct ComparedFindings: Sendable {
  /// The groups, the worst first.
  private(set) var groups: [FoundGroup] = []

  /// The findings of a check of these launches, but for those about times.
  package init(_ findings: [Finding], in launches: [Launch]) {
    add(findings, in: launches)
    sort()
  }

  /// The findings of a tally of these launches, and some that it does not count.
  init(_ tally: FindingTally, _ others: [Finding], in launches: [Launch]) {
    // By places in the table of launches, those among these launches.
    var places = [Int32](repeating: -1, count: launches.reduce(0) { max($0, Int($1.place) + 1) })
    for (place, launch) in launches.enumerated() { places[Int(launch.place)] = Int32(place) }
    groups = tally.groups.map { group in
      FoundGroup(finding: group.worst, launches: Set(group.launches.lazy.map { places[Int($0)] }))
    }
    add(others, in: launches)
    sort()
  }

  private mutating func add(_ findings: [Finding], in launches: [Launch]) {
    let compared = findings.filter { !Catalogue.description(of: $0.rule).isAboutTimes }
    if compared.isEmpty { return }
    var places: [String: Int32] = [:]
    if compared.contains(where: { !$0.launches.isEmpty }) {
      for (place, launch) in launches.enumerated() { places[launch.name] = places[launch.name] ?? Int32(place) }
    }
    var numbers: [[String]: Int] = [:]
    for finding in compared {
      let key = [
        finding.fingerprint, finding.severity.name, finding.confidence.name, "\(finding.isReportedOnce)",
      ]
      if numbers[key] == nil {
        numbers[key] = groups.count
        groups.append(FoundGroup(finding: finding, launches: []))
      }
      guard let number = numbers[key] else { continue }
      for name in finding.launches {
        let place = places[name] ?? -1 - Int32(places.count)
        places[name] = place
        groups[number].launches.insert(place)
      }
    }
  }

  private mutating func sort() {
    groups.rearrange(WorstFirst.order(of: groups.map(\.finding)))
  }

  /// The same findings after copies of launches were removed: `places` has the new place of each launch, which is below
  /// zero for a copy.
  func renumbered(_ places: [Int32]) -> ComparedFindings {
    var renumbered = self
    for number in groups.indices {
      renumbered.groups[number].launches = Set(groups[number].launches.lazy.map { $0 < 0 ? $0 : places[Int($0)] })
    }
    return renumbered
  }

  /// The findings of all rules but these.
  func leavingOut(_ rules: Set<RuleID>) -> ComparedFindings {
    var rest = self
    rest.groups.removeAll { rules.contains($0.finding.rule) }
    return rest
  }

  /// The findings that a filter lets pass.
  package func selecting(_ filter: RuleFilter) -> ComparedFindings {
    var selected = self
    selected.groups.removeAll { !filter.contains($0.finding.rule) }
    return selected
  }
}

/// Findings of one side with one fingerprint, severity and confidence.
struct FoundGroup: Sendable {
  /// The worst of them.
  var finding: Finding
  /// The launches that have one, each once: by their places among the launches of the side; of a launch that is none of
  /// them, as it is a copy of another, a number below zero.
  var launches: Set<Int32>
}

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
