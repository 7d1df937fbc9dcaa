import Foundation
import TraceRecorder

/// The principal class of an app extension that records what it does by itself, in the folder that it shares with its app.
public final class Extension {
  static let group = FileManager.default.temporaryDirectory.appendingPathComponent("traces", isDirectory: true)
  let trace = TraceRecorder(to: Extension.group, records: [.dataSave])

  public func receive() {
    trace.work("share", kind: "disk").run { trace.record(.dataSave, .name("cart")) }
  }
}
