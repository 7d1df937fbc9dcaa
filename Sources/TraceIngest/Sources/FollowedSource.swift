package import TraceModel

/// A log that is read further whenever it has grown.
///
/// Its format depends on its first 4 KiB: until they are complete, each growth means reading again from the first byte,
/// and `begin` returns true. A compressed file or an archive is read once, as a whole.
package final class FollowedSource {
  /// The most lines of a batch, and bytes of a read: many files may be open.
  private static let batchLines = 2_000
  private static let blockSize = 16_384

  /// The path at which it was last seen.
  package var path: SourcePath
  /// The name of its format; nil before anything of it was read.
  package private(set) var formatName: String?
  /// Why it cannot be read, or not to its end.
  package private(set) var failure: IngestError?
  /// True if it is compressed, an archive of files, or a log archive: it is read once it no longer grows.
  package private(set) var isPacked = false
  private let options: IngestOptions
  /// Nil if it is read as a whole.
  private let bytes: GrowingBytes?
  private var reader: SourceReader?
  /// True if no later byte can change its format, or the hash of its head.
  package private(set) var isSettled = false
  private var readHead = 0
  /// Lines before this offset are not returned.
  private let skipped: Int64
  /// True if its content has shown that it is a log, so that its lines count.
  private var isLog = false
  /// True if an event has shown that the file is a log: it has to be read again from its start.
  package private(set) var hasToRestart = false
  private var keys = SeenKeys()

  /// Opens a file or a pipe that may grow; `isFromEnd` leaves out the lines that are in it by now.
  package init(following path: SourcePath, options: IngestOptions, isFromEnd: Bool = false) throws(IngestError) {
    self.path = path
    var options = options
    options.blockSize = Self.blockSize
    self.options = options
    let bytes = try GrowingBytes(path)
    self.bytes = bytes
    isPipe = bytes.isPipe
    skipped = isFromEnd ? bytes.status?.size ?? 0 : 0
    isReadWhole = skipped == 0
  }

  /// A log that is read once, as a whole: a compressed one, or one in an archive.
  package init(whole path: SourcePath, options: IngestOptions) {
    self.path = path
    self.options = options
    bytes = nil
    isPipe = false
    skipped = 0
    isReadWhole = true
  }

  /// True if it is a pipe.
  package let isPipe: Bool

  /// True if no more is read from it as a pipe: its writer has closed it, or it cannot be read.
  package var isClosed: Bool { bytes?.isClosed == true || isPipe && isSettled && failure != nil }

  /// True if the file holds other bytes than those that were read, or fewer.
  package var isRewritten: Bool { bytes?.isRewritten == true }

  /// Declares that no more bytes are awaited: a last line without a newline then counts as at the end of any log.
  package func finish() { bytes?.finish() }

  /// Declares that the file was rewritten, and that its bytes are no longer of this log.
  package func cut() { bytes?.cut() }

  /// When the open file, whatever its name leads to by now, last changed, in nanoseconds since 1970; nil for a pipe.
  package var modified: Int64? { bytes?.status?.modified }

  /// True if no line is left out as present at the beginning, or read by an earlier run.
  package private(set) var isReadWhole: Bool

  /// The hashes of its first bytes so far, by which a store recognizes it.
  package var head: SourceFingerprint? { reader?.head }

  /// True if lines that were in it at the beginning are left out.
  package var passesOver: Bool { skipped > 0 }

  /// Moves to the end of an earlier run, before anything is returned; false, at the start, if other bytes precede it.
  package func resume(at checkpoint: Checkpoint) -> Bool {
    do throws(IngestError) {
      guard try reader?.resume(at: checkpoint) == true else { return false }
      isLog = true
      isReadWhole = isReadWhole && checkpoint.offset == 0
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Goes back to its start, before anything of it is returned.
  package func restart() {
    do throws(IngestError) { try reader?.restart() } catch { fail(error) }
  }

  private func fail(_ error: IngestError) {
    failure = error
    isSettled = true
    reader = nil
  }

  /// Prepares to read added bytes; true if it is read from its first byte, which voids all events returned before.
  package func begin() -> Bool {
    if isPacked || failure != nil && isSettled {
      hasToRestart = false
      return false
    }
    do throws(IngestError) { return try open() } catch {
      failure = error
      formatName = nil
      reader = nil
      hasToRestart = false
      return true
    }
  }

  private func open() throws(IngestError) -> Bool {
    guard let bytes else {
      if isSettled { return false }
      isSettled = true
      isLog = true
      reader = try SourceReader(path, options: options)
      formatName = reader?.formatName
      return true
    }
    if isSettled && !hasToRestart { return false }
    if LogArchive.isOne(path) {
      isPacked = true
      return true
    }
    try bytes.fillHead()
    if !bytes.isPipe, Self.isPacked(bytes.head) {
      isPacked = true
      return true
    }
    if bytes.head.count == readHead, !bytes.isHeadWhole, !hasToRestart { return false }
    bytes.restart()
    try bytes.fillHead()
    readHead = bytes.head.count
    isSettled = bytes.isHeadWhole
    hasToRestart = false
    failure = nil
    keys = SeenKeys()
    reader = nil
    reader = try SourceReader(following: bytes, path, options: options)
    formatName = reader?.formatName
    // A pipe cannot be read again: its lines count, as in `ingest`.
    if bytes.isPipe || reader?.nonLogError == nil { isLog = true }
    return true
  }

  private static func isPacked(_ head: [UInt8]) -> Bool {
    ByteInput.program(head) != nil || ZipListing.isZip(head) || TarListing.isHeader(Array(head.prefix(512)))
  }

  /// The next whole lines, numbered by `symbols`; nil if there are no more by now, or once `failure` is set.
  package func next(_ symbols: inout Symbols, _ id: SourceID) -> EventBatch? {
    while let offset = reader?.offset, !hasToRestart {
      var batch = EventBatch()
      do throws(IngestError) {
        _ = try reader?.cut(into: &batch, limit: Self.batchLines, until: offset < skipped ? skipped : .max)
      } catch {
        failure = error
        isSettled = true
      }
      if batch.lines.isEmpty { return nil }
      batch.scan(options)
      reader?.settle(&batch, &symbols, source: id)
      failure = failure ?? reader?.breakOff(after: batch)
      if failure != nil {
        isSettled = true
        reader = nil
      }
      if offset < skipped { continue }
      if isLog { return batch }
      look(at: batch)
    }
    return nil
  }

  /// An event in a batch of unrecognized format shows a log: the file is read again, and all its lines count.
  private func look(at batch: EventBatch) {
    keys.add(batch)
    if batch.isOfLog { accept() }
  }

  private func accept() {
    isLog = true
    hasToRestart = true
  }

  /// True if the source, none of whose lines was an event, has to be read again, as its records have keys of a log.
  package func conclude(events: Int) -> Bool {
    guard failure == nil, let error = reader?.nonLogError, events == 0 else { return false }
    if isLog {
      if isPipe { failure = error }
      return false
    }
    if keys.areOfLog(options) {
      accept()
      return true
    }
    failure = error
    formatName = nil
    return false
  }
}
