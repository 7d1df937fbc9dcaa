// What TraceRecorder and README.md use of UIKit, declared as Apple's SDK declares it; for type checks alone.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
  public override nonisolated init() {}
}

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public nonisolated class var didFinishLaunchingNotification: Notification.Name { .init("1") }
  public nonisolated class var willEnterForegroundNotification: Notification.Name { .init("2") }
  public nonisolated class var didBecomeActiveNotification: Notification.Name { .init("3") }
  public nonisolated class var willResignActiveNotification: Notification.Name { .init("4") }
  public nonisolated class var didEnterBackgroundNotification: Notification.Name { .init("5") }
  public nonisolated class var willTerminateNotification: Notification.Name { .init("6") }
  public nonisolated class var didReceiveMemoryWarningNotification: Notification.Name { .init("7") }
  public nonisolated class var significantTimeChangeNotification: Notification.Name { .init("8") }
  public nonisolated class var protectedDataWillBecomeUnavailableNotification: Notification.Name { .init("9") }
  public nonisolated class var protectedDataDidBecomeAvailableNotification: Notification.Name { .init("10") }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

extension UIApplicationDelegate {
  public static func main() {}
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
  public nonisolated class var willConnectNotification: Notification.Name { .init("11") }
  public nonisolated class var didDisconnectNotification: Notification.Name { .init("12") }
  public nonisolated class var willEnterForegroundNotification: Notification.Name { .init("13") }
  public nonisolated class var didActivateNotification: Notification.Name { .init("14") }
  public nonisolated class var willDeactivateNotification: Notification.Name { .init("15") }
  public nonisolated class var didEnterBackgroundNotification: Notification.Name { .init("16") }
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
