import TraceModel

/// The scenes of a launch: each connection of a session is an instance.
struct SceneInstances: Sendable {
  private struct Entry: Sendable {
    var scene: TextID
    var name: TextID
    var instance: Instance
  }

  private var entries: [Entry] = []
  /// The newest instance of each scene.
  private var newest: [TextID: Int] = [:]
  /// The last answer: most events belong to the scene of the event before them.
  private var latest = (scene: TextID.none, place: -1)
  private var named: [InstanceKey: Int] = [:]
  private(set) var hasConnected = false
  /// Scene events lack ids while two scenes are connected: their steps can't be told apart.
  private(set) var isMerged = false

  /// The instance that an event belongs to, which is begun as `fresh` where it is new.
  ///
  /// The key's `b` is the instance's place, so that a name learned later changes nothing.
  mutating func key(
    of event: Event, _ kind: EventKind, _ fresh: Instance, _ bench: Bench
  ) -> InstanceKey {
    let connects = kind == .sceneWillConnect
    let place = known(event, connects, bench) ?? begin(event, fresh)
    if connects { hasConnected = true }
    return InstanceKey(machine: .scene, a: event.scene, b: TextID(rawValue: Int32(place)))
  }

  private mutating func known(_ event: Event, _ connects: Bool, _ bench: Bench) -> Int? {
    let name = event.sceneInstance
    if !name.isNone {
      if let place = named[InstanceKey(machine: .scene, a: event.scene, b: name)] { return place }
      guard !connects, let place = newest[event.scene], entries[place].name.isNone else {
        return nil
      }
      entries[place].name = name
      named[InstanceKey(machine: .scene, a: event.scene, b: name)] = place
      return place
    }
    if !connects, latest.place >= 0, latest.scene == event.scene { return latest.place }
    guard let place = newest[event.scene] else { return nil }
    latest = (event.scene, place)
    guard connects else { return place }
    // 'unattached' is the initial state, 'disconnected' the one that only a connect leaves.
    let isGone = entries[place].instance.set.bits & ~bench.tables.goneScene.bits == 0
    if !isGone, event.scene.isNone { isMerged = true }
    return isGone ? nil : place
  }

  private mutating func begin(_ event: Event, _ instance: Instance) -> Int {
    let place = entries.count
    entries.append(Entry(scene: event.scene, name: event.sceneInstance, instance: instance))
    newest[event.scene] = place
    latest = (event.scene, place)
    if !event.sceneInstance.isNone {
      named[InstanceKey(machine: .scene, a: event.scene, b: event.sceneInstance)] = place
    }
    return place
  }

  /// Changes one instance.
  mutating func step(_ key: InstanceKey, _ body: (inout Instance) -> Void) {
    body(&entries[Int(key.b.rawValue)].instance)
  }

  /// Changes every instance.
  mutating func update(_ body: (inout Instance) -> Void) {
    for place in entries.indices { body(&entries[place].instance) }
  }

  /// The instance with this key.
  func instance(_ key: InstanceKey) -> Instance? { entries[Int(key.b.rawValue)].instance }
}
