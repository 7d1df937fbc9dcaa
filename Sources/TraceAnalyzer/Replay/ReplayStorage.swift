/// The memory of the launch that was replayed last, for the next one on the same thread.
///
/// For speed: replay keeps some twenty lists; to make them, let them grow and free them for each launch takes a twentieth
/// of all replay. No state is handed on with it: each replay begins with new values, and takes over lists alone, which are
/// emptied.
package struct ReplayStorage: ~Copyable {
  var last: Replay?

  /// No memory yet.
  package init() {}
}
