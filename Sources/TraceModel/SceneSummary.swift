/// One connection of one scene.
public struct SceneSummary: Sendable, Equatable {
  public var scene = TextID.none
  public var instance = TextID.none
  public var role = TextID.none
  /// Instants of its first and last event.
  public var firstInstant = Event.absent
  public var lastInstant = Event.absent

  /// A scene without a name.
  public init() {}
}
