/// Counts the launches that belong to both sides of a comparison, whether they were read once or on each side.
enum SharedLaunches {
  /// The values by which a launch is recognized on the other side: no two launches share all of them.
  private struct Identity: Hashable {
    let firstInstant: Int64
    let name, device, app, appVersion: String

    init(_ launch: Launch) {
      let context = launch.context
      firstInstant = launch.firstInstant
      name = launch.name
      device = context.device
      app = context.app
      appVersion = context.appVersion
    }
  }

  /// The number of launches of head that are launches of base as well.
  static func count(base: [Launch], head: [Launch]) -> Int {
    // Names are texts, which are made for those launches alone that began at an instant of both sides.
    let instants = Set(base.lazy.map(\.firstInstant)).intersection(head.lazy.map(\.firstInstant))
    if instants.isEmpty { return 0 }
    let known = Set(base.lazy.filter { instants.contains($0.firstInstant) }.map(Identity.init))
    return head.count { instants.contains($0.firstInstant) && known.contains(Identity($0)) }
  }
}
