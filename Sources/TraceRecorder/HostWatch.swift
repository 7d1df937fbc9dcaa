import TraceVocabulary

/// Records what a host passes on, the first frame that the app draws, and the hangs of its main thread after that.
final class HostWatch: Sendable {
  private struct FirstFrame {
    var isDrawn = false
    /// How often the app has left the foreground: a frame that was awaited before is not drawn for it.
    var departures = 0
  }

  private let recorder: TraceRecorder
  private let hangs: HangWatch
  private let first = Locked(FirstFrame())

  /// Begins to watch; `host` keeps the watch for the life of the process.
  @discardableResult init(_ host: any TraceHost, _ recorder: TraceRecorder, _ environment: RecorderEnvironment) {
    self.recorder = recorder
    hangs = HangWatch(host, recorder, environment)
    host.observe { [self] event in record(event) }
  }

  private func record(_ event: HostEvent) {
    recorder.record(event.kind, event.fields)
    switch event.kind {
    case .sceneWillEnterForeground: if let frame = event.awaitFrame { wait(for: frame) }
    // The app's own notifications come when the last scene has left, or the first one comes.
    case .appDidEnterBackground:
      hangs.pause()
      first.withLock { $0.departures += 1 }
    case .appWillEnterForeground: if first.withLock({ $0.isDrawn }) { hangs.start() }
    default: break
    }
  }

  /// Records the first frame of the process: of several scenes, of the one that draws first.
  private func wait(for frame: (@escaping @Sendable (StaticString) -> Void) -> Void) {
    let (isDrawn, departures) = first.withLock { ($0.isDrawn, $0.departures) }
    if isDrawn { return }
    frame { [self] frame in
      let isFirst = first.withLock { first in
        let isFirst = !first.isDrawn && first.departures == departures
        if isFirst { first.isDrawn = true }
        return isFirst
      }
      if !isFirst { return }
      recorder.record(.launchFirstFrame, [.attribute("frame", frame)])
      hangs.start()
    }
  }
}
