/// The name of a stream: a launch id; else device, app, boot and process id; else the source.
public struct StreamKey: Hashable, Sendable {
  public var launch = TextID.none
  public var device = TextID.none
  public var app = TextID.none
  public var boot = TextID.none
  public var pid = Event.absent
  /// The source's identity, where nothing else is known; beside other parts, the format of others that they are of.
  public var source = TextID.none

  /// A key that names nothing yet.
  public init() {}

  /// True if the records name their launch; such a stream is one launch, unless several owners have one of that id.
  public var isLaunch: Bool { !launch.isNone }
}
