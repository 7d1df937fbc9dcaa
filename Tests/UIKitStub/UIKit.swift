// What TraceRecorder and README.md use of UIKit, declared as Apple's SDK declares it; for type checks alone.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
  public override nonisolated init() {}
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

extension UIApplicationDelegate {
  public static func main() {}
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

@MainActor open class UIApplication: UIResponder {
  open class var shared: UIApplication { UIApplication() }
  open func beginBackgroundTask(
    withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  )
    -> UIBackgroundTaskIdentifier
  { .invalid }
  open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

@MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  open var role: Role { Role(rawValue: "") }
  open var persistentIdentifier: String { "" }
}

@MainActor open class UIScene: UIResponder {
  open var session: UISceneSession { UISceneSession() }
}

@MainActor open class UIDevice: NSObject {
  open class var current: UIDevice { UIDevice() }
  open var identifierForVendor: UUID? { nil }
}

// Of Apple's Foundation alone.
extension URL {
  public static var applicationSupportDirectory: URL { URL(fileURLWithPath: "") }
}
