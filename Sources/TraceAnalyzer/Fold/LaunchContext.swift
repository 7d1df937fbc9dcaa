import TraceModel

/// What a launch's context says, as text; empty where it says nothing.
///
/// A place in a table: each text is made when it is asked for.
package struct LaunchContext: Sendable {
  /// The same for contexts that differ by their process alone.
  let place: Int
  private let contexts: LaunchContexts

  init(at place: Int, in contexts: LaunchContexts) {
    self.place = place
    self.contexts = contexts
  }

  private var value: Context { contexts.values[place] }

  package var app: String { contexts.texts.string(value.app) }
  package var appVersion: String { contexts.texts.string(value.appVersion) }
  package var appBuild: String { contexts.texts.string(value.appBuild) }
  package var boot: String { Normalised.id(contexts.texts.string(value.boot)) }
  package var device: String { contexts.texts.string(value.device) }
  package var deviceModel: String { contexts.texts.string(value.deviceModel) }
  /// The version alone, as in `18.2.1`.
  package var osVersion: String { Normalised.version(contexts.texts.string(value.osVersion)) }
  /// The system that its app ran on, as in `iOS`.
  package var platform: String { Platform(value, contexts.texts)?.name ?? "" }
  package var isSimulator: Bool { value.simulator ?? false }
  package var isDebugger: Bool { value.debugger ?? false }
  /// The class that the configuration gives the device's model; not in documents.
  package var deviceClass: String { contexts.classes.name(of: deviceModel) }
}

extension LaunchContext: Encodable {
  private enum Key: String, CodingKey {
    case app, appVersion, appBuild, boot, device, deviceModel, osVersion, isSimulator, isDebugger
  }

  /// The texts by their names.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(app, forKey: .app)
    try container.encode(appVersion, forKey: .appVersion)
    try container.encode(appBuild, forKey: .appBuild)
    try container.encode(boot, forKey: .boot)
    try container.encode(device, forKey: .device)
    try container.encode(deviceModel, forKey: .deviceModel)
    try container.encode(osVersion, forKey: .osVersion)
    try container.encode(isSimulator, forKey: .isSimulator)
    try container.encode(isDebugger, forKey: .isDebugger)
  }
}
