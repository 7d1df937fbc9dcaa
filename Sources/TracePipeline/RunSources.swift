import TraceIngest
import TraceModel
import TraceStore

/// The sources of an ingest, numbered as they come, and those that the store knows from earlier runs.
struct RunSources {
  private struct Head: Hashable {
    let length: Int
    let hash: UInt64
    let isPipe: Bool
  }

  private struct Entry {
    var source: StoreIntake.Source
    var checkpoint: Checkpoint
    var path: String { source.stored?.path ?? source.path }
  }

  /// A source that begins alike: one of this run, or else one of the store.
  private typealias Candidate = (length: Int, entry: Int?, stored: StoredSource?)

  private let lookUp: SourceLookUp
  /// The last known source; those that other processes add later are unknown here.
  private let last: SourceID
  private let isReadAnew: Bool
  /// By their numbers, from 1.
  private var entries: [Entry] = []
  private var byHead: [Head: [Int]] = [:]
  private var lengths: Set<Int> = []
  private var stored: Set<SourceID> = []
  private(set) var failure: StoreError?

  /// The sources of an open store; with `isReadAnew`, a source of which no event was kept is read anew.
  init(ofStore path: String, isReadAnew: Bool) throws(StoreError) {
    lookUp = try SourceLookUp(path: path)
    last = try lookUp.last()
    self.isReadAnew = isReadAnew
  }

  func source(_ number: SourceID) -> StoreIntake.Source { entries[Int(number.rawValue) - 1].source }

  /// Gives a source its number, and moves its reader to where it was left.
  mutating func prepare(_ source: OpenSource) throws(IngestError) {
    source.isReady = true
    let head = source.reader.head
    let isPipe = source.reader.isPipe
    for candidate in candidates(head, isPipe) {
      let checkpoint = candidate.entry.map { entries[$0].checkpoint } ?? candidate.stored?.checkpoint ?? Checkpoint()
      if !isPipe { guard try source.reader.resume(at: checkpoint) else { continue } }
      let index = candidate.entry ?? add(head, source, candidate.stored)
      source.id = entries[index].source.number
      source.storedPath = entries[index].path
      if let stored = candidate.stored, candidate.entry == nil, isReadAnew, !isPipe,
        ask({ look throws(StoreError) in try look.isRejected(stored.id) }) == true
      {
        entries[index].source.isReadAnew = true
        try source.reader.restart()
      }
      return
    }
    source.id = entries[add(head, source, nil)].source.number
  }

  /// Notes how far a source was read: one that begins alike may be a copy of it.
  mutating func note(_ checkpoint: Checkpoint, of number: SourceID) {
    let index = Int(number.rawValue) - 1
    let isOtherHead = entries[index].checkpoint.headLength != checkpoint.headLength
    if isOtherHead { byHead[head(of: index), default: []].removeAll { $0 == index } }
    entries[index].checkpoint = checkpoint
    if isOtherHead { noteHead(of: index) }
  }

  /// What a source may be: the longest head first, equal ones in the store's order.
  private mutating func candidates(_ head: SourceFingerprint, _ isPipe: Bool) -> [Candidate] {
    let hashes = head.prefixHashes
    var found: [Candidate] = []
    for source in ask({ look throws(StoreError) in try look.sources(headHashes: hashes, isPipe: isPipe) }) ?? []
    where source.id <= last && !stored.contains(source.id) {
      found.append((source.checkpoint.headLength, nil, source))
    }
    for length in lengths where length < hashes.count && (length > 0 || hashes.count == 1) {
      for entry in byHead[Head(length: length, hash: hashes[length], isPipe: isPipe)] ?? [] {
        found.append((length, entry, entries[entry].source.stored))
      }
    }
    func row(_ candidate: Candidate) -> Int32 { candidate.stored?.id.rawValue ?? .max }
    return found.sorted { ($1.length, row($0), $0.entry ?? 0) < ($0.length, row($1), $1.entry ?? 0) }
  }

  /// The store's answer; nil if it cannot be read, as `failure` then says.
  private mutating func ask<Answer>(_ question: (SourceLookUp) throws(StoreError) -> Answer) -> Answer? {
    do throws(StoreError) { return try question(lookUp) } catch {
      failure = failure ?? error
      return nil
    }
  }

  /// Adds a source of this run; returns its index in `entries`.
  private mutating func add(_ head: SourceFingerprint, _ opened: OpenSource, _ stored: StoredSource?) -> Int {
    let source = StoreIntake.Source(
      number: SourceID(rawValue: Int32(entries.count + 1)), path: opened.path.name, head: head,
      isPipe: opened.reader.isPipe, stored: stored, last: last)
    var checkpoint = stored?.checkpoint ?? Checkpoint()
    if stored == nil {
      checkpoint.headLength = head.count
      checkpoint.headHash = head.hash
    }
    if let stored { self.stored.insert(stored.id) }
    entries.append(Entry(source: source, checkpoint: checkpoint))
    noteHead(of: entries.count - 1)
    return entries.count - 1
  }

  private func head(of index: Int) -> Head {
    let checkpoint = entries[index].checkpoint
    return Head(length: checkpoint.headLength, hash: checkpoint.headHash, isPipe: entries[index].source.isPipe)
  }

  private mutating func noteHead(of index: Int) {
    byHead[head(of: index), default: []].append(index)
    lengths.insert(entries[index].checkpoint.headLength)
  }
}
