/// A machine, and the states that it may be in.
package struct MachineStanding: Sendable, Equatable, Encodable {
  package var machine: String
  /// The scene, task or view whose machine it is; `#2` stands before the second of one name.
  package var name: String
  package var states: [String]
  /// What the app calls a task, as in `flush-analytics`; nil of one without a title, and of other machines.
  ///
  /// `#2` stands before the second of one title.
  package var title: String?

  /// The word that stands in place of a state for task 0, `UIBackgroundTaskIdentifier.invalid`: no task was granted, and
  /// no machine follows it.
  package static let invalidTask = "invalid id"

  /// The words for where an app is of which only iOS speaks: in the foreground it is active, or about to be, or not.
  package static let foreground = "foreground"
  package static let background = "background"
  package static let terminated = "terminated"

  /// The machine and the name of its instance, as in `scene A`; no two instances of a launch share it.
  package var key: String { name.isEmpty ? machine : "\(machine) \(name)" }

  /// What people read in place of the key: the title, where there is one.
  package var label: String { title ?? key }
}
