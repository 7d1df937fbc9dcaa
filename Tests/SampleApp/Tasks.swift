import BackgroundTasks
import TraceRecorder

/// The background tasks of both apps.
enum Tasks {
  static func register() {
    Trace.registerTask("com.example.shop.refresh", kind: "appRefresh") { task in
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
