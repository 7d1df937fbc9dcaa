import TraceModel

/// The digest of a summary, as a key of a table: it is a hash itself, of which the table asks for the upper half.
struct SummaryDigest: Internable {
  let value: UInt64

  var internHash: UInt64 {
    var hash = WordHash()
    hash.add(value)
    return hash.value
  }
}
