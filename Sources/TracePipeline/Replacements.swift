import TraceIngest
import TraceModel

/// What was missed of a followed path while nobody read: a log may be rotated more than once meanwhile.
///
/// The file that was open is read to its end, and the one that is at the path by now from its start. Those that were there
/// in between are found beside it, as long as they are there: their names are like its own, they were not there before, and
/// were last written after the first of these and not after the second. A file that is copied and then emptied leaves copies
/// in the same way.
struct Replacements {
  /// What is known of a followed path.
  private struct Place {
    /// The file that it leads to; nil for none.
    var file: FileID?
    /// The last change of the file that it led to last, in nanoseconds since 1970.
    var modified = Int64.min
    /// The files beside it, when it was last found to lead to another one.
    var beside: Set<FileID> = []
  }

  private let paths: [SourcePath]
  private var places: [SourcePath: Place] = [:]

  init(_ paths: [SourcePath]) { self.paths = Set(paths.filter { !$0.isStandardInput }).sorted() }

  /// True if a path is one that is followed, and not a file in a folder that is.
  func isNamed(_ path: SourcePath) -> Bool { places[path] != nil }

  /// Looks where the paths lead; returns the files that were missed since the last time, each with the path that it was
  /// at.
  ///
  /// The paths lead to the files `found`; `lastChange` is the last change of a file that is open, whatever its name is by
  /// now, nil if it is not.
  mutating func missed(
    _ found: FollowedPaths, lastChange: (FileID) -> Int64?
  ) -> [(file: FollowedPaths.File, of: SourcePath)] {
    var missed: [(file: FollowedPaths.File, of: SourcePath)] = []
    for path in paths {
      let file = found.files.first { $0.path == path }
      // It is a folder, or a second path of a file.
      if file == nil, !found.missing.contains(path) { continue }
      guard var place = places[path] else {
        let beside = found.namedLike(path)
        places[path] = Place(
          file: file?.identity, modified: file?.modified ?? .min, beside: Set(beside.map(\.identity)))
        continue
      }
      if file?.identity != place.file {
        let start = place.file.flatMap(lastChange) ?? place.modified
        let beside = found.namedLike(path)
        for other in beside where !place.beside.contains(other.identity) && lastChange(other.identity) == nil {
          // A copy of the file that was open, as when it is compressed, has its time.
          if other.modified > start, other.modified <= file?.modified ?? .max { missed.append((other, path)) }
        }
        place.beside = Set(beside.map(\.identity))
        place.file = file?.identity
        place.modified = start
      }
      places[path] = place
    }
    return missed
  }

  /// The copies that were made of a file at a path before it was emptied, in which there is more than was read.
  ///
  /// It had `readSize` bytes when it was last read to its end, nil if it was not; `isFollowed` is true for a file that is
  /// read already.
  mutating func missedCopies(
    of path: SourcePath, readSize: Int64?, _ found: FollowedPaths, isFollowed: (FileID) -> Bool
  ) -> [FollowedPaths.File] {
    guard let place = places[path] else { return [] }
    let beside = found.namedLike(path)
    places[path]?.beside = Set(beside.map(\.identity))
    return beside.filter {
      !place.beside.contains($0.identity) && !isFollowed($0.identity) && $0.modified >= place.modified
        && $0.size != readSize
    }
  }

  /// Notes when the files at the paths were last changed, once what was missed before is known.
  mutating func noteChanges(_ found: FollowedPaths) {
    for file in found.files { places[file.path]?.modified = file.modified }
  }
}

/// The numbers (`seq`) that a file has of each launch, from the first to the last: a number that is in none of the files
/// that a path led to was in one that was missed.
struct SequenceSpans {
  private var spans: [String: ClosedRange<Int64>] = [:]

  mutating func note(_ batch: EventBatch, _ symbols: Symbols) {
    for run in batch.events.runs {
      let stream = batch.events[run.lowerBound].stream
      for event in batch.events[run] where event.seq >= 0 { note(event.seq, stream, symbols) }
    }
    for reject in batch.rejects where reject.seq >= 0 {
      if let stream = reject.stream { note(reject.seq, stream, symbols) }
    }
  }

  private mutating func note(_ number: Int64, _ stream: StreamID, _ symbols: Symbols) {
    let key = symbols.stream(stream)
    if !key.isLaunch { return }
    let launch = symbols.texts.string(key.launch)
    let span = spans[launch] ?? number...number
    spans[launch] = min(span.lowerBound, number)...max(span.upperBound, number)
  }

  /// How many numbers lie between the spans of files that were one after the other at a path.
  ///
  /// With `isWhole` the first of them was read from its start: what a launch lacks that begins in a later one was missed as
  /// well, but for the number 0, as others begin with 1.
  static func missing(_ files: [SequenceSpans], isWhole: Bool) -> Int64 {
    var all: [String: [ClosedRange<Int64>]] = [:]
    for (index, file) in files.enumerated() {
      for (launch, span) in file.spans {
        let isBegun = index == 0 || all[launch] != nil || !isWhole
        all[launch, default: isBegun ? [] : [0...0]].append(span)
      }
    }
    var missing: Int64 = 0
    for spans in all.values {
      var end = Int64.max
      for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if span.lowerBound > end { missing = missing &+ (span.lowerBound - end - 1) }
        end = end == .max ? span.upperBound : max(end, span.upperBound)
      }
    }
    return missing
  }
}
