/// What is kept of an installation of the app: a random key, and the choice whether to record.
///
/// It is the name of an empty file in a folder of its own beside those of traces, such as
/// `installation-0f1e2d3c4b5a69788796a5b4c3d2e1f0-off`. A name is made and changed in one step, also on a full disk
/// and when the process is killed, and can be read before the first unlock after a restart.
///
/// No trace contains the key. Traces identify the device, its boot session and scenes by hashes under it: the traces of two
/// apps cannot be linked, also where they share an App Group, nor those of an app before and after it was reinstalled or
/// everything was erased.
struct Installation: Sendable {
  /// How the name begins.
  private static let prefix = "installation-"
  private let high, low: UInt64
  /// The choice; nil while none was made.
  let isOn: Bool?

  /// An installation with a new key.
  init(isOn: Bool?) {
    self.init(high: .random(in: .min ... .max), low: .random(in: .min ... .max), isOn: isOn)
  }

  private init(high: UInt64, low: UInt64, isOn: Bool?) {
    self.high = high
    self.low = low
    self.isOn = isOn
  }

  /// Parses the name of a file; nil if no recorder gives such a name.
  init?(_ name: String) {
    let digits = name.dropFirst(Self.prefix.utf8.count).prefix(32)
    guard name.hasPrefix(Self.prefix), digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    let states: [Bool?] = [nil, true, false]
    let all = states.map { Self(high: high, low: low, isOn: $0) }
    guard let found = all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The installation that counts among the names in a folder; nil if there is none.
  ///
  /// There are two if an app and its extension ran for the first time at once: that with a choice counts, and before
  /// all one that is off.
  init?(among names: [String]) {
    let all = names.sorted().compactMap { Self($0) }
    let decided = all.first { $0.isOn == false } ?? all.first { $0.isOn == true }
    guard let found = decided ?? all.first else { return nil }
    self = found
  }

  /// The same installation with another choice.
  func choosing(_ isOn: Bool) -> Self { Self(high: high, low: low, isOn: isOn) }

  /// The name of the file.
  var name: String {
    let choice = isOn.map { $0 ? "on" : "off" } ?? "undecided"
    return Self.prefix + Self.digits(high) + Self.digits(low) + "-" + choice
  }

  /// The id of the device in traces: random, and the same as long as the app is installed.
  var device: String { digits(of: "device 1") + digits(of: "device 2") }

  /// True if the installation is in a share of all, from 0 to 1: one that is in a share is in each larger one.
  func isInShare(_ share: Double) -> Bool {
    Double(SipHash.hash(Array("share".utf8), key: (high, low)) >> 11) < share * 0x1p53
  }

  /// The id of a boot session in traces; nil if `session` is no UUID.
  func boot(_ session: String) -> String? {
    let digits = session.lowercased().filter(\.isHexDigit)
    return digits.utf8.count == 32 ? self.digits(of: "boot \(digits)") : nil
  }

  /// The id of a scene in traces, by that of its session, which UIKit keeps as long as the app is installed.
  func identity(_ scene: String) -> String { digits(of: "scene \(scene)") }

  private func digits(of text: String) -> String { Self.digits(SipHash.hash(Array(text.utf8), key: (high, low))) }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// SipHash-2-4, a keyed hash of 64 bits: without the key it cannot be computed, and two of its values cannot be linked.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012); the tests compare it with their vectors.
struct SipHash {
  private var v0, v1, v2, v3: UInt64

  /// The hash of `bytes` under a key of 128 bits.
  static func hash(_ bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
    var state = Self(
      v0: key.0 ^ 0x736f_6d65_7073_6575, v1: key.1 ^ 0x646f_7261_6e64_6f6d, v2: key.0 ^ 0x6c79_6765_6e65_7261,
      v3: key.1 ^ 0x7465_6462_7974_6573)
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) { state.absorb(word(bytes[start..<(start + 8)])) }
    state.absorb(UInt64(truncatingIfNeeded: bytes.count) << 56 | word(bytes[whole...]))
    state.v2 ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  /// Up to eight bytes as a little-endian number.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
