import TraceModel

/// The values of one line's fields, each as a number: a value, or the number of a text, a case or a truth value.
///
/// Fields with a common meaning are adjacent, so that their numbers are compared at once.
struct LineFields: ~Copyable {
  /// The slots of the fields of `Context` and `StreamKey`.
  static let context = 0..<16
  /// The slots of the fields of `Signature`.
  static let signature = 16..<27

  /// By `Field.slot`; `Event.absent` for a field that the line lacks.
  var values = FixedBuffer(repeating: Event.absent, count: Field.allCases.count)

  /// The bits of the fields that `MemberCache` has found on the line.
  var met: UInt64 = 0

  @inline(__always) mutating func clear() {
    values.fill(Event.absent)
    met = 0
  }

  subscript(field: Field) -> Int64 {
    @inline(__always) get { unsafe values[unchecked: field.slot] }
    @inline(__always) set { unsafe values[unchecked: field.slot] = newValue }
  }

  @inline(__always) mutating func set(slot: UInt8, _ value: Int64) {
    unsafe values[unchecked: Int(slot)] = value
  }

  @inline(__always) func has(_ field: Field) -> Bool { self[field] != Event.absent }

  @inline(__always) func text(_ field: Field) -> TextID {
    has(field) ? TextID(rawValue: Int32(truncatingIfNeeded: self[field])) : .none
  }

  @inline(__always) func truth(_ field: Field) -> Bool? { has(field) ? self[field] != 0 : nil }
}

extension Field {
  @inline(__always) var index: Int { Int(rawValue) }
  @inline(__always) var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The bits of the fields of `Context` and `StreamKey`, from `launch` to `origin`.
  static let context = Field.scene.bit - Field.launch.bit

  /// The index in `LineFields`: first the fields of a line's context, then those of `Signature`, then the others.
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
