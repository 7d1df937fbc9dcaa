import TraceModel

/// Where a line's fields are kept while it is read.
extension Field {
  @inline(__always) var index: Int { Int(rawValue) }
  @inline(__always) var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The fields of `Context` and `StreamKey`: from `launch` to `origin`.
  static let place = Field.scene.bit - Field.launch.bit

  /// Where `LineFields` keeps the value: the fields of a line's place, those of `Signature`, and the others.
  var slot: Int {
    switch self {
    case .launch, .pid, .boot, .device, .deviceModel, .osVersion, .platform, .processKind, .app, .appVersion,
      .appBuild, .sdkVersion, .simulator, .debugger, .records, .origin:
      index - Field.launch.index
    case .event: 16
    case .sceneRole: 17
    case .source: 18
    case .phase: 19
    case .thread: 20
    case .reason: 21
    case .prewarmed: 22
    case .view: 23
    case .name: 24
    case .kind: 25
    case .success: 26
    case .scene: 27
    case .sceneInstance: 28
    case .viewInstance: 29
    case .task: 30
    case .time: 31
    case .uptime: 32
    case .seq: 33
    case .duration: 34
    case .memory: 35
    case .attributes: 36
    }
  }
}
