/// How recording goes, for a page of the app's own or a report of its own.
public struct TraceHealth: Sendable {
  /// What is done with events.
  public enum State: String, Sendable {
    /// `Trace.start` was not called: they are lost.
    case notStarted
    /// The process is a preview of Xcode's: nothing is written.
    case preview
    /// Recording is switched off: they are numbered and not written.
    case off
    /// They are written.
    case recording
  }

  public let state: State
  /// The number of events of this launch that could not be written.
  public let dropped: Int
  /// The system's message for the last failure, also one to keep what `Trace.isOn` was set to; nil if all went well.
  public let reason: String?
}
