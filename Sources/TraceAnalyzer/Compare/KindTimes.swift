import TraceModel

/// The launch times of one kind, in groups that are compared: what pictures of them are drawn from.
package struct KindTimes: Sendable, Equatable {
  /// The launches of one version of an app, or of one side of a comparison.
  package struct Group: Sendable, Equatable {
    /// The version or the side; empty if unknown.
    package var name: String
    /// The launch times in nanoseconds, rising; at least one.
    package var nanos: [Int64]
    /// The phases of the launches around the median.
    package var phases: PhaseMeans
    /// The name of the launch that took longest, of several the first; empty if the group is of no one version.
    package var slowest = ""

    /// The `percent`th percentile of the times.
    package func percentile(_ percent: Int) -> Int64 { Statistics(nanos).percentile(percent) ?? 0 }
  }

  /// The app; empty if unknown, or if apps are compared together.
  package var app: String
  /// As in `cold`.
  package var kind: LaunchKind
  /// The budget of all launches of the first group; nil without a common one.
  package var budgetNanos: Int64?
  /// The newest version of the app, or head, even without launches of this kind.
  package var newest: String
  /// The newest, or what may differ, comes first; at least one.
  package var groups: [Group]

  /// The times of launches of one input by app, kind and version, the newest version first; or by other `dimensions`,
  /// in the order of their values.
  ///
  /// `launches` are in their total order; `judgement` holds the budgets, and is nil if launches are not judged. The
  /// times are those of counted launches, between the ends that most of these have; apps come in the order of their
  /// names.
  package static func byGroup(
    _ launches: [Launch], _ judgement: Judgement?, _ dimensions: [Dimension] = [.appVersion]
  ) -> [KindTimes] {
    let areVersions = dimensions == [.appVersion]
    let measured = TimedLaunches(launches).measured()
    let counted = measured.launches.objects.filter { $0.nanos(measured.headline) != nil }
    return counted.grouped(by: [.app]).flatMap { app in
      let names = app.launches.grouped(by: dimensions).map { name(of: $0.by) }
      let newest = (areVersions ? names.last : names.first) ?? ""
      return LaunchKind.allCases.compactMap { kind in
        let own = app.launches.filter { $0.kind == kind }
        let groups = own.grouped(by: dimensions).map { (name(of: $0.by), $0.launches) }
        let ordered = areVersions ? groups.reversed() : groups
        return KindTimes(app.by[0].value, kind, ordered, newest: newest) { judgement?.timeBudget(of: $0) }
      }
    }
  }

  /// The values of a group in one text; empty for an unknown version.
  private static func name(of values: [GroupValue]) -> String {
    if values.count == 1, values[0].dimension == Dimension.appVersion.rawValue { return values[0].value }
    return values.map { $0.value.isEmpty ? "no \($0.dimension)" : $0.value }.joined(separator: ", ")
  }

  /// The times of two sides of a comparison by kind, head first, between the ends that most of their launches have.
  package static func bySide(base: ComparedSide, head: ComparedSide) -> [KindTimes] {
    let counted = (head.launches + base.launches).filter(\.isCounted)
    let counts = Dictionary(counted.compactMap(\.time.anchors).map { ($0, 1) }, uniquingKeysWith: +)
    let ends = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    return LaunchKind.allCases.compactMap { kind in
      let sides = [head, base].map { side in
        (side.name, side.launches.filter { $0.kind == kind && $0.nanos(ends) != nil })
      }
      return KindTimes("", kind, sides, newest: head.name) { _ in nil }
    }
  }

  private init?(
    _ app: String, _ kind: LaunchKind, _ groups: [(name: String, launches: [Launch])], newest: String,
    budget: (Launch) -> Int64?
  ) {
    let some = groups.filter { !$0.launches.isEmpty }
    guard let first = some.first else { return nil }
    self.app = app
    self.kind = kind
    self.newest = newest
    let budgets = Set(first.launches.map(budget))
    budgetNanos = budgets.count == 1 ? budgets.first ?? nil : nil
    self.groups = some.map { name, launches in
      var group = Group(name, [PhaseTimes(launches)])
      group.slowest = launches.reduce(launches[0]) { $1.time.nanos ?? 0 > $0.time.nanos ?? 0 ? $1 : $0 }.name
      return group
    }
  }
}

extension KindTimes.Group {
  fileprivate init(_ name: String, _ times: [PhaseTimes]) {
    self.name = name
    nanos = Statistics(times.flatMap(\.nanos)).sorted
    phases = PhaseMeans(times)
  }
}

extension Launch {
  /// The times of `launches` of its app and kind with equal ends, as one group without a name; nil for fewer than
  /// `Statistics.few`, as the launch may be most of them, and if it does not count.
  package func times(ofKindIn launches: [Launch]) -> KindTimes.Group? {
    let times = times(alikeIn: launches)
    return isCounted && times.launchCount >= Statistics.few ? KindTimes.Group("", times) : nil
  }
}
