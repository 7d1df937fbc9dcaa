import BackgroundTasks
import Foundation
import TraceRecorder
import UIKit

#if canImport(UserNotifications)
  import UserNotifications
#endif

/// What `.ci/device` asks of an app by the variable `PLAY`, in the names of `Tests/Situations`.
@MainActor enum Play {
  private static let name = ProcessInfo.processInfo.environment["PLAY"] ?? ""
  private static var task: TracedTask?
  private static var work: TraceSpan?

  /// The app finishes launching.
  static func launched() {
    AppTrace.registerTask("com.example.shop.refresh", kind: "appRefresh") { task, _ in
      // It is ended by its expiry alone where that is asked for.
      if ProcessInfo.processInfo.environment["PLAY"] != "expiry" { task.end(success: true) }
    }
    #if canImport(UserNotifications)
      if name == "notification" {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
      }
    #endif
  }

  /// The app has shown its first screen, which does not change by itself.
  static func shown() { DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(1_000_000_000)) { play() } }

  private static func play() {
    switch name {
    case "hang": Thread.sleep(forTimeInterval: 0.7)
    case "hang-then-killed": Thread.sleep(forTimeInterval: 9)
    case "blocked": block()
    case "task-never-ended": task = UIApplication.shared.beginTracedTask("upload")
    case "task-ended-twice":
      let twice = UIApplication.shared.beginTracedTask("upload")
      for _ in 0..<2 { twice.end(success: true) }
    case "expiry":
      // Both handlers are called, and print.
      task = UIApplication.shared.beginTracedTask("upload") { print("the handler that was passed") }
      task?.onExpiration { print("the handler that was added") }
    case "late-registration":
      AppTrace.registerTask("com.example.shop.late", kind: "appRefresh") { task, _ in task.end(success: true) }
    case "work-goes-on":
      work = AppTrace.beginWork("sync", kind: "network")
      DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(20_000_000_000)) { work?.end() }
    case "redact-in-group":
      Task { await withTaskGroup(of: Void.self) { _ in AppTrace.record(.dataSave, .name(dynamic: "cart")) } }
    case "consent":
      AppTrace.isOn = true
      DispatchQueue.main.async { Thread.sleep(forTimeInterval: 0.7) }
    case "erase": Task { print("erased:", await AppTrace.eraseAll()) }
    default: break
    }
  }

  /// All threads that global queues share wait with the main thread, for ten seconds.
  private static func block() {
    let end = DispatchSemaphore(value: 0)
    for _ in 0..<64 { DispatchQueue.global().async { end.wait() } }
    Thread.sleep(forTimeInterval: 10)
    for _ in 0..<64 { end.signal() }
  }
}
