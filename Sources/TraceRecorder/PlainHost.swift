import Foundation
import TraceVocabulary

/// A process without UIKit: nothing is posted in it.
struct PlainHost: TraceHost {
  let environment = ProcessInfo.processInfo.environment
  let posted: [EventKind] = []

  func observe(_ handler: @escaping @Sendable (_ kind: EventKind, _ fields: [TraceField]) -> Void) {}
}
