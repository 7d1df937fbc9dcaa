import TraceModel

/// The scenes of a launch: each connection of a session is an instance.
struct SceneInstances: Sendable {
  private struct Entry: Sendable {
    var name: Name
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
  /// The one asked for last.
  private var latest = 0
  private(set) var hasConnected = false
  /// Scene events lack ids while two scenes are connected: their steps can't be told apart.
  private(set) var isMerged = false

  /// The scene that an event belongs to, by its number among the scenes and among all instances,
  /// of which it is the next where it is new.
  mutating func place(
    of event: Event, _ connects: Bool, _ instances: [Instance], gone: StateSet
  ) -> (scene: Int, number: Int) {
    let name = Name(scene: event.scene, instance: event.sceneInstance)
    let isLatest = !connects && latest < entries.count && entries[latest].name == name
    if !isLatest {
      latest = known(name, connects, instances, gone) ?? entries.count
      if connects { hasConnected = true }
      if latest == entries.count {
        entries.append(Entry(name: name, number: instances.count))
        newest[name.scene] = latest
        named[name] = latest
      }
    }
    return (latest, entries[latest].number)
  }

  private mutating func known(
    _ name: Name, _ connects: Bool, _ instances: [Instance], _ gone: StateSet
  ) -> Int? {
    if !name.instance.isNone, let place = named[name] { return place }
    guard let place = newest[name.scene] else { return nil }
    if !name.instance.isNone {
      guard !connects, entries[place].name.instance.isNone else { return nil }
      entries[place].name = name
      named[name] = place
      return place
    }
    guard connects else { return place }
    // 'unattached' is the initial state, 'disconnected' the one that only a connect leaves.
    if instances[entries[place].number].set.bits & ~gone.bits == 0 { return nil }
    if name.scene.isNone { isMerged = true }
    return place
  }
}
