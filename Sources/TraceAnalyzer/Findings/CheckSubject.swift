package import TraceModel

/// What a check is about: apps with their versions, launches, devices and days.
package struct CheckSubject: Sendable, Equatable {
  /// An app and its versions, each empty if the log does not say it.
  package struct App: Sendable, Equatable {
    /// The bundle id.
    package var name: String
    /// The versions, in their order.
    package var versions: [String]
    /// The kinds of events that its launches hold.
    package var kinds = KindSet()

    /// An app of which only this is known.
    package init(name: String, versions: [String], kinds: KindSet = KindSet()) {
      self.name = name
      self.versions = versions
      self.kinds = kinds
    }
  }

  /// In the order of their names.
  package var apps: [App]
  /// The number of launches.
  package var launches: Int
  /// The number of devices that the logs name.
  package var devices: Int
  /// How many launches ran in the Simulator, or else under a debugger, so that their times are not those of a device.
  package private(set) var environments: [ExcludedEnvironment: Int64] = [:]
  /// When the first and the last launch began, in nanoseconds since 1970; nil without a wall clock.
  package var instants: ClosedRange<Int64>?

  /// The subject of these launches; environments in `include` are judged, and so left out of `environments`.
  package init(_ launches: [Launch], include: Set<ExcludedEnvironment> = []) {
    self.launches = launches.count
    // Most launches share an app's version: by its numbers, one of its launches and the kinds of all events.
    var versionKinds: [SIMD2<Int32>: (launch: Launch, kinds: KindSet)] = [:]
    var last = (version: SIMD2<Int32>(-1, -1), kinds: KindSet())
    var deviceIDs: Set<TextID> = []
    var devices: Set<String> = []
    var first = Int64.max
    var latest = Int64.min
    for launch in launches {
      let context = launch.contextValue
      if context.simulator == true, !include.contains(.simulator) {
        environments[.simulator, default: 0] += 1
      } else if context.debugger == true, !include.contains(.debugger) {
        environments[.debugger, default: 0] += 1
      }
      let version = SIMD2(context.app.rawValue, context.appVersion.rawValue)
      let kinds = launch.kinds
      if version != last.version || !kinds.isSubset(of: last.kinds) {
        let known = versionKinds[version]
        last = (version, (known?.kinds ?? KindSet()).union(kinds))
        versionKinds[version] = (known?.launch ?? launch, last.kinds)
      }
      if deviceIDs.insert(context.device).inserted {
        let device = Normalised.id(launch.text(context.device))
        if !device.isEmpty { devices.insert(device) }
      }
      guard launch.hasWallClock else { continue }
      first = min(first, launch.firstInstant)
      latest = max(latest, launch.firstInstant)
    }
    instants = first <= latest ? first...latest : nil
    var versions: [String: Set<String>] = [:]
    var kinds: [String: KindSet] = [:]
    for (launch, held) in versionKinds.values {
      let app = launch.context.app
      versions[app, default: []].insert(launch.context.appVersion)
      kinds[app] = (kinds[app] ?? KindSet()).union(held)
    }
    self.devices = devices.count
    apps = versions.map { name, versions in
      App(
        name: name, versions: versions.filter { !$0.isEmpty }.sorted(by: Normalised.isOrdered),
        kinds: kinds[name] ?? KindSet())
    }.sorted { $0.name < $1.name }
  }
}
