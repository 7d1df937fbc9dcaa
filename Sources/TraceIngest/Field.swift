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

  /// Keys that are taken too, the first before the second.
  static let aliases: [(key: String, field: Field)] = [
    ("timestamp", .time), ("ts", .time), ("launchId", .launch), ("sceneId", .scene),
  ]

  /// Whether equal bytes always mean the same and are likely to come again.
  @inline(__always) var repeats: Bool { Self.repeating & bit != 0 }

  private static let repeating = mask([
    .launch, .boot, .device, .deviceModel, .osVersion, .platform, .processKind, .app, .appVersion,
    .appBuild, .sdkVersion, .simulator, .debugger, .records, .scene, .sceneInstance, .sceneRole,
    .source, .phase, .thread, .reason, .prewarmed, .view, .viewInstance, .name, .kind, .success,
    .pid,
  ])

  /// The fields of `Context`.
  static let context = mask([
    .boot, .device, .deviceModel, .osVersion, .platform, .processKind, .app, .appVersion,
    .appBuild, .sdkVersion, .records, .pid, .simulator, .debugger,
  ])

  /// The fields of `StreamKey`.
  static let stream = mask([.launch, .device, .app, .boot, .pid])

  static func mask(_ fields: [Field]) -> UInt64 { fields.reduce(0) { $0 | $1.bit } }
}

/// Every key that means a field: bytes to a small number.
struct KeyTable {
  struct Key {
    var bytes: [UInt8]
    var field: Field
    /// Of several keys of one field on a line the one with the lowest rank counts.
    var rank: UInt8
  }

  /// Number 0 is no key: what comes before the first member of a line.
  private(set) var keys: [Key] = [Key(bytes: [], field: .event, rank: .max)]
  /// Numbers by hash, 0 where free.
  private var slots = [UInt8](repeating: 0, count: 512)

  init(_ mappings: [IngestOptions.KeyMapping]) throws(IngestError) {
    guard mappings.count <= 100 else {
      throw IngestError(
        operation: "map", subject: "keys", cause: "there are more than 100",
        hint: "map only the keys that the events need")
    }
    for mapping in mappings {
      guard let field = Field.allCases.first(where: { $0.name == mapping.field }) else {
        throw IngestError(
          operation: "map key", subject: mapping.key, cause: "there is no field '\(mapping.field)'",
          hint: "use one of \(IngestOptions.fieldNames.joined(separator: ", "))")
      }
      add(mapping.key, field, rank: 0)
    }
    for field in Field.allCases { add(field.name, field, rank: 1) }
    for (rank, alias) in Field.aliases.enumerated() {
      add(alias.key, alias.field, rank: UInt8(2 + rank))
    }
  }

  private mutating func add(_ name: String, _ field: Field, rank: UInt8) {
    let bytes = Array(name.utf8)
    guard find(bytes.span, 0..<bytes.count) == 0 else { return }
    var slot = Self.hash(bytes.span, 0..<bytes.count)
    while slots[slot] != 0 { slot = (slot + 1) & 511 }
    slots[slot] = UInt8(keys.count)
    keys.append(Key(bytes: bytes, field: field, rank: rank))
  }

  /// The number of the key that stands in `range`, 0 for none.
  func find(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    var slot = Self.hash(line, range)
    while slots[slot] != 0 {
      let number = Int(slots[slot])
      let bytes = keys[number].bytes
      if line.equals(range, bytes.span) { return number }
      slot = (slot + 1) & 511
    }
    return 0
  }

  private static func hash(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    guard let first = range.first, let last = range.last else { return 0 }
    let middle = line[first + range.count / 2]
    return
      (Int(line[first]) &* 7 &+ Int(line[last]) &* 31 &+ Int(middle) &* 131
      &+ range.count &* 17) & 511
  }
}
