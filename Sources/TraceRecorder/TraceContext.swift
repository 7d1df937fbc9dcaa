import Foundation

/// What the first line of each file says of app, process and device; all but `device` is filled in.
public struct TraceContext: Sendable, Encodable {
  public var app, appVersion, appBuild, sdkVersion: String?
  /// Tells devices apart, such as `identifierForVendor`: without it no launch is known to be cold or warm.
  public var device: String?
  public var deviceModel, osVersion, boot, processKind: String?
  public var pid = ProcessInfo.processInfo.processIdentifier
  public var simulator, debugger: Bool?
  /// The names of the kinds that are recorded, in order.
  var records: [String] = []

  /// What the system says of this process.
  public init(device: String? = nil) {
    let (info, environment) = (Bundle.main.infoDictionary, ProcessInfo.processInfo.environment)
    app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    appVersion = info?["CFBundleShortVersionString"] as? String
    appBuild = info?["CFBundleVersion"] as? String
    sdkVersion = info?["DTPlatformVersion"] as? String
    processKind = Bundle.main.bundlePath.hasSuffix(".appex") ? "extension" : nil
    simulator = environment["SIMULATOR_MODEL_IDENTIFIER"].map { _ in true }
    deviceModel = environment["SIMULATOR_MODEL_IDENTIFIER"] ?? System.model
    let version = ProcessInfo.processInfo.operatingSystemVersion
    osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    (self.device, boot, debugger) = (device, System.boot, System.isTraced ? true : nil)
  }

  /// Its fields as they stand in a line, each after a comma.
  var json: [UInt8] {
    // Texts, numbers and flags always encode; without them the line would still be one.
    [UInt8(ascii: ",")] + ((try? JSONEncoder().encode(self)) ?? Data("{\"records\":[]}".utf8)).dropFirst().dropLast()
  }
}
