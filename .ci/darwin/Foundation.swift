// A stub of what the sources and README.md use of Foundation, after Apple's documentation, for type checks on Linux.
// What came after iOS 15 and macOS 12 says so.
@_exported public import Darwin
@_exported public import Dispatch

public struct Selector {}

public func NSSelectorFromString(_ name: String) -> Selector { Selector() }
public func NSStringFromClass(_ type: AnyClass) -> String { "" }
public func object_getClass(_ object: Any?) -> AnyClass? { nil }
public func class_getSuperclass(_ type: AnyClass?) -> AnyClass? { nil }
public func class_getImageName(_ type: AnyClass?) -> UnsafePointer<CChar>? { nil }
public func class_respondsToSelector(_ type: AnyClass?, _ selector: Selector?) -> Bool { false }

public protocol NSObjectProtocol: AnyObject {
  func responds(to selector: Selector!) -> Bool
}

open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  open func responds(to selector: Selector!) -> Bool { false }
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) {}
}

public struct Data: Sendable, Hashable, RandomAccessCollection, MutableCollection {
  public init() {}
  public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
  public init(contentsOf url: URL) throws {}
  public func base64EncodedString() -> String { "" }
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(range: Range<Int>) -> Data {
    get { self }
    set {}
  }
}

public struct Date: Sendable, Hashable {
  public init() {}
  public var timeIntervalSince1970: Double { 0 }
}

public struct UUID: Sendable, Hashable {
  public init() {}
  public var uuidString: String { "" }
}

public struct URL: Sendable, Hashable {
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  public func resolvingSymlinksInPath() -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func appendingPathComponent(_ component: String) -> URL { self }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
  @available(macOS 13, iOS 16, tvOS 16, *)
  public func appending<Path: StringProtocol>(path: Path, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
  @available(macOS 13, iOS 16, tvOS 16, *)
  public static var applicationSupportDirectory: URL { URL(fileURLWithPath: "") }
  @available(macOS 13, iOS 16, tvOS 16, *)
  public static var cachesDirectory: URL { URL(fileURLWithPath: "") }
}

public struct URLResourceKey: Sendable, Hashable {
  public static let isExcludedFromBackupKey = Self()
}

public struct URLResourceValues {
  public init() {}
  public var isExcludedFromBackup: Bool?
}

extension URL {
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { URLResourceValues() }
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

public struct CharacterSet: Sendable {
  public static let whitespacesAndNewlines = CharacterSet()
}

extension String {
  public struct Encoding: Sendable { public static let utf8 = Encoding() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
  public func trimmingCharacters(in set: CharacterSet) -> String { self }
}

extension StringProtocol {
  public func contains<Other: StringProtocol>(_ other: Other) -> Bool { false }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = Self(rawValue: 1)
    public static let sortedKeys = Self(rawValue: 2)
    public static let withoutEscapingSlashes = Self(rawValue: 8)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public init() {}
  open var outputFormatting: OutputFormatting = []
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

public struct FileAttributeKey: Sendable, Hashable {
  public static let protectionKey = Self()
  public static let size = Self()
}

public struct FileProtectionType: Sendable, Hashable {
  public static let none = Self()
  public static let completeUntilFirstUserAuthentication = Self()
}

open class FileManager: @unchecked Sendable {
  public enum SearchPathDirectory: Sendable {
    case documentDirectory, libraryDirectory, applicationSupportDirectory, cachesDirectory
  }
  public struct SearchPathDomainMask: Sendable { public static let userDomainMask = Self() }
  public static var `default`: FileManager { FileManager() }
  public func urls(for directory: SearchPathDirectory, in mask: SearchPathDomainMask) -> [URL] { [] }
  public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
  public var temporaryDirectory: URL { URL(fileURLWithPath: "") }
  public func contents(atPath path: String) -> Data? { nil }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  public func fileExists(atPath path: String) -> Bool { false }
  public func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  public func removeItem(at url: URL) throws {}
}

public func NSHomeDirectory() -> String { "" }

public struct OperatingSystemVersion: Sendable {
  public var majorVersion = 0
  public var minorVersion = 0
  public var patchVersion = 0
}

open class ProcessInfo: @unchecked Sendable {
  public static var processInfo: ProcessInfo { ProcessInfo() }
  public var processIdentifier: Int32 { 0 }
  public var processName: String { "" }
  public var environment: [String: String] { [:] }
  public var isiOSAppOnMac: Bool { false }
  public var activeProcessorCount: Int { 1 }
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }
  public var thermalState: ThermalState { .nominal }
  @available(macOS 12, *)
  public var isLowPowerModeEnabled: Bool { false }
  public var operatingSystemVersion: OperatingSystemVersion { OperatingSystemVersion() }
}

open class Bundle: @unchecked Sendable {
  public static var main: Bundle { Bundle() }
  public var infoDictionary: [String: Any]? { nil }
  public var bundleIdentifier: String? { nil }
  public var bundlePath: String { "" }
  public var bundleURL: URL { URL(fileURLWithPath: "") }
  public init() {}
  public init?(url: URL) {}
}

open class NSMutableDictionary: NSObject {
  public subscript(_ key: Any) -> Any? {
    get { nil }
    set {}
  }
}

open class Thread: NSObject {
  public class var isMainThread: Bool { true }
  public class var current: Thread { Thread() }
  public var threadDictionary: NSMutableDictionary { NSMutableDictionary() }
  public class func sleep(forTimeInterval interval: Double) {}
}

public let NSPOSIXErrorDomain = ""

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
  public var localizedDescription: String { "" }
}

open class OperationQueue: NSObject, @unchecked Sendable {}

public struct Notification {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public var object: Any?
}

open class NotificationCenter: @unchecked Sendable {
  public static var `default`: NotificationCenter { NotificationCenter() }
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { NSObject() }
}

open class RunLoop: NSObject {
  public struct Mode: Sendable { public static let common = Mode() }
  public class var main: RunLoop { RunLoop() }
}

public typealias CFIndex = Int
public typealias CFOptionFlags = UInt
public final class CFAllocator {}
public final class CFRunLoop {}
public final class CFRunLoopObserver {}
public struct CFRunLoopMode: Sendable { public static let commonModes: CFRunLoopMode! = CFRunLoopMode() }

public struct CFRunLoopActivity: OptionSet, Sendable {
  public let rawValue: CFOptionFlags
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
  public static let entry = Self(rawValue: 1)
  public static let beforeTimers = Self(rawValue: 2)
  public static let beforeWaiting = Self(rawValue: 32)
  public static let afterWaiting = Self(rawValue: 64)
  public static let exit = Self(rawValue: 128)
}

public func CFRunLoopGetMain() -> CFRunLoop! { nil }
public func CFRunLoopObserverCreateWithHandler(
  _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
  _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! { nil }
public func CFRunLoopAddObserver(_ loop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {}

public struct URLRequest: Sendable {
  public init(url: URL) {}
  public var httpMethod: String?
}

public protocol URLSessionTaskDelegate: NSObjectProtocol, Sendable {}

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
}

open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { URLSession() }
  public func upload(
    for request: URLRequest, fromFile file: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { (Data(), URLResponse()) }
}
