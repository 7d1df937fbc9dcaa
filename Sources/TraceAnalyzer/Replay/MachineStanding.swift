/// A machine, and the states that it may be in.
package struct MachineStanding: Sendable, Equatable, Encodable {
  package var machine: String
  /// The scene, task or view whose machine it is; `#2` stands before the second of one name.
  package var name: String
  package var states: [String]

  /// What tells it apart.
  package var key: String { name.isEmpty ? machine : "\(machine) \(name)" }
}
