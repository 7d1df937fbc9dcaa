import TraceRecorder
import UIKit

@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  let isTraced = Trace.start(claims: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave])
  var upload: TracedTask?
  func importPhotos() { Trace.work("import", kind: "disk").run { print("…") } }
  func save() { Trace.saved("cart") }
  func beginUpload() { upload = UIApplication.shared.beginTracedTask("upload") { print("cancel it") } }
  func endUpload() { upload?.end(success: true) }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    Trace.connect(scene, options).run { print("make the window") }
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    Trace.callback(.sceneDidEnterBackground, of: scene).run { print("save") }
  }
}
// A page for people shows what is above. Below is the rest of what an app can use.

extension AppDelegate {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Trace.launch(options).run {
      registerTasks()
      return true
    }
  }

  private func registerTasks() {
    #if canImport(BackgroundTasks) && !os(tvOS)
      Tasks.register()
    #endif
  }

  /// A page of the app's own about its traces.
  func tracePage(isAllowed: Bool) -> String {
    Trace.isOn = isAllowed
    if !isAllowed { Task.detached { Trace.eraseAll() } }
    let health = Trace.health
    return "\(health.state) \(health.dropped) \(health.reason ?? "")"
  }

  /// Uploads what is no longer written, and removes it.
  nonisolated func uploadTraces() async {
    let files = Trace.closedFiles()
    // Here the app sends them to its server.
    Trace.remove(files)
  }

  func changeCart(by item: String) {
    Trace.changed("cart")
    Trace.record(.dataSave, .name(dynamic: item), .attribute("items", 3))
    Trace.sampleMemory()
    Trace.usable()
  }
}
