import TraceModel

/// Which launches a reader asked for; what is not set selects everything.
package struct Selection: Sendable, Equatable {
  package var app, appVersion, appBuild, device, deviceModel, deviceClass: String?
  /// An id, or the beginning of one.
  package var launch: String?
  /// A version, or the beginning of one: `18` selects 18.2.1.
  package var os: String?
  package var kind: LaunchKind?
  /// Nanoseconds since 1970; a launch that begins then or later.
  package var since: Int64?
  /// Nanoseconds since 1970; a launch that begins before.
  package var until: Int64?

  /// The selection of everything.
  package init() {}

  /// Whether `launch` is asked for.
  package func contains(_ launch: Launch) -> Bool { contains(launch.context) && containsApart(launch) }

  /// The same of a launch whose context is asked for.
  private func containsApart(_ launch: Launch) -> Bool {
    if kind != nil, kind != launch.kind { return false }
    if let id = self.launch, !Normalised.id(launch.name).hasPrefix(Normalised.id(id)) { return false }
    guard since != nil || until != nil else { return true }
    let first = launch.summary.firstInstant
    return launch.summary.hasWallClock && first >= since ?? .min && (until.map { first < $0 } ?? true)
  }

  /// Those of the launches, which are of one input, that are asked for.
  ///
  /// For speed: launches share their contexts, each of which is looked at once.
  package func filter(_ launches: [Launch]) -> [Launch] {
    var contexts: [Bool?] = []
    return launches.filter { launch in
      let context = launch.context
      while contexts.count <= context.place { contexts.append(nil) }
      let isWithin = contexts[context.place] ?? contains(context)
      contexts[context.place] = isWithin
      return isWithin && containsApart(launch)
    }
  }

  /// True if data of this app and device may be asked for.
  func contains(_ context: LaunchContext) -> Bool {
    let pairs = [
      (app, context.app), (appVersion, context.appVersion), (appBuild, context.appBuild),
      (deviceModel, context.deviceModel), (device, context.device),
    ]
    if let deviceClass, deviceClass != context.deviceClass { return false }
    for case (let wanted?, let value) in pairs where Normalised.id(wanted) != Normalised.id(value) { return false }
    // The point keeps `18` from selecting 180.
    return os.map { (context.osVersion + ".").hasPrefix(Normalised.version($0) + ".") } ?? true
  }
}
