package import TraceModel

/// Finds the launches on which the kinds of others rest.
///
/// A launch is cold or warm in view of the one before it on its device, and an app is an extension in view of the life
/// of the app whose id begins its own. For a subset of launches to give the answers of all, these facts are written
/// beside the subset, as `launch.earlier`.
package struct EarlierLaunches {
  private let all: [Launch]
  private let symbols: Symbols
  /// The apps, by `Normalised.id`, with recorded life of an app or its scenes.
  private let living: Set<String>

  /// Searches among all launches of an input, in their order, with those that `launch.earlier` stands for.
  package init(_ all: [Launch], _ symbols: Symbols) {
    self.all = all
    self.symbols = symbols
    living = Set(all.filter { Self.lives($0.summary, symbols) }.map { Self.app(of: $0) })
  }

  /// The launches outside `kept` that decide the kinds of the launches in `kept`; each once, in order.
  ///
  /// If launches may still be added (`isGrowing`), also the last launch of each app on each device, unless kept, as the
  /// next one will be compared with it.
  package func needed(by kept: Set<LaunchKey>, isGrowing: Bool) -> [EarlierLaunch] {
    func isKept(_ summary: LaunchSummary) -> Bool { !summary.isEarlier && kept.contains(LaunchKey(summary)) }
    var needed: Set<LaunchKey> = []
    for launch in all where isKept(launch.summary) {
      if let previous = launch.previousSummary, !isKept(previous) { needed.insert(LaunchKey(previous)) }
    }
    if isGrowing {
      for launch in lastOnEachDevice() where !isKept(launch.summary) { needed.insert(LaunchKey(launch.summary)) }
    }
    for app in appsThatMatter(to: isGrowing ? all : all.filter { isKept($0.summary) }) {
      let launches = all.filter { Self.app(of: $0) == app }
      let isShown = launches.contains { launch in
        let summary = launch.summary
        return isKept(summary) && Self.lives(summary, symbols) || needed.contains(LaunchKey(summary))
      }
      if !isShown, let last = launches.last { needed.insert(LaunchKey(last.summary)) }
    }
    return all.filter { needed.contains(LaunchKey($0.summary)) }.map { launch in
      EarlierLaunch(summary: launch.summary, isOfApp: living.contains(Self.app(of: launch)))
    }
  }

  private func lastOnEachDevice() -> [Launch] {
    var last: [String: Launch] = [:]
    for launch in all where launch.kind != .extension && !launch.context.device.isEmpty {
      let device = Normalised.id(launch.context.device)
      let owner = "\(device) \(Self.app(of: launch)) \(launch.hasWallClock)"
      // The launch's own events came back: its stand-in does not count.
      if launch.isEarlier, last[owner]?.firstInstant == launch.firstInstant { continue }
      last[owner] = launch
    }
    return Array(last.values)
  }

  /// The apps whose life decides whether launches are an extension's: of an app below such an app, or of one that would
  /// be classified as an extension itself.
  private func appsThatMatter(to launches: [Launch]) -> [String] {
    let ids = Set(launches.map { Self.app(of: $0) })
    return living.sorted().filter { app in
      let hasExtension = ids.contains { $0.hasPrefix("\(app).") }
      let isBelow = ids.contains(app) && living.contains { app.hasPrefix("\($0).") }
      return hasExtension || isBelow
    }
  }

  private static func app(of launch: Launch) -> String { Normalised.id(launch.context.app) }

  /// True if a launch holds an event of the app's or a scene's life, or its `launch.earlier` says that one did.
  private static func lives(_ summary: LaunchSummary, _ symbols: Symbols) -> Bool {
    if !summary.isEarlier { return summary.kinds.intersects(Extensions.life) }
    return symbols.texts.string(summary.natureReason) == LaunchNature.ofApp
  }
}
