import TraceIngest
import TraceModel
import TraceStore

/// Where a run has found a source of the store.
struct PlacedSource: Sendable {
  let id: SourceID
  /// Its path in this run.
  let path: String
  /// Its path in the store.
  let storedPath: String
  /// True if it holds events there, behind those that the store has of it.
  var hasNewEvents = false
}

extension [PlacedSource] {
  /// Those that have to get their paths in the store: what was stored under another one no longer lies there.
  ///
  /// A log that is rotated leaves its path to another one. Where a log and its copy are both there, the first path stays,
  /// unless the copy is longer. A path at which nothing lies any more is given up only if its folder is there: else it may
  /// be relative to another working directory than this one.
  var moved: [PlacedSource] {
    let places = filter { $0.path != $0.storedPath }
    if places.isEmpty { return [] }
    let sources = Dictionary(map { ($0.path, $0.id) }) { $1 }
    var known: Set<SourceID> = []
    return places.filter { place in
      let other = sources[place.storedPath]
      let isElsewhere = other.map { $0 != place.id } ?? SourceList.isGone(SourcePath(name: place.storedPath))
      return (isElsewhere || place.hasNewEvents) && known.insert(place.id).inserted
    }
  }
}
