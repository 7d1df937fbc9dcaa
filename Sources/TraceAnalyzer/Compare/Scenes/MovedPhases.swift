import TraceModel

/// M8: work that moved from didFinishLaunching to willConnect, while both together take as long as before.
enum MovedPhases: SceneCheck {
  /// A launch kind, and where its times begin and end.
  private struct Key: Hashable {
    var kind: Int
    var anchors: Anchors
  }

  /// The phases that are compared: each of the two, and both together.
  private enum Part: CaseIterable { case appInit, sceneConnect, together }

  /// The difference of one part.
  private struct Change {
    var nanos, low, high: Int64
    var verdict: CompareVerdict
  }

  static func rows(_ sides: SceneSides) -> [SceneRow] {
    let launches = [sides.base.side.launches, sides.head.side.launches]
    let groups = launches.map(Self.groups)
    let keys = Set(groups[0].keys).intersection(groups[1].keys).sorted { a, b in
      a.kind != b.kind ? a.kind < b.kind : a.anchors < b.anchors
    }
    // The intervals of all kinds hold together.
    let alpha = CompareOptions.alpha / Double(max(1, keys.count * Part.allCases.count))
    return keys.compactMap { key in
      let members = groups.map { $0[key] ?? [] }
      return row(members, launches, sides, alpha: alpha)
    }
  }

  /// The places of the launches that count, by kind.
  private static func groups(_ launches: [Launch]) -> [Key: [Int]] {
    var groups: [Key: [Int]] = [:]
    for (place, launch) in launches.enumerated() where launch.isCounted {
      guard let anchors = launch.time.anchors, nanos(.appInit, launch) != nil else { continue }
      groups[Key(kind: launch.kind.place, anchors: anchors), default: []].append(place)
    }
    return groups
  }

  /// How long the part took in a launch; without scenes nothing connects, which takes no time.
  private static func nanos(_ part: Part, _ launch: Launch) -> Int64? {
    let phases = launch.phases
    let appInit = phases.first { $0.name == LaunchPhaseName.appInit.name }?.nanos
    let connect = phases.first { $0.name == LaunchPhaseName.sceneConnect.name }?.nanos
    switch part {
    case .appInit: return appInit
    case .sceneConnect: return appInit == nil ? nil : connect ?? 0
    case .together: return appInit.map { $0 + (connect ?? 0) }
    }
  }

  private static func row(_ members: [[Int]], _ launches: [[Launch]], _ sides: SceneSides, alpha: Double) -> SceneRow? {
    func change(_ part: Part) -> Change? {
      let entries = members.enumerated().map { side, places in
        places.compactMap { place -> CompareEntry? in
          let launch = launches[side][place]
          guard let nanos = nanos(part, launch) else { return nil }
          return sides.numbers.entry(of: launch, nanos: nanos, side: side, place: place)
        }
      }
      let alike = AlikeLaunches(base: entries[0], head: entries[1], deviceCount: sides.numbers.deviceCount)
      if alike.areTooFew { return nil }
      let margin = sides.margin.nanos(of: WeightedSample(alike.base).quantile(percent: 50))
      let shift = ShiftEstimate(
        RankTest(base: alike.base, head: alike.head, isByDevice: alike.isByDevice), alpha: alpha)
      guard let nanos = shift.nanos, let low = shift.low, let high = shift.high else { return nil }
      let verdict = CompareVerdict(difference: Double(nanos), low: Double(low), high: Double(high), margin: margin)
      return Change(nanos: nanos, low: low, high: high, verdict: verdict)
    }
    guard let appInit = change(.appInit), appInit.verdict == .faster, let connect = change(.sceneConnect),
      connect.verdict == .slower, let together = change(.together), together.verdict == .same
    else { return nil }
    let kind = launches[1][members[1][0]].kind.name
    var row = SceneRow(
      .phases, .moved, .note, "\(kind) launches: work moved from appInit to sceneConnect",
      advice: "nothing to do: it was moved, and takes as long as before")
    row.detail =
      "appInit \(signed(appInit.nanos)), sceneConnect \(signed(connect.nanos)), together \(signed(together.low)) …"
      + " \(signed(together.high))"
    return row
  }

  private static func signed(_ nanos: Int64) -> String { (nanos > 0 ? "+" : "") + DurationText.of(nanos) }
}
