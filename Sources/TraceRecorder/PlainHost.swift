import Foundation
import TraceVocabulary

/// A process without UIKit: nothing happens in it by itself.
struct PlainHost: TraceHost {
  let environment = ProcessInfo.processInfo.environment
  let role = System.role
  let posted: [EventKind] = []
  var isTraced: Bool { System.isTraced }

  func observe(_ handler: @escaping @Sendable (HostEvent) -> Void) {}
  func observeTurns(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void) {}
}
