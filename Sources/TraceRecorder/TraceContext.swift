import Foundation

/// The app, process and device that a trace is about, as the first line of each file names them.
///
/// Everything but `device` is filled in. Change what the system does not know:
///
///     var context = TraceContext(device: UIDevice.current.identifierForVendor?.uuidString)
///     context.appBuild = "4711-nightly"
public struct TraceContext: Sendable, Encodable {
  public var app, appVersion, appBuild, sdkVersion: String?
  /// An id of the device, such as `identifierForVendor`.
  ///
  /// Without it no launch can be classified as cold or warm.
  ///
  /// Some ids are nil until the first unlock after a restart: pass them to `TraceRecorder.identify(device:)` later.
  public var device: String?
  public var deviceModel, osVersion, platform, processKind: String?
  /// An id of the device's boot session.
  ///
  /// The first launch of an app in a new session is cold.
  ///
  /// It is a hash that differs from app to app: the system's own id is the same in all apps, so whoever has the traces
  /// of two apps could see that they come from one device.
  private(set) var boot: String?
  public var pid = ProcessInfo.processInfo.processIdentifier
  public var simulator, debugger: Bool?
  /// The names of the event kinds that the app records every time they happen, sorted.
  ///
  /// It is written even if it is empty: without it tracetool would conclude from the events what is recorded.
  var records: [String] = []

  /// A context filled in from the main bundle and the system.
  public init(device: String? = nil) {
    let info = Bundle.main.infoDictionary
    let environment = ProcessInfo.processInfo.environment
    app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    appVersion = info?["CFBundleShortVersionString"] as? String
    appBuild = info?["CFBundleVersion"] as? String
    sdkVersion = info?["DTPlatformVersion"] as? String
    processKind = Bundle.main.bundlePath.hasSuffix(".appex") ? "extension" : nil
    simulator = environment["SIMULATOR_MODEL_IDENTIFIER"].map { _ in true }
    deviceModel = environment["SIMULATOR_MODEL_IDENTIFIER"] ?? System.model
    let version = ProcessInfo.processInfo.operatingSystemVersion
    osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    platform = System.platform
    debugger = System.isTraced ? true : nil
    self.device = device
  }

  /// Derives `boot` from the system's id of the boot session, the app and the device.
  ///
  /// The session's id is the key of the hash: without it nobody can find out if two hashes are of one session. Without a
  /// device there is no hash, since boot sessions are compared within a device alone.
  mutating func name(bootSession: String?) {
    let digits = bootSession?.filter(\.isHexDigit) ?? ""
    guard let device, !device.isEmpty, digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return }
    boot = String(SipHash.hash(Array("\(app ?? "") \(device)".utf8), key: (high, low)), radix: 16)
  }

  /// The fields that became known after the first line was written, as JSON members, each after a comma.
  var identity: [UInt8] {
    var text: [UInt8] = []
    if let device { text.add(",\"device\":", .text(device)) }
    if let boot { text.add(",\"boot\":", .text(boot)) }
    return text
  }

  /// All fields as JSON members, each after a comma.
  var json: [UInt8] {
    // Strings, numbers and booleans always encode. If they did not, the line would still be valid JSON.
    [UInt8(ascii: ",")] + ((try? JSONEncoder().encode(self)) ?? Data("{\"records\":[]}".utf8)).dropFirst().dropLast()
  }
}
