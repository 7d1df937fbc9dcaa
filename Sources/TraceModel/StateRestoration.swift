/// When a launch restored the state of its interface.
public enum StateRestoration: UInt8, Named, Sendable, CaseIterable {
  /// No event of a restoration was recorded.
  case none
  /// Before the first view appeared.
  case beforeView
  /// After the first view had appeared: the person saw the interface change.
  case afterView
  /// It restored its state, and no view appeared as far as the log shows.
  case unordered
}
