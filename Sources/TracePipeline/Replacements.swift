import TraceIngest
import TraceModel

/// Finds files that were missed at a followed path between two looks, as a log may be rotated more than once meanwhile.
///
/// The file that was open is read to its end, and the present one from its start. Those in between are found beside it,
/// if they still exist: their names are like its own, they were not there before, and were last written after the first
/// of these and not after the second. A file that is copied and then emptied leaves copies in this way too.
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

  /// True if a path is followed itself, not as a file in a folder.
  func isNamed(_ path: SourcePath) -> Bool { places[path] != nil }

  /// Returns the files missed since the last call, each with the path that it was at.
  ///
  /// The paths lead to the files `found`; `lastChange` is the last change of an open file, nil if it is not open.
  mutating func missed(
    _ found: FollowedPaths, lastChange: (FileID) -> Int64?
  ) -> [(file: FollowedPaths.File, of: SourcePath)] {
    var missed: [(file: FollowedPaths.File, of: SourcePath)] = []
    for path in paths {
      let file = found.files.first { $0.path == path }
      // A folder, or a second path of a file.
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

  /// The copies of a file at a path, made before it was emptied, that hold more than was read.
  ///
  /// `readSize` is its size in bytes when it was last read to its end, nil if it was not; `isFollowed` is true for
  /// files that are read already.
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

  /// Notes when the files at the paths were last changed, once missed files are known.
  mutating func noteChanges(_ found: FollowedPaths) {
    for file in found.files { places[file.path]?.modified = file.modified }
  }
}

/// The first and last number (`seq`) of each launch in a file: a number in no file of a path was in a missed one.
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

  /// How many numbers lie between the spans of successive files at a path.
  ///
  /// `isWhole` says that the first was read from its start: then numbers before a launch's first in a later file are
  /// missing too, but for 0, as some logs begin with 1.
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
