// A stub of what TraceRecorder and README.md use of UIKit, for type checks on Linux. Names and availability are those of
// Apple's documentation; what has been there since iOS 13, tvOS 13 and visionOS 1 says nothing. Nothing here runs.
@_exported public import Foundation

/// UIKit's is an `NSObject`. That a class of the main actor overrides its `init` is an error for classes of Swift alone.
@MainActor open class UIResponder: NSObjectProtocol, Hashable {
  public init() {}
  public nonisolated func responds(to selector: Selector!) -> Bool { false }
  public nonisolated class func value(forKeyPath path: String) -> Any? { nil }
  public nonisolated static func == (a: UIResponder, b: UIResponder) -> Bool { a === b }
  public nonisolated func hash(into hasher: inout Hasher) {}
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

extension UIApplicationDelegate {
  public static func main() {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

open class NSUserActivity: NSObject {}

@available(tvOS, unavailable)
open class UNNotificationResponse: NSObject {}

@available(tvOS, unavailable)
@MainActor open class UIApplicationShortcutItem: NSObject {}

@MainActor open class UIOpenURLContext: NSObject {}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let url = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let userActivityDictionary = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    @available(tvOS, unavailable)
    public static let shortcutItem = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let remoteNotification = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let location = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let bluetoothCentrals = Self(rawValue: "")
    @available(iOS, deprecated: 26.0)
    @available(tvOS, deprecated: 26.0)
    @available(visionOS, deprecated: 26.0)
    public static let bluetoothPeripherals = Self(rawValue: "")
  }

  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  open class var shared: UIApplication { UIApplication() }
  open var delegate: (any UIApplicationDelegate)? { nil }
  open var applicationState: State { .active }
  open var connectedScenes: Set<UIScene> { [] }
  open var isProtectedDataAvailable: Bool { true }
  open nonisolated func beginBackgroundTask(
    withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { .invalid }
  open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

@MainActor open class UIColor: NSObject {
  public class var systemTeal: UIColor { UIColor() }
}

@MainActor open class UIView: UIResponder {
  public var backgroundColor: UIColor?
}

@MainActor open class UIViewController: UIResponder {
  public var view: UIView! { UIView() }
  public var popoverPresentationController: UIPopoverPresentationController? { nil }
  public func present(_ page: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UIPopoverPresentationController: NSObject {
  public var sourceView: UIView?
}

@MainActor open class UIActivity: NSObject {}

@MainActor open class UIActivityViewController: UIViewController {
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) { super.init() }
}

/// Of Core Graphics, which UIKit brings along.
public struct CGRect: Sendable {}

@MainActor open class UIScreen: NSObject {
  public class var main: UIScreen { UIScreen() }
  public var bounds: CGRect { CGRect() }
}

@MainActor open class UIWindow: UIView {
  public init(frame: CGRect) { super.init() }
  public init(windowScene: UIWindowScene) { super.init() }
  public var rootViewController: UIViewController?
  public func makeKeyAndVisible() {}
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "")
  }
  open var role: Role { Role(rawValue: "") }
  open var persistentIdentifier: String { "" }
  open var stateRestorationActivity: NSUserActivity? { nil }
}

@MainActor open class UIScene: UIResponder {
  @MainActor open class ConnectionOptions: NSObject {
    open var urlContexts: Set<UIOpenURLContext> { [] }
    open var userActivities: Set<NSUserActivity> { [] }
    @available(tvOS, unavailable)
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    @available(tvOS, unavailable)
    open var notificationResponse: UNNotificationResponse? { nil }
  }
  open var session: UISceneSession { UISceneSession() }
  open var delegate: (any UISceneDelegate)? { nil }
}

@MainActor open class UIWindowScene: UIScene {}

@available(iOS 18, tvOS 18, visionOS 2, *)
@available(macCatalyst, unavailable)
@MainActor open class UIUpdateLink: NSObject {
  public init(windowScene: UIWindowScene) {}
  public var isEnabled: Bool {
    get { false }
    set {}
  }
  public var requiresContinuousUpdates: Bool {
    get { false }
    set {}
  }
  public func addAction(
    to phase: UIUpdateActionPhase, handler: @escaping (UIUpdateLink, UIUpdateInfo) -> Void
  ) {}
}

@available(iOS 18, tvOS 18, visionOS 2, *)
@available(macCatalyst, unavailable)
@MainActor open class UIUpdateInfo: NSObject {}

@available(iOS 18, tvOS 18, visionOS 2, *)
@available(macCatalyst, unavailable)
@MainActor open class UIUpdateActionPhase: NSObject {
  public class var afterCATransactionCommit: UIUpdateActionPhase { UIUpdateActionPhase() }
}

/// Of QuartzCore, which UIKit brings along.
open class CADisplayLink: NSObject {
  public init(target: Any, selector: Selector) {}
  open func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
  open func invalidate() {}
}
