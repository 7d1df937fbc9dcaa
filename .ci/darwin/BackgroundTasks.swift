// A stub of what TraceRecorder uses of BackgroundTasks, after Apple's documentation, for type checks on Linux. What has
// been there since iOS 13, tvOS 13 and visionOS 1 says nothing.
@_exported public import Foundation

open class BGTask: NSObject {
  open var identifier: String { "" }
  open var expirationHandler: (() -> Void)?
  open func setTaskCompleted(success: Bool) {}
}

open class BGAppRefreshTask: BGTask {}

open class BGProcessingTask: BGTask {}

@available(iOS 26.0, *)
@available(macCatalyst, unavailable)
@available(tvOS, unavailable)
@available(visionOS, unavailable)
open class BGContinuedProcessingTask: BGTask {}

@available(iOS 17, *)
@available(macCatalyst, unavailable)
open class BGHealthResearchTask: BGProcessingTask {}

open class BGTaskRequest: NSObject {
  open var identifier: String { "" }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
}

open class BGTaskScheduler: NSObject {
  open class var shared: BGTaskScheduler { BGTaskScheduler() }
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { true }
  open func submit(_ request: BGTaskRequest) throws {}
}
