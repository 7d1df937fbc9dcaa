import TraceModel

/// The first 4 KiB of a source, as hashes: what a source is known by.
package struct SourceHead: Sendable, Equatable {
  /// How many bytes are looked at.
  package static let length = 4096

  /// FNV-1a of the first n bytes, by n: from none to all that the head has.
  package var prefixHashes: [UInt64]

  /// How many bytes the head has; fewer than `length` if the source is shorter.
  package var count: Int { prefixHashes.count - 1 }

  /// The name of a stream of lines that say nothing of theirs, by the head's first bytes.
  package func identity(_ length: Int? = nil) -> String {
    "source:" + Fingerprint(value: prefixHashes[length ?? count]).hex
  }

  /// True if one of the two begins with all of the other.
  package func beginsLike(_ other: SourceHead) -> Bool {
    let shared = min(count, other.count)
    return prefixHashes[shared] == other.prefixHashes[shared]
  }

  /// The hash of all of it.
  package var hash: UInt64 { prefixHashes[count] }
}
