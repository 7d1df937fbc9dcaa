/// The digest of all that launches are derived by: the sources of `TraceVocabulary`, `TraceModel`,
/// `TraceAnalyzer/Replay` with `machines.txt`, `TraceAnalyzer/Rules`, the files of this module that write derived rows,
/// and `derived.sql`.
///
/// Launches in a store with another digest are derived anew. Comments count too: one derivation too many does no harm.
///
/// `DerivationDigestTests` compares the value with the files. After a change of one of them:
/// `UPDATE=1 swift test --filter DerivationDigestTests`
package enum DerivationDigest {
  /// Sixteen hexadecimal digits.
  package static let value = "3baaafb0d84dd95c"
}
