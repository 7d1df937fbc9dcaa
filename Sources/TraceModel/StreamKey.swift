/// The name of a stream: a launch id; else device, app, boot and process id; else the source.
public struct StreamKey: Hashable, Internable {
  public var launch = TextID.none
  public var device = TextID.none
  public var app = TextID.none
  public var boot = TextID.none
  public var pid = Event.absent
  /// The source's identity, where nothing else is known; beside other parts, the format of others that they are of.
  public var source = TextID.none

  /// A key that names nothing yet.
  public init() {}

  /// A hash of all fields.
  public var internHash: UInt64 {
    var hash = WordHash()
    hash.add(launch, device)
    hash.add(app, boot)
    hash.add(UInt64(bitPattern: pid))
    hash.add(source, .none)
    return hash.value
  }

  /// Calls `change` for each field that is a text.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&launch)
    change(&device)
    change(&app)
    change(&boot)
    change(&source)
  }

  /// True if the records name their launch; such a stream is one launch, unless several owners have one of that id.
  public var isLaunch: Bool { !launch.isNone }
}
