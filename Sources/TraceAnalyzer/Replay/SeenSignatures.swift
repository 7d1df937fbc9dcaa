import TraceModel

/// The signatures that a launch has shown lately.
///
/// For speed: what a signature alone says need be looked at once, which saves half of what the facts of a launch cost.
/// Of two signatures that share a place the later one stays, so that one may be looked at again.
struct SeenSignatures {
  private static let mask = 63
  private var latest = [Int32](repeating: -1, count: mask + 1)

  /// Notes a signature; returns true if it may be new.
  @inline(__always) mutating func insert(_ signature: SignatureID) -> Bool {
    let place = Int(signature.rawValue) & Self.mask
    if latest[place] == signature.rawValue { return false }
    latest[place] = signature.rawValue
    return true
  }
}
