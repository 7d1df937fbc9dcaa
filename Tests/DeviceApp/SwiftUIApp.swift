import SwiftUI
import TraceRecorder

/// The same screen as an app of SwiftUI.
@main struct ShopApp: App {
  private let isTraced = AppTrace.start(claims: [
    .taskRegister, .taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd,
  ])

  init() { Play.launched() }

  var body: some Scene { WindowGroup { Text("Cart").onAppear { Play.shown() } } }
}
