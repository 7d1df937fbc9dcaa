/// How much of a report one output of a format holds.
package enum ReportCapacity: Sendable {
  /// Any number of parts, one below the other.
  case parts
  /// One part.
  case document
  /// The summary alone, with its pictures.
  case page
  /// One part that is one table.
  case table
}
