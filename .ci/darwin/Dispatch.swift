// A stub of what the sources use of Dispatch, after Apple's documentation, for type checks on Linux.
public final class DispatchQueue: @unchecked Sendable {
  public init(label: String, qos: DispatchQoS = .unspecified) {}
  public static let main = DispatchQueue(label: "")
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue(label: "") }
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable () -> Void) {}
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
  public static let utility = DispatchQoS()
  public static let userInitiated = DispatchQoS()
  public static let unspecified = DispatchQoS()
}

public final class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}

public struct DispatchTime: Sendable {
  public static func now() -> DispatchTime { DispatchTime() }
  public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }
}

public enum DispatchTimeInterval: Sendable { case nanoseconds(Int) }

public class DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let warning = Self(rawValue: 2)
    public static let critical = Self(rawValue: 4)
  }
  public static func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
  ) -> DispatchSourceMemoryPressure { DispatchSourceMemoryPressure() }
}

/// In truth a protocol of Objective-C, of which each value is an object, too.
open class DispatchSourceMemoryPressure {
  public var data: DispatchSource.MemoryPressureEvent { .warning }
  public func setEventHandler(handler: (() -> Void)?) {}
  public func activate() {}
}
