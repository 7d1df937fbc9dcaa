package import TraceModel

/// What a check is about: apps with their versions, launches, devices and days.
package struct CheckSubject: Sendable, Equatable {
  /// An app and its versions; each is empty where the log does not say it.
  package struct App: Sendable, Equatable {
    /// The bundle id.
    package var name: String
    /// The versions, in their order.
    package var versions: [String]
    /// The kinds of events that its launches hold.
    package var kinds = KindSet()
  }

  /// In the order of their names.
  package var apps: [App]
  /// The number of launches.
  package var launches: Int
  /// The number of devices that the logs name.
  package var devices: Int
  /// When the first and the last launch began, in nanoseconds since 1970; nothing without a wall clock.
  package var instants: ClosedRange<Int64>?

  /// The subject of these launches.
  package init(_ launches: [Launch]) {
    self.launches = launches.count
    // Most launches share their context with others: by their places, the contexts and the kinds of their events.
    var contexts: [LaunchContext?] = []
    var contextKinds: [KindSet] = []
    var first = Int64.max
    var last = Int64.min
    for launch in launches {
      let context = launch.context
      while contexts.count <= context.place {
        contexts.append(nil)
        contextKinds.append(KindSet())
      }
      if contexts[context.place] == nil { contexts[context.place] = context }
      contextKinds[context.place] = contextKinds[context.place].union(launch.kinds)
      guard launch.hasWallClock else { continue }
      first = min(first, launch.firstInstant)
      last = max(last, launch.firstInstant)
    }
    instants = first <= last ? first...last : nil
    var devices: Set<String> = []
    var versions: [String: Set<String>] = [:]
    var kinds: [String: KindSet] = [:]
    for case (let context?, let held) in zip(contexts, contextKinds) {
      let device = Normalised.id(context.device)
      if !device.isEmpty { devices.insert(device) }
      versions[context.app, default: []].insert(context.appVersion)
      kinds[context.app] = (kinds[context.app] ?? KindSet()).union(held)
    }
    self.devices = devices.count
    apps = versions.map { name, versions in
      App(
        name: name, versions: versions.filter { !$0.isEmpty }.sorted(by: Self.isEarlier),
        kinds: kinds[name] ?? KindSet())
    }.sorted { $0.name < $1.name }
  }

  /// True if version `a` comes before `b`, number by number: 4.9 before 4.10.
  private static func isEarlier(_ a: String, _ b: String) -> Bool {
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? .max } }
    let first = numbers(a)
    let second = numbers(b)
    return first == second ? a < b : first.lexicographicallyPrecedes(second)
  }
}
