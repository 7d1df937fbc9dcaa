import Synchronization
import TraceModel

/// The reducers of all cores, which leave out details of launches that no finding can rest on.
///
/// Each core that asks has one for itself for that time. There are as many as cores have asked at once, and each is lent
/// again: so a list that launches have alike is held once a core, in whatever parts they are replayed.
final class SharedReducers: Sendable {
  private let details: JudgedDetails
  private let idle = Mutex<[DetailReducer]>([])

  /// Reducers that leave `details`.
  init(_ details: JudgedDetails) { self.details = details }

  /// Lends a reducer that nobody else has.
  func lend(to body: (inout DetailReducer) -> Void) {
    var reducer = idle.withLock { $0.popLast() } ?? DetailReducer(details)
    body(&reducer)
    idle.withLock { $0.append(reducer) }
  }
}
