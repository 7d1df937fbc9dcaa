/// How far a source was read, and the state with which reading continues at its next line.
public struct Checkpoint: Sendable, Equatable {
  /// Decompressed bytes and lines that were read.
  public var offset: Int64 = 0
  public var line: Int64 = 0
  /// FNV-1a of the 4 KiB before `offset`, or of all bytes if they are fewer.
  public var tailHash = Fingerprint().value
  /// FNV-1a of the source's first `headLength` bytes, at most 4096.
  public var headLength = 0
  public var headHash = Fingerprint().value
  /// The processes that lines named, the latest first: a line that names less belongs to one of them.
  public var processes: [Process] = []
  /// True if the last line before `offset` was whole but had no newline yet.
  public var isLineOpen = false
  /// Rejected lines to be counted as lost before the next event.
  public var pendingLost: Int64 = 0
  /// Records before `offset` that `--keep lifecycle` dropped.
  public var dropped: Int64 = 0

  /// What lines have named of a process; empty or `Event.absent` where they named none.
  public struct Process: Sendable, Equatable {
    public var device = ""
    public var app = ""
    public var boot = ""
    public var pid = Event.absent

    /// A process without names.
    public init() {}
  }

  /// The start of a source.
  public init() {}
}
