import TraceModel

/// Names one instance of one machine.
struct InstanceKey: Equatable, Sendable {
  var machine: MachineID
  var a = TextID.none
  var b = TextID.none
}
