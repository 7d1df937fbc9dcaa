import SwiftUI
import TraceRecorder

@main struct ShopApp: App {
  private let isTraced = Trace.start()
  var body: some Scene { WindowGroup { Text("Cart").traced("Cart") } }
}
// A page for people shows what is above. Below is the rest of what an app of SwiftUI uses in its own way.

extension ShopApp {
  /// A start with all of its choices; a second start does nothing.
  static func startWithChoices() -> Bool {
    Trace.start(
      claims: [.viewDidAppear, .viewDidDisappear], group: "group.com.example.shop", bytes: 4 << 20, days: 7,
      isOn: false, beforeFirstUnlock: true, redact: { _, field, text in field == "name" ? nil : text })
  }
}
