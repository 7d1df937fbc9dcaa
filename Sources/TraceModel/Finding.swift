/// How bad a finding is; `quirk` is legal, seen in the field, and told only on request.
package enum Severity: UInt8, Sendable, CaseIterable, Comparable {
  case quirk, note, warning, error

  /// The word in tables and documents.
  package var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// How sure a finding is.
package enum Confidence: UInt8, Sendable, Comparable {
  case possible, certain

  /// The word in tables and documents.
  package var name: String { "\(self)" }

  package static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
}

/// The rules of the catalogue that this version has.
package enum RuleID: String, Sendable, CaseIterable {
  case orderProcess = "order.process"
  case orderApp = "order.app"
  case orderScene = "order.scene"
  case orderView = "order.view"
  case orderTask = "order.task"
  case orderLaunch = "order.launch"
  case backgroundHandlerOverrun = "background.handler-overrun"
  case backgroundTaskOverrun = "background.task-overrun"
  case backgroundTaskLeaked = "background.task-leaked"
  case traceGap = "trace.gap"
  case traceUnrecorded = "trace.unrecorded"

  /// The rule's name, as in `background.task-overrun`.
  package var name: String { rawValue }

  /// The rule that reports illegal steps of a machine.
  package init(_ machine: MachineID) {
    switch machine {
    case .process: self = .orderProcess
    case .app: self = .orderApp
    case .scene: self = .orderScene
    case .view: self = .orderView
    case .task: self = .orderTask
    }
  }
}
