import TraceIngest
import TraceModel

/// What became of the lines that were read, beside their events: counts, rejects, and unknown names.
struct IntakeTally {
  private(set) var counts = IngestCounts()
  var diagnostics = IngestDiagnostics()
  /// The first rejected line, as `file:line: reason`.
  private(set) var firstReject: String?
  /// The names of events that are in no vocabulary, with their counts.
  private(set) var unknownNames: [String: Int64] = [:]
  /// The names of records that `--keep lifecycle` dropped, with their counts.
  private(set) var droppedNames: [String: Int64] = [:]
  private var kinds = KindSet()
  var knownKinds: Set<EventKind> { Set(kinds.kinds).subtracting([.unknown]) }
  /// How many rejected lines stand at the same offset in a copy.
  private(set) var copiedRejects: Int64 = 0
  private(set) var rejects: Set<RejectKey> = []
  private(set) var events = 0

  mutating func add(_ batch: EventBatch, _ symbols: Symbols) {
    counts += batch.counts
    events += batch.events.count
    droppedNames.merge(batch.droppedNames, uniquingKeysWith: +)
    for reject in batch.rejects where reject.reason != .unfinished {
      let key = RejectKey(line: reject.line, offset: reject.offset, digest: reject.digest)
      copiedRejects += rejects.insert(key).inserted ? 0 : 1
    }
    if firstReject == nil, let reject = batch.rejects.first(where: { $0.reason != .unfinished }) {
      firstReject = "\(symbols.name(reject.source)):\(reject.line): \(reject.reason.rawValue)"
    }
    var unknown: [Int] = []
    for (index, event) in batch.events.enumerated() {
      let kind = symbols.signature(event).kind
      kinds.insert(kind)
      guard kind == .unknown else { continue }
      let name = symbols.texts.string(symbols.signature(event).unknownName)
      // A transcoder gives names of the vocabulary, or its own; but what an app says of an end stays what it says.
      let format = symbols.context(event.context).format
      let isOwn = symbols.texts.string(format) != LogFormat.canonical && !RenameHint.isEndInProse(name)
      if isOwn || name == EventNames.passedOver { continue }
      unknown.append(index)
      unknownNames[name, default: 0] += 1
    }
    diagnostics.add(batch, unknown: unknown)
  }

  mutating func add(_ other: IntakeTally) {
    counts += other.counts
    events += other.events
    kinds = kinds.union(other.kinds)
    copiedRejects += other.copiedRejects
    for reject in other.rejects { copiedRejects += rejects.insert(reject).inserted ? 0 : 1 }
    diagnostics.add(other.diagnostics)
    firstReject = firstReject ?? other.firstReject
    unknownNames.merge(other.unknownNames, uniquingKeysWith: +)
    droppedNames.merge(other.droppedNames, uniquingKeysWith: +)
  }
}

/// What a rejected line and its copy in another file have in common.
struct RejectKey: Hashable {
  var line: Int32
  var offset: Int64
  var digest: UInt64
}
