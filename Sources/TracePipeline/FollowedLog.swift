import TraceIngest
import TraceModel

/// A source of a run that follows logs, with what became of its lines.
struct FollowedLog {
  let source: FollowedSource
  let id: SourceID
  /// The identity of the file, which a rename does not change; nil for standard input, and for members of a packed file.
  var identity: FileID?
  /// The index of the packed file that it is a member of.
  var parent: Int?
  var tally = IntakeTally()
  /// The size of the file when it was last looked at, in bytes.
  var size: Int64?
  /// The size of the file, in bytes, when it was last read to its end; nil if it was not.
  var readSize: Int64?
  /// When the file was last changed, in nanoseconds since 1970.
  private(set) var modified: Int64 = 0
  private var touched = ContinuousClock.now
  /// False if it was looked into since any change that its date need not show.
  var mayBeRewritten = true
  /// When lines of it were last read, or its last path began to lead to another file or nowhere.
  var lastChange = ContinuousClock.now
  var isDetached = false
  var isDone = false
  /// True if its lines do not count: it is a packed file, whose members are logs themselves, or a member of an earlier state
  /// of one.
  var isVoid = false

  init(_ source: FollowedSource, _ id: SourceID) {
    self.source = source
    self.id = id
  }

  /// The order in which a check reads logs: that of their paths.
  static func isBefore(_ a: FollowedLog, _ b: FollowedLog) -> Bool {
    a.source.path == b.source.path ? a.id < b.id : a.source.path < b.source.path
  }

  mutating func touch(at modified: Int64) {
    self.modified = modified
    touched = .now
    mayBeRewritten = true
  }

  /// True if the file would have another date by now if it was changed again: the clocks of some file systems count in
  /// seconds, those of others in hundredths of them at least.
  var isDateOutdated: Bool {
    let clockStep = modified % 1_000_000_000 == 0 ? Duration.seconds(3) : .milliseconds(100)
    return touched.duration(to: .now) >= clockStep
  }

  /// True if it has not changed for two seconds: no more is expected of it then.
  var isStill: Bool { lastChange.duration(to: .now) >= .seconds(2) }

  /// True if it may have unread lines: a file that was read to its end and has kept its size has none.
  var mayHaveMore: Bool {
    source.isPipe || source.failure != nil || isDetached || readSize == nil || readSize != size
  }
}
