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

@MainActor public protocol UIWindowSceneDelegate: NSObjectProtocol {}

open class NSUserActivity: NSObject {}
open class UNNotificationResponse: NSObject {}
@MainActor open class UIApplicationShortcutItem: NSObject {}
@MainActor open class UIOpenURLContext: NSObject {}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable {
    case active, inactive, background
  }
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let url = Self(rawValue: "")
    public static let userActivityDictionary = Self(rawValue: "")
    public static let shortcutItem = Self(rawValue: "")
    public static let remoteNotification = Self(rawValue: "")
    public static let location = Self(rawValue: "")
    public static let bluetoothCentrals = Self(rawValue: "")
    public static let bluetoothPeripherals = Self(rawValue: "")
  }
  open var applicationState: State { .active }
  open var isProtectedDataAvailable: Bool { true }
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
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
  open var stateRestorationActivity: NSUserActivity? { nil }
}

@MainActor open class UIScene: UIResponder {
  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { [] }
    open var userActivities: Set<NSUserActivity> { [] }
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    open var notificationResponse: UNNotificationResponse? { nil }
  }
  open var session: UISceneSession { UISceneSession() }
}

@MainActor open class UIDevice: NSObject {
  open class var current: UIDevice { UIDevice() }
  open var identifierForVendor: UUID? { nil }
}
