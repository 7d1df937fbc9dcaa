import Foundation
import TraceVocabulary

/// The app, process and device that a trace is about, as the first line of each file names them.
struct TraceContext: Sendable {
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
  /// The names of the event kinds that the app records without exception, sorted.
  ///
  /// It is written even if it is empty: without it tracetool would conclude from the events what is recorded.
  var records: [String] = []

  /// A context filled in from the main bundle, the system, and the variables of the process's environment.
  init(variable: (String) -> String? = System.variable) {
    let info = Bundle.main.infoDictionary
    app = Self.app
    appVersion = info?["CFBundleShortVersionString"] as? String
    appBuild = info?["CFBundleVersion"] as? String
    sdkVersion = info?["DTPlatformVersion"] as? String
    if Self.isOfTests(variable) {
      processKind = "tests"
    } else if Bundle.main.bundlePath.hasSuffix(".appex") {
      processKind = "extension"
    }
    let simulated = variable("SIMULATOR_MODEL_IDENTIFIER")
    simulator = simulated.map { _ in true }
    deviceModel = simulated ?? System.model
    let version = ProcessInfo.processInfo.operatingSystemVersion
    osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    platform = System.platform
    debugger = System.isTraced ? true : nil
  }

  /// The bundle identifier, or what the process is called if it has none.
  static var app: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }

  /// The bundle identifier of the app that an extension is in; of any other process its own.
  static var containingApp: String {
    let bundle = Bundle.main.bundleURL
    if !bundle.path.hasSuffix(".appex") { return app }
    let folders = sequence(first: bundle) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    return folders.first { $0.path.hasSuffix(".app") }.flatMap { Bundle(url: $0)?.bundleIdentifier } ?? app
  }

  /// True for an app that Xcode has launched to load unit tests into it: no user waits for its first frame.
  private static func isOfTests(_ variable: (String) -> String?) -> Bool {
    ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"].contains { variable($0) != nil }
  }

  /// Names the device and its boot session, a UUID of the system's, by the installation's key; neither without one.
  mutating func name(_ installation: Installation?, bootSession: String?) {
    device = installation?.device
    boot = bootSession.flatMap { installation?.boot($0) }
  }

  /// All fields as JSON members, each after a comma.
  var json: [UInt8] {
    var members: [UInt8] = []
    let texts: [(Field, String?)] = [
      (.app, app), (.appVersion, appVersion), (.appBuild, appBuild), (.sdkVersion, sdkVersion), (.device, device),
      (.deviceModel, deviceModel), (.osVersion, osVersion), (.platform, platform), (.processKind, processKind),
      (.boot, boot),
    ]
    for (field, text) in texts { if let text { members.add(TraceField.key(field), .text(text)) } }
    members.add(TraceField.key(.pid), .number(Int(pid)))
    for (field, flag) in [(Field.simulator, simulator), (.debugger, debugger)] {
      if let flag { members.add(TraceField.key(field), .flag(flag)) }
    }
    members.add(TraceField.key(.records), .texts(records))
    return members
  }
}
