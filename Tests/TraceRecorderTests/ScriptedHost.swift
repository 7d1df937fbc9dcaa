import Synchronization
import TraceVocabulary

@testable import TraceRecorder

/// A host that posts what a test says.
struct ScriptedHost: TraceHost {
  var environment: [String: String] = [:]
  var posted: [EventKind] = []
  private let observers = Observers()

  /// Who is told of what is posted.
  private final class Observers: Sendable {
    let handlers = Mutex<[@Sendable (EventKind, [TraceField]) -> Void]>([])
  }

  /// The number of times that it was observed.
  var observed: Int { observers.handlers.withLock(\.count) }

  func observe(_ handler: @escaping @Sendable (_ kind: EventKind, _ fields: [TraceField]) -> Void) {
    observers.handlers.withLock { $0.append(handler) }
  }

  /// Posts as UIKit does.
  func post(_ kind: EventKind, _ fields: TraceField...) {
    for handler in observers.handlers.withLock({ $0 }) { handler(kind, [.source("notification")] + fields) }
  }
}
