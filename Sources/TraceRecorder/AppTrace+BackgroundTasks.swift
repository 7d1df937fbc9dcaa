// macOS has the module and none of its API.
#if canImport(BackgroundTasks) && !os(watchOS) && (!os(macOS) || targetEnvironment(macCatalyst))
  public import BackgroundTasks
  import TraceVocabulary

  extension AppTrace {
    /// Registers a task by `BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)`, and records that and
    /// the begin, expiry and end of each of its runs.
    ///
    ///     AppTrace.registerTask("com.example.shop.refresh", kind: "appRefresh") { task, _ in
    ///       let work = Task { task.end(success: await refresh()) }
    ///       task.onExpiration { work.cancel() }
    ///     }
    ///     AppTrace.registerTask("com.example.shop.export", kind: "continued") { task, system in
    ///       guard let system = system as? BGContinuedProcessingTask else { return task.end(success: false) }
    ///       export(reportingTo: system.progress) { task.end(success: $0) }
    ///     }
    ///
    /// `register` is called once. As it demands: call this before `didFinishLaunching` returns (a continued task's when
    /// it is needed), once for each identifier, and not for a task of SwiftUI's `backgroundTask(_:action:)`. A part of the
    /// task is work (`beginWork`), and no task of its own.
    ///
    /// - Parameters:
    ///   - identifier: As it stands in the app's Info.plist.
    ///   - kind: `appRefresh`, `processing` or `continued`, which BackgroundTasks says only once the task runs.
    ///   - handler: Does the task's work. It is called on a thread of the system's, with the task as it is traced, whose
    ///     `end` tells the system as well, and with the system's own: use that for its progress and its title, and do
    ///     not set its `expirationHandler`.
    /// - Returns: What `register` returned: false if the identifier is not in the Info.plist.
    @available(iOSApplicationExtension, unavailable, message: "an extension registers no tasks")
    @available(tvOSApplicationExtension, unavailable, message: "an extension registers no tasks")
    @available(visionOSApplicationExtension, unavailable, message: "an extension registers no tasks")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension registers no tasks")
    @discardableResult public static func registerTask(
      _ identifier: StaticString, kind: StaticString, _ handler: @escaping @Sendable (TracedTask, BGTask) -> Void
    ) -> Bool {
      let isRegistered = BGTaskScheduler.shared.register(forTaskWithIdentifier: "\(identifier)", using: nil) {
        @Sendable task in run(task, identifier, handler)
      }
      record(.taskRegister, .name(identifier), .kind(kind), .success(isRegistered))
      return isRegistered
    }

    /// Submits a request by `BGTaskScheduler.submit(_:)`, and records whether it was accepted.
    ///
    /// - Throws: What `submit` throws.
    public static func submit(_ request: BGTaskRequest) throws {
      do {
        try BGTaskScheduler.shared.submit(request)
      } catch {
        record(.taskSubmit, .name(dynamic: request.identifier), .success(false))
        throw error
      }
      record(.taskSubmit, .name(dynamic: request.identifier), .success(true))
    }

    private static func run(
      _ task: BGTask, _ identifier: StaticString, _ handler: @Sendable (TracedTask, BGTask) -> Void
    ) {
      let traced = TracedTask(
        begin(.taskBegin, .taskEnd, [.name(identifier), .kind(kind(of: task))]), later: RecorderEnvironment.systemLater)
      // Another thread may end it: Apple's document of `BGTask` names none that it is bound to.
      let shared = System.Shared(task)
      task.expirationHandler = { @Sendable in traced.expire() }
      traced.began { @Sendable success in
        shared.value.setTaskCompleted(success: success)
        // The task keeps its handler, and this one the task, until it has ended. If its time were over while it has none,
        // the system would take it for unsuccessful.
        shared.value.expirationHandler = nil
      }
      handler(traced, task)
    }

    private static func kind(of task: BGTask) -> StaticString {
      #if os(iOS) && !targetEnvironment(macCatalyst) && compiler(>=6.2)
        if #available(iOS 26, *), task is BGContinuedProcessingTask { return "continued" }
      #endif
      #if os(iOS) && !targetEnvironment(macCatalyst)
        // It is a processing task, too.
        if #available(iOS 17, *), task is BGHealthResearchTask { return "healthResearch" }
      #endif
      return task is BGAppRefreshTask ? "appRefresh" : "processing"
    }
  }
#endif
