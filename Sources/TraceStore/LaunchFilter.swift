/// A Bloom filter of the launch ids in a store: it tells of most ids that the store does not have them.
///
/// For speed: most launches that come into a store that was empty as the ingest began are new to it, and to query the
/// store for each takes 2 % of the time of the thread that owns it. The filter has a fixed size: once it holds a million
/// ids, about 40 % of the new ones still need no query.
///
/// Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, CACM 13 (1970).
struct LaunchFilter {
  /// The number of bits: 128 KB.
  private static let bits: UInt64 = 1 << 20
  /// A bit for each hash that an id has.
  private var words = [UInt64](repeating: 0, count: Int(Self.bits) / 64)

  /// False if no stream names this launch.
  func mayHold(_ launch: ArraySlice<UInt8>) -> Bool {
    let place = Self.place(of: launch)
    return words[Int(place >> 6)] >> (place & 63) & 1 == 1
  }

  /// Takes the launch of a stream.
  mutating func note(_ launch: ArraySlice<UInt8>) {
    let place = Self.place(of: launch)
    words[Int(place >> 6)] |= 1 << (place & 63)
  }

  /// FNV-1a, of which the upper bits depend on all bytes.
  private static func place(of launch: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in launch { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    return hash >> 32 & (bits - 1)
  }
}
