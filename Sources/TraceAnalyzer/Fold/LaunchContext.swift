package import TraceModel

/// What a launch's context says, as text; empty where it says nothing.
///
/// A class, as most launches share theirs with others.
package final class LaunchContext: Sendable, Encodable {
  package let app, appVersion, appBuild, boot, device, deviceModel: String
  /// The version alone, as in `18.2.1`.
  package let osVersion: String
  package let isSimulator, isDebugger: Bool
  /// The class that the configuration gives the device's model; not in documents.
  package let deviceClass: String

  private enum CodingKeys: String, CodingKey {
    case app, appVersion, appBuild, boot, device, deviceModel, osVersion, isSimulator, isDebugger
  }

  /// The texts of `context`.
  package init(_ context: Context, _ texts: TextTable, _ classes: DeviceClasses = DeviceClasses()) {
    device = texts.string(context.device)
    deviceModel = texts.string(context.deviceModel)
    deviceClass = classes.name(of: deviceModel)
    osVersion = Normalised.version(texts.string(context.osVersion))
    app = texts.string(context.app)
    appVersion = texts.string(context.appVersion)
    appBuild = texts.string(context.appBuild)
    boot = Normalised.id(texts.string(context.boot))
    isSimulator = context.simulator ?? false
    isDebugger = context.debugger ?? false
  }
}
