import TraceModel

/// The memory of the launch that was replayed last, for the next one on the same thread.
///
/// For speed: replay keeps some twenty lists; to make them, let them grow and free them for each launch takes a twentieth
/// of all replay. No state is handed on with it: each replay begins with new values, and takes over lists alone, which are
/// emptied.
package struct ReplayStorage: ~Copyable {
  var last: Replay?
  /// What looked at the steps of that launch.
  var observer: (any StepObserver)?
  /// What its events have shown lately.
  var signatures = RecentNumbers<Signature>()
  var texts = RecentNumbers<String>()

  /// No memory yet.
  package init() {}
}
