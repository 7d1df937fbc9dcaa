import SwiftUI
import TraceRecorder

@main struct ShopApp: App {
  private let isTraced = AppTrace.start()
  var body: some Scene { WindowGroup { Text("Cart").traced("Cart") } }
}
// A page for people shows what is above. Below is the rest of what an app of SwiftUI uses in its own way.

extension ShopApp {
  /// A start with all of its choices; a second start does nothing.
  static func startWithChoices() -> Bool {
    AppTrace.attach(.attribute("checkout", "short"))
    return AppTrace.start(
      claims: [.viewDidAppear, .viewDidDisappear], group: "group.com.example.shop", bytes: 4 << 20, days: 7,
      isOn: false, share: 0.01, beforeFirstUnlock: true, redact: { _, field, text in field == "name" ? nil : text })
  }

  /// For `backgroundTask(.appRefresh("feed"))`.
  static func refresh() async { await AppTrace.recordTask("feed", kind: "appRefresh").run { await Task.yield() } }

  /// For `onChange(of: scenePhase)`: the change is recorded by itself, and this what the app does then.
  static func enter(_ phase: ScenePhase) {
    if phase != .background { return }
    AppTrace.beginCallback(.sceneDidEnterBackground, .source("swiftui")).run { print("save") }
  }
}
