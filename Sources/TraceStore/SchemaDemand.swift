/// What is asked of the schema of a store that is opened: of its tables, indices, triggers and views.
package enum SchemaDemand: Sendable {
  /// It is the program's own, or the store is refused.
  case own
  /// The same, but views and indices that differ are made anew, which `store rebuild` does.
  case mended
  /// Nothing: `store verify` says what differs. No trigger and no view of such a store runs.
  case any
}
