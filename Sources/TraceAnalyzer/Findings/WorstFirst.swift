import TraceModel

/// Puts findings into their total order: severity, confidence, rule, fingerprint, then time, launch and place.
///
/// For speed: findings are large and their texts are slow to compare. So places are sorted and not findings, first by
/// numbers that stand for the first four; what is equal in these, as the findings of many launches, mostly stands in the
/// order of time already, which one look at each shows.
enum WorstFirst {
  /// A finding's place, and the numbers that are compared before its texts.
  private struct Entry {
    /// Severity, confidence and rule: the worst is the lowest.
    var rank: UInt32
    var fingerprint: UInt64
    var place: Int32

    func isSame(_ other: Entry) -> Bool { rank == other.rank && fingerprint == other.fingerprint }
  }

  /// By `RuleID.rawValue`, the place of each name in the alphabet.
  private static let ruleRanks: [UInt32] = {
    let names = RuleID.allCases.map(\.name).sorted()
    return RuleID.allCases.map { UInt32(names.firstIndex(of: $0.name) ?? 0) }
  }()

  /// Puts the worst finding first.
  static func sort(_ all: inout [Finding]) { all.rearrange(order(of: all)) }

  /// The places of findings, that of the worst first.
  static func order(of all: [Finding]) -> [Int] {
    let findings = all.span
    var entries = all.indices.map { place in
      let rule = ruleRanks[Int(findings[place].rule.rawValue)]
      let confidence = UInt32(Confidence.certain.rawValue - findings[place].confidence.rawValue)
      let severity = UInt32(Severity.error.rawValue - findings[place].severity.rawValue)
      let fingerprint = UInt64(findings[place].fingerprint, radix: 16) ?? 0
      return Entry(
        rank: severity << 16 | confidence << 15 | rule, fingerprint: fingerprint, place: Int32(place))
    }
    entries.sort { $0.rank == $1.rank ? $0.fingerprint < $1.fingerprint : $0.rank < $1.rank }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].isSame(entries[start]) { end += 1 }
      entries[start..<end].sort { precedes(all.span, Int($0.place), Int($1.place)) }
      start = end
    }
    return entries.map { Int($0.place) }
  }

  /// True if a finding comes before another one that says the same.
  static func precedes(_ a: Finding, _ b: Finding) -> Bool { precedes([a, b].span, 0, 1) }

  /// Orders findings that say the same.
  private static func precedes(_ all: Swift.Span<Finding>, _ a: Int, _ b: Int) -> Bool {
    // The instants are in the order of their texts.
    if all[a].numbers.isOfLaunch, all[b].numbers.isOfLaunch {
      let instant = all[a].numbers.instant
      let other = all[b].numbers.instant
      if instant != other { return instant < other }
    } else if all[a].time != all[b].time {
      return all[a].time ?? "" < all[b].time ?? ""
    }
    let first = all[a].place
    let second = all[b].place
    return first == second ? all[a].appVersion ?? "" < all[b].appVersion ?? "" : first < second
  }
}

extension Finding {
  /// Orders findings that say the same at one time.
  fileprivate var place: (String, Int64, Int, String) { (launch ?? "", seq ?? .min, source?.line ?? 0, message) }
}
