import Foundation
import TraceRecorder

/// The principal class of an app extension that records what it does by itself, in the App Group that it shares with its
/// app.
public final class Extension {
  let isTraced = AppTrace.start(claims: [.dataSave], group: "group.com.example.shop")

  public func receive() { AppTrace.beginWork("share", kind: "disk").run { AppTrace.recordSave(of: "cart") } }
}
