import TraceModel

/// The systems whose life cycle apps of UIKit run in, as far as they are judged differently.
enum Platform: CaseIterable {
  case iOS, tvOS, watchOS, visionOS, mac

  /// True if machines and budgets hold there: other life cycles differ from iOS', or no real log was at hand.
  var isJudged: Bool { self == .iOS || self == .tvOS }

  /// The name of the system for people; for a Mac's apps, that of the machine.
  var name: String {
    switch self {
    case .iOS: "iOS"
    case .tvOS: "tvOS"
    case .watchOS: "watchOS"
    case .visionOS: "visionOS"
    case .mac: "Mac"
    }
  }

  /// How the names of systems and SDKs begin, in lower case.
  ///
  /// A Mac runs apps of UIKit as `macCatalyst` or as `iOSOnMac`; visionOS is `xrOS` in the names of its SDKs, and the
  /// SDK of tvOS is `appletvos`.
  private var names: [String] {
    switch self {
    case .iOS: ["ios", "ipados", "iphone"]
    case .tvOS: ["tvos", "appletv"]
    case .watchOS: ["watchos"]
    case .visionOS: ["visionos", "xros"]
    case .mac: ["mac", "iosonmac"]
    }
  }

  /// How the models of its devices begin, in lower case, before a number as in `Mac14,2`.
  ///
  /// Source: `hw.machine` of Apple's devices, `hw.model` of its Macs.
  private var models: [String] {
    switch self {
    case .iOS: ["iphone", "ipad", "ipod"]
    case .tvOS: ["appletv"]
    case .watchOS: ["watch"]
    case .visionOS: ["realitydevice"]
    case .mac: ["mac", "macbook", "macbookair", "macbookpro", "macmini", "macpro", "imac", "imacpro", "virtualmac"]
    }
  }

  /// The platform that is called `name`, or has a system or an SDK of that name.
  init?(name: String) {
    let name = name.lowercased()
    // The longest that fits: `iOSOnMac` is no iOS.
    let all = Self.allCases.flatMap { platform in platform.names.map { (platform: platform, name: $0) } }
    let fitting = all.filter { name.hasPrefix($0.name) }.max { $0.name.utf8.count < $1.name.utf8.count }
    guard let fitting else { return nil }
    self = fitting.platform
  }

  init?(model: String) {
    let model = model.lowercased()
    let family = model.prefix { !$0.isNumber }
    guard family.count < model.count else { return nil }
    guard let platform = Self.allCases.first(where: { $0.models.contains(String(family)) }) else { return nil }
    self = platform
  }

  /// The platform that a launch ran on, nil if its context does not say: a Mac's apps name iOS as their system, and in
  /// the Simulator the model may be that of the Mac.
  init?(_ context: Context, _ texts: TextTable) {
    func name(_ id: TextID) -> Self? { id.isNone ? nil : Self(name: texts.string(id)) }
    let system = name(context.osVersion)
    let model = context.simulator == true ? nil : Self(model: texts.string(context.deviceModel))
    let likely = system == .iOS ? model ?? system : system ?? model
    guard let platform = name(context.platform) ?? likely ?? name(context.sdkVersion) else { return nil }
    self = platform
  }
}
