/// A device between launches: what it is, and what it knows of the app.
struct Phone: Sendable {
  private static let models = ["iPhone14,5", "iPhone15,2", "iPhone16,1", "iPhone17,3"]
  private static let systems = ["17.4.1", "17.7", "18.0", "18.2.1"]

  let device: String
  let model: String
  let system: String
  private(set) var boot: String
  /// When the device was started, and when the person opens the app next; ns since 1970.
  private(set) var booted: Int64
  var nextOpening: Int64
  private var nextPid: Int
  /// The scene sessions that the system keeps for the app, its main window first.
  let sessions: [String]
  private var versionLaunched: String?
  private var bootLaunched: String?
  /// True while the system holds a request for a background refresh of the app.
  var awaitsRefresh = false

  /// A phone whose owner opens the app first within so many ms of the epoch.
  init(epoch: Int64, within ms: Int64, windows: Int, _ random: inout Random) {
    device = random.uuid()
    model = windows > 1 ? "iPad13,4" : random.pick(Self.models)
    system = random.pick(Self.systems)
    boot = random.uuid()
    booted = epoch - random.number(3600, 86_400) * 1_000_000_000
    nextOpening = epoch + random.number(0, ms) * 1_000_000
    nextPid = Int(random.number(300, 3000))
    sessions = (0..<max(windows, 1)).map { _ in random.uuid() }
  }

  /// Turns the device off and on again just before the next opening.
  mutating func restart(_ random: inout Random) {
    boot = random.uuid()
    booted = nextOpening - random.number(60, 600) * 1_000_000_000
    nextPid = Int(random.number(300, 900))
  }

  /// The context of a new process of `app`, and whether nothing of it is in memory yet.
  mutating func launch(
    _ app: String, version: String, _ random: inout Random
  ) -> (context: Context, isCold: Bool) {
    nextPid += Int(random.number(1, 90))
    let isCold = bootLaunched != boot || versionLaunched != version
    bootLaunched = boot
    versionLaunched = version
    let build = String(version.filter(\.isNumber)) + "1"
    let context = Context(
      device: device, deviceModel: model, osVersion: "iOS \(system)", boot: boot, pid: nextPid,
      app: app, appVersion: version, appBuild: build)
    return (context, isCold)
  }
}
