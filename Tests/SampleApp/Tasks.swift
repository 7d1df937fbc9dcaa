import BackgroundTasks
import TraceRecorder

#if canImport(StateReporting)
  import MetricKit
  import StateReporting
#endif

/// The background tasks of both apps.
enum Tasks {
  static func register() {
    Trace.registerTask("com.example.shop.refresh", kind: "appRefresh") { task, _ in
      let work = Task { task.end(success: await refresh()) }
      task.onExpiration { work.cancel() }
    }
    do {
      try Trace.submit(BGAppRefreshTaskRequest(identifier: "com.example.shop.refresh"))
    } catch {
      print(error)
    }
  }

  nonisolated static func refresh() async -> Bool {
    await Trace.task("feed", kind: "appRefresh").run { await Task.yield() }
    return true
  }
}

#if canImport(StateReporting)
  /// What MetricKit divides its counts by since iOS 27, and the trace shows launch by launch.
  @available(iOS 27, *)
  @MainActor enum Measures {
    static let manager = MetricManager()
    static let reporter = StateReporter<Never, Never>.reporter(for: "com.example.shop.screen")

    static func load() async throws -> Bool {
      let count = try Trace.launchTask("catalog") { try manager.trackLaunchTask(id: "catalog") { try catalog() } }
      let isFresh = await Trace.launchTask("feed") {
        await manager.trackLaunchTask(id: "feed") { await Tasks.refresh() }
      }
      reporter.reportTransition(to: "cart")
      Trace.state("com.example.shop.screen", "cart")
      reporter.reportTransition(to: nil)
      Trace.state("com.example.shop.screen", nil)
      return isFresh && count > 0
    }

    static func catalog() throws -> Int { 3 }
  }
#endif
