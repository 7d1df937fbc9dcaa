import TraceModel

/// Names one instance of one machine.
struct InstanceKey: Hashable, Sendable {
  var machine: MachineID
  var a = TextID.none
  var b = TextID.none

  /// The names alone, in one word: this is asked for each event of a view or a task.
  func hash(into hasher: inout Hasher) { hasher.combine(Int(a.rawValue) << 32 ^ Int(b.rawValue)) }
}
