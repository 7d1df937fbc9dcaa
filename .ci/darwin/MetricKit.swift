// A stub of what Tests/SampleApp uses of MetricKit beside TraceRecorder, after Apple's documentation of iOS 27, for type
// checks on Linux.
@_exported public import Foundation

@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
@available(tvOS, unavailable)
public struct LaunchTaskID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
}

@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
@available(tvOS, unavailable)
public final class MetricManager {
  public struct LaunchTaskError: Error {}

  public init() {}

  @available(visionOS, unavailable)
  @MainActor public func trackLaunchTask<Result, Failure: Error>(
    id: LaunchTaskID, onTrackingError: ((MetricManager.LaunchTaskError) -> Void)? = nil,
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try operation() }

  @available(visionOS, unavailable)
  @MainActor public func trackLaunchTask<Result, Failure: Error>(
    id: LaunchTaskID, onTrackingError: ((MetricManager.LaunchTaskError) -> Void)? = nil,
    _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result { try await operation() }
}
