import TraceModel

/// The scenes of a launch: each connection of a session is an instance.
struct SceneInstances: Sendable {
  private(set) var summaries: [SceneSummary] = []
  /// Each one's index in `MachineReplay.instances`, and whether it was seen to connect.
  private(set) var connections: [(number: Int, isConnected: Bool)] = []
  /// Each instance by its names, and the newest of each scene by the scene's name alone.
  private var named = InstanceNumbers()
  private var latest = 0
  /// The latest scene's index in `MachineReplay.instances`, 0 before there is one.
  var latestNumber: Int { connections.isEmpty ? 0 : connections[latest].number }
  var role: TextID { summaries.isEmpty ? .none : summaries[latest].role }
  private(set) var eventCount: Int64 = 0
  private(set) var hasConnected = false
  var isLatestConnected: Bool { connections.isEmpty ? false : connections[latest].isConnected }
  /// True if scene events lack ids while two scenes are connected: their steps look like those of one scene.
  private(set) var isMerged = false

  /// Takes over the storage of other scenes, but for their launch's summaries.
  mutating func takeStorage(of other: inout SceneInstances) {
    connections.takeStorage(of: &other.connections)
    named.takeStorage(of: &other.named)
  }

  /// The index of the event's scene in `MachineReplay.instances`; a new scene gets the next one.
  mutating func number(of step: Step, _ instances: [Instance], gone: StateSet) -> Int {
    let scene = step.event.scene
    let instance = step.event.sceneInstance
    let connects = step.kind == .sceneWillConnect
    let isLatest =
      !connects && latest < summaries.count && summaries[latest].scene == scene
      && summaries[latest].instance == instance
    if !isLatest {
      let name = InstanceKey(machine: .scene, a: scene, b: instance)
      latest = known(name, connects, instances, gone) ?? summaries.count
      if latest == summaries.count { add(name, step.orderedEvent.instant, instances.count) }
    }
    if connects {
      hasConnected = true
      connections[latest].isConnected = true
    }
    eventCount += 1
    summaries[latest].note(step.orderedEvent.instant, step.signature.sceneRole)
    return connections[latest].number
  }

  private mutating func add(_ name: InstanceKey, _ instant: Int64, _ number: Int) {
    named[InstanceKey(machine: .scene, a: name.a)] = summaries.count
    named[name] = summaries.count
    var summary = SceneSummary()
    summary.scene = name.a
    summary.instance = name.b
    summary.firstInstant = instant
    summaries.append(summary)
    connections.append((number, false))
  }

  private mutating func known(_ name: InstanceKey, _ connects: Bool, _ instances: [Instance], _ gone: StateSet) -> Int?
  {
    if !name.b.isNone, let index = named[name] { return index }
    guard let index = named[InstanceKey(machine: .scene, a: name.a)] else { return nil }
    if !name.b.isNone {
      guard !connects, summaries[index].instance.isNone else { return nil }
      summaries[index].instance = name.b
      named[name] = index
      return index
    }
    guard connects else { return index }
    // 'unattached' is the initial state, 'disconnected' the one that only a connect leaves.
    if instances[connections[index].number].set.bits & ~gone.bits == 0 { return nil }
    if name.a.isNone { isMerged = true }
    return index
  }
}

extension SceneSummary {
  @inline(__always) fileprivate mutating func note(_ instant: Int64, _ role: TextID) {
    lastInstant = instant
    if self.role.isNone { self.role = role }
  }
}
