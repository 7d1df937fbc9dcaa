/// The process that a record comes from, and the device that it ran on.
public struct Context: Hashable, Internable {
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
  /// Names of kinds, joined with commas; `noKinds` for an empty list; none without a list.
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

  /// The text in `records` for an empty list: no event is due in such a log; without a list the events decide.
  public static let noKinds = "none"

  /// A context that says nothing.
  public init() {}

  /// A hash of all fields.
  public var internHash: UInt64 {
    var hash = WordHash()
    hash.add(device, deviceModel)
    hash.add(osVersion, platform)
    hash.add(processKind, app)
    hash.add(appVersion, appBuild)
    hash.add(sdkVersion, boot)
    hash.add(records, format)
    hash.add(UInt64(bitPattern: pid))
    hash.add(UInt64(simulator.flagBits) << 2 | UInt64(debugger.flagBits))
    return hash.value
  }

  /// Calls `change` for each field that is a text, in the order of `texts`.
  ///
  /// Key paths would take six times as long.
  public mutating func changeTexts(_ change: (inout TextID) -> Void) {
    change(&device)
    change(&deviceModel)
    change(&osVersion)
    change(&platform)
    change(&processKind)
    change(&app)
    change(&appVersion)
    change(&appBuild)
    change(&sdkVersion)
    change(&boot)
    change(&records)
    change(&format)
  }
}

extension Bool? {
  /// 0 for nil, 1 for false, 2 for true.
  var flagBits: UInt8 { map { $0 ? 2 : 1 } ?? 0 }
}
