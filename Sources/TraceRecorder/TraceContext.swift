import Foundation

/// What the first line of each file says of app, process and device; all but `device` is filled in.
public struct TraceContext: Sendable, Encodable {
  public var app, appVersion, appBuild, sdkVersion: String?
  /// Tells devices apart, such as `identifierForVendor`: without it no launch is known to be cold or warm.
  ///
  /// Some ids are not to be had before the device is first unlocked: what is nothing now,
  /// `TraceRecorder.identify(device:)` says later.
  public var device: String?
  public var deviceModel, osVersion, processKind: String?
  /// Tells the device's boot sessions apart, for this app alone: a new one makes a launch cold.
  ///
  /// The system's own id is one for all apps, and would join what different apps recorded.
  private(set) var boot: String?
  public var pid = ProcessInfo.processInfo.processIdentifier
  public var simulator, debugger: Bool?
  /// The names of the kinds that are recorded, in order.
  var records: [String] = []

  /// What the system says of this process.
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
    debugger = System.isTraced ? true : nil
    self.device = device
  }

  /// Names the boot session in words that no other app and no other device shares.
  ///
  /// The session's id is the hash's key: whoever does not have it can't tell from two names whether they are of one
  /// session. Where there is no device there is no name: nobody would compare it.
  mutating func name(bootSession: String?) {
    let digits = bootSession?.filter(\.isHexDigit) ?? ""
    guard let device, !device.isEmpty, digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return }
    boot = String(SipHash.hash(Array("\(app ?? "") \(device)".utf8), key: (high, low)), radix: 16)
  }

  /// What became known after the first line, as it stands in a later one, each after a comma.
  var identity: [UInt8] {
    var text: [UInt8] = []
    if let device { text.add(",\"device\":", .text(device)) }
    if let boot { text.add(",\"boot\":", .text(boot)) }
    return text
  }

  /// Its fields as they stand in a line, each after a comma.
  var json: [UInt8] {
    // Texts, numbers and flags always encode; without them the line would still be one.
    [UInt8(ascii: ",")] + ((try? JSONEncoder().encode(self)) ?? Data("{\"records\":[]}".utf8)).dropFirst().dropLast()
  }
}
