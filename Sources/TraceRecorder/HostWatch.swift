import TraceVocabulary

/// Records what a host passes on, the first frame that the app draws, and the hangs of its main thread from that frame
/// or from the first activation on, whichever comes first.
final class HostWatch: Sendable {
  private struct FirstFrame {
    var isDrawn = false
    /// True if one of the process is awaited, or was.
    var isAwaited = false
    /// True once the app has been active: from then on hangs are watched while it is in the foreground.
    var wasActive = false
    /// How often the app has left the foreground: a frame that was awaited before is not drawn for it.
    var departures = 0
  }

  private let recorder: Recorder
  private let hangs: HangWatch
  private let first = Locked(FirstFrame())

  /// Begins to watch; `host` keeps the watch for the life of the process.
  @discardableResult init(_ host: any TraceHost, _ recorder: Recorder, _ environment: RecorderEnvironment) {
    self.recorder = recorder
    hangs = HangWatch(host, recorder, environment)
    host.observe { [self] event in record(event) }
    // The user may have allowed it in the middle of a visit, whose first frame is drawn. An app that launches is not
    // active yet.
    host.ifActive { [self] in
      first.withLock { if !$0.isAwaited { $0.isDrawn = true } }
      activate()
    }
  }

  private func activate() {
    first.withLock { $0.wasActive = true }
    hangs.start()
  }

  private func record(_ event: HostEvent) {
    recorder.record(event.kind, event.fields)
    switch event.kind {
    case .sceneWillEnterForeground: if let frame = event.awaitFrame { wait(for: frame) }
    case .sceneDidActivate, .appDidBecomeActive:
      // An app without a scene manifest may post no notification of a scene.
      if let frame = event.awaitFrame, !first.withLock({ $0.isAwaited }) { wait(for: frame) }
      activate()
    // The app's own notifications come when the last scene has left, or the first one comes.
    case .appDidEnterBackground:
      hangs.pause()
      first.withLock { $0.departures += 1 }
      recorder.allowTidying()
    case .appWillEnterForeground: if first.withLock({ $0.isDrawn || $0.wasActive }) { hangs.start() }
    default: break
    }
  }

  /// How long the main thread may have had nothing to do between the activation and a first frame.
  ///
  /// UIKit may report a frame long after it was drawn, perhaps at the first touch: then it does not show the launch time.
  private static let longestWait = 1_000_000_000

  /// Records the first frame of the process: of several scenes, of the one that draws first.
  private func wait(for frame: (@escaping @Sendable (StaticString) -> Void) -> Void) {
    let (isDrawn, departures) = first.withLock { first in
      first.isAwaited = true
      return (first.isDrawn, first.departures)
    }
    if isDrawn { return }
    frame { [self] frame in
      let isFirst = first.withLock { first in
        let isFirst = !first.isDrawn && first.departures == departures
        if isFirst { first.isDrawn = true }
        return isFirst
      }
      if !isFirst { return }
      if hangs.waited <= Self.longestWait { recorder.record(.launchFirstFrame, [.attribute("frame", frame)]) }
      hangs.start()
      recorder.allowTidying()
    }
  }
}
