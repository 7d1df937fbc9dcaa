import TraceModel

/// The values of one line's fields: a number for each, which stands for a text, a kind or a truth, or is a number itself.
///
/// The numbers of fields that mean something together stand side by side, so that they are compared as one.
struct LineFields: ~Copyable {
  /// The fields of `Context` and `StreamKey`.
  static let context = 0..<16
  /// The fields of `Signature`.
  static let signature = 16..<27

  /// By `Field.slot`; `Event.absent` for a field that the line lacks.
  var values = FixedBuffer(repeating: Event.absent, count: Field.allCases.count)

  /// The fields of which `MemberCache` has met a member.
  var met: UInt64 = 0

  /// Forgets the line.
  @inline(__always) mutating func clear() {
    values.fill(Event.absent)
    met = 0
  }

  subscript(field: Field) -> Int64 {
    // There is a value for each field.
    @inline(__always) get { unsafe values[unchecked: field.slot] }
    @inline(__always) set { unsafe values[unchecked: field.slot] = newValue }
  }

  /// Sets the value of the field that has this slot.
  @inline(__always) mutating func set(slot: UInt8, _ value: Int64) {
    unsafe values[unchecked: Int(slot)] = value
  }

  @inline(__always) func has(_ field: Field) -> Bool { self[field] != Event.absent }

  /// The text that the field holds.
  @inline(__always) func text(_ field: Field) -> TextID {
    has(field) ? TextID(rawValue: Int32(truncatingIfNeeded: self[field])) : .none
  }

  @inline(__always) func truth(_ field: Field) -> Bool? { has(field) ? self[field] != 0 : nil }
}

extension Field {
  @inline(__always) var index: Int { Int(rawValue) }
  @inline(__always) var bit: UInt64 { 1 << UInt64(rawValue) }

  /// The fields of `Context` and `StreamKey`: from `launch` to `origin`.
  static let context = Field.scene.bit - Field.launch.bit

  /// Where `LineFields` keeps the value: the fields of a line's context, those of `Signature`, and the others.
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
