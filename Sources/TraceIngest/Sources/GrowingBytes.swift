/// The bytes of a file or a pipe that may grow.
///
/// At its end, reading returns nil until `finish`. The first 4 KiB are kept: a source is recognized by them, and is
/// read again from its first byte until all of them are there.
final class GrowingBytes {
  /// True for a pipe, which cannot be read twice.
  let isPipe: Bool
  /// At most `SourceFingerprint.length`.
  private(set) var head: [UInt8] = []
  /// True if the head will get no more bytes, because the source is longer or has ended.
  private(set) var isHeadWhole = false
  /// Read from the source.
  private(set) var count: Int64 = 0
  private(set) var isClosed = false
  private let path: SourcePath
  private var file: OpenFile
  /// At most 4 KiB.
  private var tail: [UInt8] = []
  private var headOffset = 0
  private var isFinished = false
  /// True once the file was rewritten: the bytes that follow do not belong to this source.
  private var isCut = false
  /// Where the source ends once no more bytes are awaited: its writer may never stop.
  private var lastByte = Int64.max
  private static let pipeRest: Int64 = 1 << 20

  init(_ path: SourcePath) throws(IngestError) {
    self.path = path
    file = try OpenFile(reading: path)
    isPipe = path.isStandardInput || FileStatus(path)?.isPipe == true
  }

  /// Reads bytes for the head until it is whole, or there are no more by now.
  func fillHead() throws(IngestError) {
    var block = [UInt8](repeating: 0, count: SourceFingerprint.length)
    while !isHeadWhole {
      let missing = SourceFingerprint.length - head.count
      guard missing > 0 else { break }
      let taken = isCut ? nil : try take(&block, at: 0, upTo: missing)
      guard let taken, taken > 0 else {
        isHeadWhole = isFinished || isClosed
        return
      }
      head += block[..<taken]
    }
    isHeadWhole = true
  }

  /// Goes back to the first byte; only the head of a pipe can be read again.
  func restart() {
    headOffset = 0
    guard count > Int64(head.count), !isPipe, !isCut, file.seek(to: 0) else { return }
    count = 0
    tail = []
    head = []
    isHeadWhole = false
  }

  /// Moves to the offset at which reading ended before, or back into the head if only that was read; else false.
  func seek(to offset: Int64) -> Bool {
    let end = max(offset, Int64(head.count))
    if count != end {
      guard !isPipe, file.seek(to: end) else { return false }
      count = end
      tail = offset > Int64(head.count) ? [] : head
    }
    headOffset = Int(min(offset, Int64(head.count)))
    return true
  }

  /// Declares that no more bytes are awaited: from now on the end of the source is its end.
  func finish() {
    isFinished = true
    lastByte = max(status?.size ?? count + Self.pipeRest, count)
  }

  /// Declares that the file was rewritten: the bytes that were read are all of this source.
  func cut() {
    isFinished = true
    isCut = true
  }

  /// Reads at most `limit` bytes to `array` from `start` on; 0 at the end, nil if more may come.
  func read(into array: inout [UInt8], at start: Int, upTo limit: Int) throws(IngestError) -> Int? {
    if headOffset < head.count {
      let step = min(limit, head.count - headOffset)
      array.replaceSubrange(start..<start + step, with: head[headOffset..<headOffset + step])
      headOffset += step
      return step
    }
    if isCut { return 0 }
    // The format is detected once the head is whole.
    guard isHeadWhole else { return nil }
    if isClosed { return 0 }
    return try take(&array, at: start, upTo: limit)
  }

  /// As `read`, from the source itself.
  private func take(_ array: inout [UInt8], at start: Int, upTo limit: Int) throws(IngestError) -> Int? {
    if count >= lastByte { return 0 }
    if isPipe, !file.isReady(until: .now) { return isFinished ? 0 : nil }
    guard let step = file.readBlock(into: &array, at: start, upTo: limit) else { throw IngestError("read", path) }
    if step == 0 {
      isClosed = isPipe
      return isFinished || isPipe ? 0 : nil
    }
    // If the file was rewritten between two reads, these bytes do not continue the line before them.
    if !isPipe, isTailElsewhere { return isFinished ? 0 : nil }
    count += Int64(step)
    tail = Array((tail + array[start..<start + step].suffix(SourceFingerprint.length)).suffix(SourceFingerprint.length))
    return step
  }

  /// The status of the open file, whatever its name leads to by now; nil for a pipe.
  var status: FileStatus? { isPipe ? nil : file.status }

  /// True if the file is shorter than what was read from it, or holds other bytes before that offset.
  var isRewritten: Bool {
    guard let status else { return false }
    return status.size < count || isTailElsewhere
  }

  private var isTailElsewhere: Bool { !file.holds(tail, at: count - Int64(tail.count)) }
}
