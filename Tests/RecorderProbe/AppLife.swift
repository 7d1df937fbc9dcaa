import Foundation
import TraceRecorder

/// The life of an app that uses `AppTrace` as README.md shows it, in the standard folder.
///
/// It prints a line for each thing that it was told: the standard folder is that of `XDG_DATA_HOME` on Linux.
struct AppLife {
  func importPhotos() { AppTrace.beginWork("import", kind: "disk").run { print("…") } }
  func save() { AppTrace.recordSave(of: "cart") }

  func run() async {
    // All of it may be called before the start, and does nothing.
    save()
    importPhotos()
    print(
      "before:", AppTrace.health.state, AppTrace.isOn, await AppTrace.eraseAll(), await AppTrace.closedFiles().count)
    print("started:", AppTrace.start(claims: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave]))
    print("again:", AppTrace.start(claims: [.dataChange], isOn: false))
    importPhotos()
    save()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in AppTrace.recordChange(of: "cart") }
    AppTrace.beginCallback(.appDidReceiveMemoryWarning, .source("delegate")).run {}
    AppTrace.recordTask("feed", kind: "appRefresh").end(success: true)
    AppTrace.beginWork("catalog", kind: "startup").run { AppTrace.recordState("cart", in: "com.example.shop.screen") }
    AppTrace.recordFullyDrawn()
    AppTrace.isOn = false
    save()
    print("off:", AppTrace.health.state, AppTrace.isOn, await AppTrace.closedFiles().count)
    AppTrace.isOn = true
    AppTrace.record(.dataSave, .attribute("items", 3))
    print("on:", AppTrace.health.state, AppTrace.health.dropped, AppTrace.health.reason ?? "no failure")
    let closed = await AppTrace.closedFiles()
    for name in closed.map(\.path).sorted() { print("closed:", name) }
  }
}
