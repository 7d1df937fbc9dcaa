// A stub of what TraceRecorder uses of the module os, after Apple's documentation, for type checks on Linux.
@_exported public import Darwin

@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
public struct OSSignpostID: Sendable {
  public static let exclusive = OSSignpostID()
}

@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
public class OSSignpostIntervalState {}

@available(macOS 12, iOS 15, tvOS 15, visionOS 1, *)
public struct OSSignposter: @unchecked Sendable {
  public init(subsystem: String, category: String) {}
  public func makeSignpostID() -> OSSignpostID { .exclusive }
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    OSSignpostIntervalState()
  }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}
