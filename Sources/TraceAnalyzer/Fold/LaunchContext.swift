package import TraceModel

/// The fields of a launch's context as texts; empty if the log lacks one.
///
/// An index in a table: each text is made when it is asked for.
package struct LaunchContext: Sendable {
  /// Equal for contexts that differ by their process alone.
  let index: Int
  private let contexts: LaunchContexts

  init(at index: Int, in contexts: LaunchContexts) {
    self.index = index
    self.contexts = contexts
  }

  private var value: Context { contexts.values[index] }

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

/// The contexts of all launches; those that differ by their process alone are one.
///
/// For speed it compares numbers where it can, and makes a text when it is read: most reports read few.
package final class LaunchContexts: Sendable {
  /// The fields of a context that the kind of a launch depends on; equal numbers mean equal values, and 0 is unknown.
  struct Traits {
    var boot, osVersion, appVersion, appBuild: Int32
    /// Equal for launches of one app on one device, from 0.
    var owner: Int32
    var hasDevice: Bool
    /// Xcode has loaded unit tests into the process.
    var hostsTests: Bool
  }

  let texts: TextTable
  let classes: DeviceClasses
  let values: [Context]
  /// By their indices in `values`.
  private let traits: [Traits]
  /// By `ContextID`, the index in `values`.
  private let indices: [Int32]
  let ownerCount: Int

  /// The contexts in `symbols`; `classes` gives each device model its class.
  package init(_ symbols: Symbols, _ classes: DeviceClasses = DeviceClasses()) {
    var keys = NumberKeys(width: 8)
    var values: [Context] = []
    var traits: [Traits] = []
    var names = NormalisedTexts(symbols.texts)
    let contexts = symbols.contexts.values
    let tests = symbols.texts.find(Array("tests".utf8).span)
    indices = contexts.indices.map { index in
      let hostsTests = !tests.isNone && contexts[index].processKind == tests
      let value = keys.index(of: Self.key(contexts[index], hostsTests: hostsTests))
      if value == values.count {
        values.append(contexts[index])
        traits.append(names.traits(contexts[index], hostsTests: hostsTests))
      }
      return Int32(value)
    }
    texts = symbols.texts
    ownerCount = names.ownerCount
    self.classes = classes
    self.values = values
    self.traits = traits
  }

  private static func key(_ context: Context, hostsTests: Bool) -> NumberKeys.Key {
    // Texts have numbers of 31 bits.
    let device = Int64(context.device.rawValue) | (hostsTests ? 1 << 32 : 0)
    let system = Int64(context.platform.rawValue) << 2 | Int64(context.sdkVersion.rawValue) << 33
    let flags = (context.simulator == true ? 1 : 0) | (context.debugger == true ? 2 : 0) | system
    return NumberKeys.Key(
      device, Int64(context.deviceModel.rawValue), Int64(context.osVersion.rawValue),
      Int64(context.app.rawValue), Int64(context.appVersion.rawValue), Int64(context.appBuild.rawValue),
      Int64(context.boot.rawValue), flags)
  }

  /// The context with this number, in words.
  package subscript(id: ContextID) -> LaunchContext { LaunchContext(at: index(of: id), in: self) }

  func index(of id: ContextID) -> Int { Int(indices[Int(id.rawValue)]) }

  func traits(of id: ContextID) -> Traits { traits[Int(indices[Int(id.rawValue)])] }

  /// One of the contexts that are like the one with this number.
  func value(of id: ContextID) -> Context { values[Int(indices[Int(id.rawValue)])] }
}

/// Numbers for texts that may be written in several ways: one for each value.
///
/// Most texts are comparable as they stand: for speed their own number is used, and no `String` is made.
struct NormalisedTexts {
  private let texts: TextTable
  /// By `TextID`, the numbers of ids and of versions; 0 if not yet known.
  private var ids: [Int32]
  private var versions: [Int32]
  private var numbers: [String: Int32] = [:]
  private var owners = NumberKeys(width: 2)

  init(_ texts: TextTable) {
    self.texts = texts
    ids = [Int32](repeating: 0, count: texts.count + 1)
    versions = ids
  }

  var ownerCount: Int { owners.keys.count }

  mutating func traits(_ context: Context, hostsTests: Bool) -> LaunchContexts.Traits {
    var pair = NumberKeys.Key.zero
    pair[0] = Int64(id(context.device))
    pair[1] = Int64(id(context.app))
    let owner = Int32(owners.index(of: pair))
    return LaunchContexts.Traits(
      boot: id(context.boot), osVersion: version(context.osVersion), appVersion: context.appVersion.rawValue,
      appBuild: context.appBuild.rawValue, owner: owner, hasDevice: !context.device.isNone,
      hostsTests: hostsTests)
  }

  /// The number of an id, 0 without one; equal for ids that differ only in the case of letters.
  mutating func id(_ text: TextID) -> Int32 {
    let index = Int(text.rawValue)
    if !text.isNone, ids[index] == 0 {
      ids[index] = texts.isLowercaseASCII(text) ? text.rawValue : number(Normalised.id(texts.string(text)))
    }
    return ids[index]
  }

  private mutating func version(_ text: TextID) -> Int32 {
    let index = Int(text.rawValue)
    if !text.isNone, versions[index] == 0 { versions[index] = number(Normalised.version(texts.string(text))) }
    return versions[index]
  }

  /// The number of a comparable text: that in `texts`, if it is among them.
  private mutating func number(_ text: String) -> Int32 {
    let known = texts.find(Array(text.utf8).span)
    if text.isEmpty || !known.isNone, texts.isLowercaseASCII(known) { return known.rawValue }
    let number = numbers[text] ?? Int32(texts.count + numbers.count + 1)
    numbers[text] = number
    return number
  }
}

/// Keys of up to eight numbers, each with the index at which it first came.
///
/// For speed: a `Dictionary` of such keys needs some 500 instructions a look-up, this table 40 to 80, and reports look
/// up each launch. Open addressing, at most half full; a hash without a seed, so that every run is alike.
struct NumberKeys {
  typealias Key = SIMD8<Int64>

  /// How many numbers of a key count.
  private let width: Int
  /// In the order in which they came.
  private(set) var keys: [Key] = []
  /// Indices in `keys` from 1, 0 if free; always a power of two.
  private var slots = [Int32](repeating: 0, count: 64)

  init(width: Int) { self.width = width }

  mutating func index(of key: Key) -> Int {
    let slot = slot(of: key)
    if slots[slot] > 0 { return Int(slots[slot]) - 1 }
    keys.append(key)
    slots[slot] = Int32(keys.count)
    if keys.count * 2 > slots.count { grow() }
    return keys.count - 1
  }

  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = hash(key) & mask
    while slots[slot] > 0, !isEqual(keys[Int(slots[slot]) - 1], key) { slot = (slot + 1) & mask }
    return slot
  }

  private func isEqual(_ a: Key, _ b: Key) -> Bool {
    for lane in 0..<width where a[lane] != b[lane] { return false }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for index in keys.indices { slots[slot(of: keys[index])] = Int32(index + 1) }
  }

  /// Like FNV-1a with words for bytes; the product's upper half depends on all.
  private func hash(_ key: Key) -> Int {
    var hash: UInt64 = 0
    for lane in 0..<width {
      hash = (hash ^ UInt64(bitPattern: key[lane])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
