/// Types of the names that other libraries for apps have: Firebase Performance and Instabug, and those that are likely.
public final class Trace {
  public private(set) var isRunning = false
  public init() {}
  public func start() { isRunning = true }
}

public struct Recorder {
  public init() {}
  public func record(_ kind: Event.Kind) -> Event { Event(kind: kind) }
}

public struct Event {
  public enum Kind { case dataSave }
  public let kind: Kind
}

public protocol Host {}
public enum Installation { case new }
public enum System { case ready }
