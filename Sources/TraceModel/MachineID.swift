/// The five machines, in the order in which they judge.
public enum MachineID: UInt8, Named, Sendable, CaseIterable {
  case process, app, scene, view, task
}
