import TraceModel

/// The numbers, of signatures or of texts, that the events of a launch have shown lately.
///
/// For speed: what a signature or a text says by itself need be looked at once, which saves half of what the facts of a
/// launch cost. Of two numbers that share a place the later one stays, so that one may be looked at again. The next launch
/// uses the same storage.
///
///     signatures.forgetAll()
///     if signatures.insert(event.signature) { … }
struct RecentNumbers<Value> {
  private static var mask: Int { 63 }
  /// Empty before the first number, as of texts a launch may have none.
  private var latest: [Int32] = []

  /// Begins a launch, which has shown none.
  mutating func forgetAll() { for place in latest.indices { latest[place] = -1 } }

  /// Notes a number; returns true if it may be new.
  @inline(__always) mutating func insert(_ number: Number<Value>) -> Bool {
    if latest.isEmpty { latest = [Int32](repeating: -1, count: Self.mask + 1) }
    let place = Int(number.rawValue) & Self.mask
    if latest[place] == number.rawValue { return false }
    latest[place] = number.rawValue
    return true
  }
}
