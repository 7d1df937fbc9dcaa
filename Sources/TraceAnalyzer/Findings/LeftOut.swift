/// How many elements of a document's lists `--limit` left out.
package struct LeftOut: Sendable, Encodable {
  /// The number of findings that are not listed.
  package var findings: Int
  /// The number of events that are not listed; nil where a document lists none.
  package var events: Int?
}
