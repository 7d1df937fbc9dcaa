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
