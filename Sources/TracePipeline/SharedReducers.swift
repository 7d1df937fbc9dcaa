import Synchronization
import TraceModel

/// The reducers of all cores, which leave out details of launches that no finding needs.
///
/// A core that replays launches borrows one, and gives it back when it is done with them. There are as many as cores have
/// borrowed at once. So equal lists of launches are held once a core.
final class SharedReducers: Sendable {
  private let details: JudgedDetails
  private let idle = Mutex<[DetailReducer]>([])

  /// Reducers that leave `details`.
  init(_ details: JudgedDetails) { self.details = details }

  /// Lends a reducer that no other thread has.
  func lend(to body: (inout DetailReducer) -> Void) {
    var reducer = idle.withLock { $0.popLast() } ?? DetailReducer(details)
    body(&reducer)
    idle.withLock { $0.append(reducer) }
  }
}
