/// How a store is opened, as SQLite's flags say it.
package enum StoreMode: Int32, Sendable {
  /// To read only.
  case read = 1
  /// To write what is derived from events that are there.
  case writeExisting = 2
  /// To write; the file is made if it is not there.
  case write = 6
}
