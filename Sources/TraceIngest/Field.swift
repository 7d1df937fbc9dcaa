import TraceModel

/// The fields of the event record, in its order.
package enum Field: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case event, time, uptime, seq, launch, pid, boot, device, deviceModel, osVersion, platform
  case processKind, app, appVersion, appBuild, sdkVersion, simulator, debugger, records, origin, scene
  case sceneInstance, sceneRole, source, phase, duration, thread, reason, prewarmed, view
  case viewInstance, task, name, kind, success, memory, attributes

  /// The key in the record.
  package var name: String { Self.names[index] }

  private static let names = allCases.map { "\($0)" }

  @inline(__always) var index: Int { Int(rawValue) }
  @inline(__always) var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The fields of `Context` and `StreamKey`: from `launch` to `origin`.
  static let place = Field.scene.bit - Field.launch.bit
}
