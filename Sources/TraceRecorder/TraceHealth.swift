/// Whether events are recorded and what failed, for a page or a report of the app's own.
public struct TraceHealth: Sendable {
  /// Whether events are written, and if not, why.
  public enum State: String, Sendable {
    /// `AppTrace.start` was not called: they are lost.
    case notStarted
    /// The process is a preview of Xcode's: no event is written.
    case preview
    /// Recording is switched off: they are numbered and not written.
    case off
    /// The installation is not in the share that records: none is written.
    case notInShare
    /// They are written.
    case recording
  }

  public let state: State
  /// The number of events of this launch that could not be written.
  public let dropped: Int
  /// The system's message for the last failure, which may be one to read or store the value of `AppTrace.isOn`; nil without a
  /// failure.
  public let reason: String?
  /// The system's number (`errno`) of that failure, in all languages the same: `EDQUOT` if the app has recorded more in a
  /// minute than is written; `ENOTEMPTY` if a folder of the traces holds somebody else's file, so that it may be in backups,
  /// or without the protection that `start` was asked for.
  public let code: Int32?
}
