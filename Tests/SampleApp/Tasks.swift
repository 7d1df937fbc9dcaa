import BackgroundTasks
import TraceRecorder
import os

#if canImport(StateReporting)
  import MetricKit
  import StateReporting
#endif

/// The background tasks of both apps.
enum Tasks {
  static func register() {
    AppTrace.registerTask("com.example.shop.refresh", kind: "appRefresh") { task, _ in
      let work = Task { task.end(success: await refresh()) }
      task.onExpiration { work.cancel() }
    }
    do {
      try AppTrace.submit(BGAppRefreshTaskRequest(identifier: "com.example.shop.refresh"))
    } catch {
      print(error)
    }
  }

  nonisolated static func refresh() async -> Bool {
    await AppTrace.beginWork("feed", kind: "network").run { await Task.yield() }
    return true
  }

  /// An interval for Instruments is work in the trace, too.
  static func readCatalog() async {
    let signposter = OSSignposter(subsystem: "com.example.shop", category: "catalog")
    signposter.withTracedInterval("catalog", kind: "disk") { print("read") }
    await signposter.withTracedInterval("prices", kind: "network") { await Task.yield() }
    let interval = signposter.beginTracedInterval("pictures", kind: "network")
    interval.end(success: true)
  }
}

#if canImport(StateReporting)
  /// What MetricKit divides its counts by since iOS 27, and the trace shows launch by launch.
  @available(iOS 27, *)
  @MainActor enum Measures {
    static let manager = MetricManager()
    static let reporter = StateReporter<Never, Never>.reporter(for: "com.example.shop.screen")

    static func load() async throws -> Bool {
      let count = try AppTrace.beginWork("catalog", kind: "startup").run {
        try manager.trackLaunchTask(id: "catalog") { try catalog() }
      }
      let isFresh = await AppTrace.beginWork("feed", kind: "startup").run {
        await manager.trackLaunchTask(id: "feed") { await Tasks.refresh() }
      }
      reporter.reportTransition(to: "cart")
      AppTrace.recordState("cart", in: "com.example.shop.screen")
      reporter.reportTransition(to: nil)
      AppTrace.recordState(nil, in: "com.example.shop.screen")
      return isFresh && count > 0
    }

    static func catalog() throws -> Int { 3 }
  }
#endif
