/// The events of a log that are kept.
enum KeptEvents: String, CaseIterable {
  case all
  /// Those alone that mean something in the life of an app.
  case lifecycle
}
