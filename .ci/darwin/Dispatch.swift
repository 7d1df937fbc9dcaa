// A stub of what the sources use of Dispatch, after Apple's documentation, for type checks on Linux.
public final class DispatchQueue: @unchecked Sendable {
  public init(label: String, qos: DispatchQoS = .unspecified) {}
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue(label: "") }
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
  public static let utility = DispatchQoS()
  public static let unspecified = DispatchQoS()
}

public final class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}
