import TraceRecorder
import UIKit

@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  let isTraced = AppTrace.start(claims: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave])
  var upload: TracedTask?
  func importPhotos() { AppTrace.beginWork("import", kind: "disk").run { print("…") } }
  func save() { AppTrace.recordSave(of: "cart") }
  func beginUpload() { upload = UIApplication.shared.beginTracedTask("upload") { print("cancel it") } }
  func endUpload() { upload?.end(success: true) }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    AppTrace.beginConnection(of: scene, options).run { print("make the window") }
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    AppTrace.beginCallback(.sceneDidEnterBackground, of: scene).run { print("save") }
  }
}
// A page for people shows what is above. Below is the rest of what an app can use.

extension AppDelegate {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    AppTrace.beginLaunch(options).run {
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
    AppTrace.isOn = isAllowed
    if !isAllowed { Task { await AppTrace.eraseAll() } }
    let health = AppTrace.health
    return "\(health.state) \(health.dropped) \(health.code ?? 0) \(health.reason ?? "")"
  }

  func changeCart(by item: String) {
    AppTrace.recordChange(of: "cart")
    AppTrace.record(.dataSave, .name(dynamic: item), .attribute("items", 3))
    AppTrace.sampleMemory()
    AppTrace.recordFullyDrawn()
  }
}
