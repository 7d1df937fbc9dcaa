/// The digest of all that launches are derived by: the sources of `TraceVocabulary`, `TraceModel`, `TraceAnalyzer/Replay`
/// with `machines.txt`, `TraceAnalyzer/Rules`, those of this module that write what is derived, and `derived.sql`.
///
/// A store whose launches were derived by others has them derived anew, and lines of summaries that others wrote are not
/// judged beside those of this program. Comments count as well: to derive anew once too often is safe.
///
/// `DerivationDigestTests` holds the value against the files. After a change of one of them:
/// `UPDATE=1 swift test --filter DerivationDigestTests`
package enum DerivationDigest {
  /// Sixteen hexadecimal digits.
  package static let value = "465a661cac9c61e6"
}
