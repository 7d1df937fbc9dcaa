// A stub of what Tests/SampleApp uses of StateReporting beside TraceRecorder, after Apple's documentation of iOS 27, for
// type checks on Linux.
@available(iOS 27.0, macOS 27.0, tvOS 27.0, visionOS 27.0, *)
public protocol ReportableMetadata {}

@available(iOS 27.0, macOS 27.0, tvOS 27.0, visionOS 27.0, *)
extension Never: ReportableMetadata {}

@available(iOS 27.0, macOS 27.0, tvOS 27.0, visionOS 27.0, *)
public final class StateReporter<StableMetadata: ReportableMetadata, VolatileMetadata: ReportableMetadata>:
  @unchecked Sendable
{
  init() {}

  public func reportTransition(
    to stateLabel: String?, stableMetadata: StableMetadata? = nil, volatileMetadata: VolatileMetadata? = nil
  ) {}
}

@available(iOS 27.0, macOS 27.0, tvOS 27.0, visionOS 27.0, *)
extension StateReporter where StableMetadata == Never, VolatileMetadata == Never {
  public static func reporter(for domain: String) -> StateReporter { StateReporter() }
}
