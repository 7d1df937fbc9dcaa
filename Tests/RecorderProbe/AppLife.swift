import Foundation
import TraceRecorder

/// The life of an app that uses `Trace` as README.md shows it, in the standard folder.
///
/// It prints a line for each thing that it was told: the standard folder is that of `XDG_DATA_HOME` on Linux.
struct AppLife {
  func importPhotos() { Trace.work("import", kind: "disk").run { print("…") } }
  func save() { Trace.saved("cart") }

  func run() {
    // All of it may be called before the start, and does nothing.
    save()
    importPhotos()
    print("before:", Trace.health.state, Trace.isOn, Trace.eraseAll(), Trace.closedFiles().count)
    print("started:", Trace.start(claims: [.taskBegin, .taskExpire, .taskEnd, .workBegin, .workEnd, .dataSave]))
    print("again:", Trace.start(claims: [.dataChange], isOn: false))
    importPhotos()
    save()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in Trace.changed("cart") }
    Trace.callback(.appDidReceiveMemoryWarning, .source("delegate")).run {}
    Trace.task("feed", kind: "appRefresh").end(success: true)
    Trace.launchTask("catalog") { Trace.state("com.example.shop.screen", "cart") }
    Trace.usable()
    Trace.isOn = false
    save()
    print("off:", Trace.health.state, Trace.isOn, Trace.closedFiles().count)
    Trace.isOn = true
    Trace.record(.dataSave, .attribute("items", 3))
    print("on:", Trace.health.state, Trace.health.dropped, Trace.health.reason ?? "no failure")
    let closed = Trace.closedFiles()
    for name in closed.map(\.path).sorted() { print("closed:", name) }
  }
}
