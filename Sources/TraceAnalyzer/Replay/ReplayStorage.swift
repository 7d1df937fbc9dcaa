import TraceModel

/// The memory of the launch that was replayed last, for the next one on the same thread.
///
/// For speed: replay keeps some twenty lists; to make them, let them grow and free them for each launch takes a twentieth
/// of all replay. No state is handed on with it: each replay begins with new values, and takes over lists alone, which are
/// emptied.
package struct ReplayStorage: ~Copyable {
  /// The replay of that launch.
  var last: Replay?
  /// The rules that watched the steps of that launch.
  var observer: (any StepObserver)?
  /// The signatures that its latest events had, so that each is read once.
  var signatures = RecentNumbers<Signature>()
  /// The same of the texts of their attributes.
  var texts = RecentNumbers<String>()

  /// No memory yet.
  package init() {}
}
