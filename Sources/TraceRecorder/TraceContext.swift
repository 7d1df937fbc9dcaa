import Foundation

/// The app, process and device that a trace is about, as the first line of each file names them.
struct TraceContext: Sendable, Encodable {
  var app, appVersion, appBuild, sdkVersion: String?
  /// The id of the device: that of the installation, and no id of the system's.
  ///
  /// Without it no launch can be classified as cold or warm.
  private(set) var device: String?
  var deviceModel, osVersion, platform, processKind: String?
  /// An id of the device's boot session: the first launch of an app in a new session is cold.
  ///
  /// The system's own id is the same in all apps, so it would show that the traces of two apps come from one device.
  /// Here it is a hash under the installation's key.
  private(set) var boot: String?
  var pid = ProcessInfo.processInfo.processIdentifier
  var simulator, debugger: Bool?
  /// The names of the event kinds that the app records every time they happen, sorted.
  ///
  /// It is written even if it is empty: without it tracetool would conclude from the events what is recorded.
  var records: [String] = []

  /// A context filled in from the main bundle, the system, and the variables of the process's environment.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let info = Bundle.main.infoDictionary
    app = Self.app
    appVersion = info?["CFBundleShortVersionString"] as? String
    appBuild = info?["CFBundleVersion"] as? String
    sdkVersion = info?["DTPlatformVersion"] as? String
    if Self.isOfTests(environment) {
      processKind = "tests"
    } else if Bundle.main.bundlePath.hasSuffix(".appex") {
      processKind = "extension"
    }
    simulator = environment["SIMULATOR_MODEL_IDENTIFIER"].map { _ in true }
    deviceModel = environment["SIMULATOR_MODEL_IDENTIFIER"] ?? System.model
    let version = ProcessInfo.processInfo.operatingSystemVersion
    osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    platform = System.platform
    debugger = System.isTraced ? true : nil
  }

  /// The bundle identifier, or what the process is called if it has none.
  static var app: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }

  /// True for an app that Xcode has launched to load unit tests into it: no user waits for its first frame.
  private static func isOfTests(_ environment: [String: String]) -> Bool {
    ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"].contains { environment[$0] != nil }
  }

  /// Names the device and its boot session, a UUID of the system's, by the installation's key; neither without one.
  mutating func name(_ installation: Installation?, bootSession: String?) {
    device = installation?.device
    boot = bootSession.flatMap { installation?.boot($0) }
  }

  /// All fields as JSON members, each after a comma.
  var json: [UInt8] {
    // Strings, numbers and booleans always encode. If they did not, the line would still be valid JSON.
    [UInt8(ascii: ",")] + ((try? JSONEncoder().encode(self)) ?? Data("{\"records\":[]}".utf8)).dropFirst().dropLast()
  }
}
