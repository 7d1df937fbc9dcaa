import TraceModel

/// The scenes of a launch: each connection of a session is an instance.
struct SceneInstances: Sendable {
  private struct Entry: Sendable {
    var name: TextID
    /// Its number among the instances of all machines.
    var number: Int
  }

  private struct Name: Hashable { var scene, instance: TextID }

  private var entries: [Entry] = []
  /// The newest instance of each scene.
  private var newest: [TextID: Int] = [:]
  private var named: [Name: Int] = [:]
  /// The numbers of all scenes among all instances.
  var numbers: [Int] { entries.map(\.number) }
  private(set) var hasConnected = false
  /// Scene events lack ids while two scenes are connected: their steps can't be told apart.
  private(set) var isMerged = false

  /// The scene that an event belongs to, by its number among the scenes and among all instances,
  /// of which it is the next where it is new.
  mutating func place(
    of event: Event, _ connects: Bool, _ instances: [Instance], gone: StateSet
  ) -> (scene: Int, number: Int) {
    let known = known(event, connects) { instances[$0].set.bits & ~gone.bits == 0 }
    let scene = known ?? entries.count
    if known == nil {
      entries.append(Entry(name: event.sceneInstance, number: instances.count))
      newest[event.scene] = scene
      named[Name(scene: event.scene, instance: event.sceneInstance)] = scene
    }
    if connects { hasConnected = true }
    return (scene, entries[scene].number)
  }

  private mutating func known(
    _ event: Event, _ connects: Bool, _ isGone: (Int) -> Bool
  ) -> Int? {
    let name = Name(scene: event.scene, instance: event.sceneInstance)
    if !name.instance.isNone, let place = named[name] { return place }
    guard let place = newest[event.scene] else { return nil }
    if !name.instance.isNone {
      guard !connects, entries[place].name.isNone else { return nil }
      entries[place].name = name.instance
      named[name] = place
      return place
    }
    guard connects else { return place }
    // 'unattached' is the initial state, 'disconnected' the one that only a connect leaves.
    if isGone(entries[place].number) { return nil }
    if event.scene.isNone { isMerged = true }
    return place
  }
}
