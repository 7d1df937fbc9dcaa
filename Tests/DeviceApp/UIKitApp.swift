import TraceRecorder
import UIKit

/// An app of UIKit with one screen that does not change.
///
/// Without a scene manifest in its Info.plist it makes its window itself.
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  let isTraced = AppTrace.start(
    claims: [
      .taskRegister, .taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .sceneWillConnect,
      .appDidReceiveRemoteNotification,
    ], isOn: ProcessInfo.processInfo.environment["PLAY"] != "consent")
  var window: UIWindow?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    AppTrace.beginLaunch(options).run {
      Play.launched()
      if Bundle.main.infoDictionary?["UIApplicationSceneManifest"] == nil {
        let window = UIWindow(frame: UIScreen.main.bounds)
        show(in: window)
        self.window = window
      }
      return true
    }
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    AppTrace.beginCallback(.appDidReceiveRemoteNotification, .source("delegate")).run { .newData }
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    AppTrace.beginConnection(of: scene, options).run {
      guard let scene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: scene)
      show(in: window)
      self.window = window
    }
  }
}

@MainActor private func show(in window: UIWindow) {
  let screen = UIViewController()
  screen.view.backgroundColor = .systemTeal
  window.rootViewController = screen
  window.makeKeyAndVisible()
  Play.shown()
}
