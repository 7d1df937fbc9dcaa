import TraceModel

/// More or fewer launches in the background, and interfaces that are built though no user sees them.
enum BackgroundScenes: SceneCheck {
  static func rows(_ sides: SceneSides) -> [SceneRow] { Array(launches(sides)) + Array(interfaces(sides)) }

  private static func launches(_ sides: SceneSides) -> SceneRow? {
    row("launches in the background", sides) { $0.isBackground }
  }

  private static func interfaces(_ sides: SceneSides) -> SceneRow? {
    func isForNobody(_ launch: SceneLaunch) -> Bool {
      launch.isBackground && !launch.reachesForeground && launch.kinds.contains(.sceneWillConnect)
    }
    guard var row = row("interface built for nobody", sides, isForNobody), row.verdict != .fewer else { return nil }
    if row.verdict == .cannotTell { return row }
    let times = sides.head.launches.filter(isForNobody).compactMap(\.connectNanos)
    if !times.isEmpty {
      let mean = times.reduce(0) { $0 + Double($1) } / Double(times.count)
      row.detail =
        "a scene connected in launches that never came to the foreground, \(nanos: Int64(mean)) each"
    }
    row.advice =
      "build in scene(_:willConnectTo:options:) only what is shown, and the rest in sceneWillEnterForeground(_:)"
    return row
  }

  private static func row(_ subject: Sentence, _ sides: SceneSides, _ holds: (SceneLaunch) -> Bool) -> SceneRow? {
    let shares = sides.shares { SceneRow.Share(holds($0) ? 1 : 0, of: 1) }
    guard let shares, shares.interval.isReal else { return nil }
    if !shares.areAlike { return .cannotTell(.background, subject, unlike: shares) }
    var row = SceneRow(
      .background, shares.interval.value > 0 ? .more : .fewer, .note, subject,
      advice: "do not ask applicationState in didFinishLaunching: with scenes it is background in every launch")
    row.set(shares)
    return row
  }
}
