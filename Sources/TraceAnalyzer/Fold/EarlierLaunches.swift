package import TraceModel

/// Finds the launches on which the kinds of others rest.
///
/// A launch is cold or warm in view of the one before it on its device, and an app is an extension in view of the life
/// of the app whose id its own begins with. Where a subset of the launches is to give the same answers as all of them
/// did, these facts are written beside the subset, as `launch.earlier`.
package struct EarlierLaunches {
  private let all: [Launch]
  private let symbols: Symbols
  /// The ids of apps, as `Normalised.id` writes them, of which the life of an app or of its scenes is recorded.
  private let living: Set<String>

  /// Searches among all launches of an input, in their order, with those that `launch.earlier` stands for.
  package init(_ all: [Launch], _ symbols: Symbols) {
    self.all = all
    self.symbols = symbols
    living = Set(all.filter { Self.lives($0.summary, symbols) }.map { Self.app(of: $0) })
  }

  /// The launches that decide the kinds of the launches in `kept`, and are not in `kept` themselves.
  ///
  /// - Parameters:
  ///   - kept: The launches that keep their events.
  ///   - isGrowing: True if launches may still be added: then the last one of each app on each device is among the
  ///     answer as well, where it is not kept, as the next one will be compared with it.
  /// - Returns: Each launch once, in their order.
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

  /// The last launch of each app on each device that is named, on each of the two clocks.
  private func lastOnEachDevice() -> [Launch] {
    var last: [String: Launch] = [:]
    for launch in all where launch.kind != .extension && !launch.context.device.isEmpty {
      let device = Normalised.id(launch.context.device)
      let owner = "\(device) \(Self.app(of: launch)) \(launch.hasWallClock)"
      // The launch's own events came back: the event that stood for it counts no more.
      if launch.isEarlier, last[owner]?.firstInstant == launch.firstInstant { continue }
      last[owner] = launch
    }
    return Array(last.values)
  }

  /// The apps whose life decides whether launches are those of an extension: of an app below such an app, or of one
  /// that would be classified as an extension itself.
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
