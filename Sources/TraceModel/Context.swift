/// The process that a record comes from, and the device that it ran on.
public struct Context: Hashable, Sendable {
  public var device = TextID.none
  public var deviceModel = TextID.none
  public var osVersion = TextID.none
  public var platform = TextID.none
  public var processKind = TextID.none
  public var app = TextID.none
  public var appVersion = TextID.none
  public var appBuild = TextID.none
  public var sdkVersion = TextID.none
  public var boot = TextID.none
  /// Names of kinds, joined with commas.
  public var records = TextID.none
  /// The input format that the record came in, `canonical` for the project's own.
  public var format = TextID.none
  public var pid = Event.absent
  public var simulator: Bool?
  public var debugger: Bool?

  /// The fields that are texts, in the order in which a store holds them.
  public static let texts: [any WritableKeyPath<Self, TextID> & Sendable] = [
    \.device, \.deviceModel, \.osVersion, \.platform, \.processKind, \.app, \.appVersion, \.appBuild, \.sdkVersion,
    \.boot, \.records, \.format,
  ]

  /// A context that says nothing.
  public init() {}
}
