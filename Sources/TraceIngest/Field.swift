/// The fields of the event record, in its order.
enum Field: UInt8, CaseIterable {
  case event, time, uptime, seq, launch, pid, boot, device, deviceModel, osVersion, platform
  case processKind, app, appVersion, appBuild, sdkVersion, simulator, debugger, records, scene
  case sceneInstance, sceneRole, source, phase, duration, thread, reason, prewarmed, view
  case viewInstance, task, name, kind, success, memory, attributes

  /// The key in the record.
  var name: String { "\(self)" }

  @inline(__always) var index: Int { Int(rawValue) }
  @inline(__always) var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The fields of `Context` and `StreamKey`.
  static let place = mask([
    .launch, .boot, .device, .deviceModel, .osVersion, .platform, .processKind, .app, .appVersion,
    .appBuild, .sdkVersion, .records, .pid, .simulator, .debugger,
  ])

  private static func mask(_ fields: [Field]) -> UInt64 { fields.reduce(0) { $0 | $1.bit } }
}
