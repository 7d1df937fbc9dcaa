// What TraceRecorder and README.md use of UIKit, declared as Apple's SDK declares it; for type checks alone.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
  public override nonisolated init() {}
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
