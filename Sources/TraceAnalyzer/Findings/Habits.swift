import TraceModel

/// What takes several launches of one app version to tell: `data.saved-only-on-deactivation` and `launch.setup-repeated`.
enum Habits {
  /// So many launches, and saves in them, make a habit: this project's number.
  private static let launchCount = 3

  /// What `launches`, in their order, show together.
  static func findings(_ launches: [Launch], _ grounds: Grounds) -> [Finding] {
    let rules: [RuleID] = [.`data.saved-only-on-deactivation`, .`launch.setup-repeated`]
    let telling = launches.filter { launch in launch.summary.candidates.contains { rules.contains($0.rule) } }
      .filter { LaunchFindings($0.summary, grounds).isJudged }
    return telling.grouped(by: [.app, .appVersion, .appBuild]).flatMap { group in
      Array(savedOnLeaving(group.launches, grounds))
        + Dictionary(grouping: group.launches) { Normalised.id($0.context.device) }
        .flatMap { device, launches in device.isEmpty ? [] : repeatedSetup(launches, grounds) }
    }
  }

  private static func savedOnLeaving(_ launches: [Launch], _ grounds: Grounds) -> Finding? {
    let saves = launches.compactMap { launch in
      launch.summary.candidates.first { $0.rule == .`data.saved-only-on-deactivation` }.map { (launch.summary, $0) }
    }
    guard saves.count >= launchCount, saves.allSatisfy({ $0.1.measured == 0 }), let (launch, last) = saves.last
    else { return nil }
    let told = Told(message: "in \(saves.count) launches data was saved after a deactivation alone")
    return LaunchFindings(launch, grounds).finding(last, told)
  }

  /// Setup that begins anew after a launch in which it was finished.
  private static func repeatedSetup(_ launches: [Launch], _ grounds: Grounds) -> [Finding] {
    var (finished, told): (Set<TextID>, Set<TextID>) = ([], [])
    return launches.flatMap { launch -> [Finding] in
      let runs = launch.summary.candidates.filter { $0.rule == .`launch.setup-repeated` }
      let again = runs.filter { $0.kind == .workBegin && finished.contains($0.name) && told.insert($0.name).inserted }
      finished.formUnion(runs.filter { $0.kind == .workEnd }.map(\.name))
      let subject = LaunchFindings(launch.summary, grounds)
      return again.compactMap {
        subject.finding($0, subject.told($0, "ran again, after an earlier launch had finished it"))
      }
    }
  }
}
