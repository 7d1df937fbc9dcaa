import TraceModel

/// Cuts a stream of bytes into lines, a block at a time.
///
/// The bytes of a line stay where they were read until `finishBatch`. Behind the line that is being
/// read the 4 KiB before it are kept: their hash tells later whether the source is still the same
/// there.
struct LineReader: ~Copyable {
  /// One line, without its newline.
  struct Line {
    /// Where its bytes lie in `buffer`; of a line over the limit, nowhere.
    var range: Range<Int>
    /// Where it begins in the source.
    var offset: Int64
    /// All of its bytes, also those that were dropped.
    var length: Int64
    /// It was the last line and had no newline.
    var isOpen: Bool
    var isTooLong: Bool
  }

  static let tail = 4096
  /// A batch ends after about so many blocks, however few lines they are.
  private static let batchBlocks = 16

  private let blockSize: Int
  private let limit: Int
  private(set) var buffer: [UInt8]
  /// How many bytes of `buffer` hold what was read.
  private var filled = 0
  /// Where the batch begins.
  private var first = 0
  /// Where the current line, or what is left of it, begins.
  private var start = 0
  /// No newline lies between `start` and here.
  private var searched = 0
  /// Where a line over the limit begins, or what is left of it.
  private var floor = 0
  /// How many bytes of the current line were dropped before `start`.
  private var dropped: Int64 = 0
  /// Where `start` lies in the source.
  private var offset: Int64
  private var isAtEnd = false
  /// The first bytes of a line over the limit.
  private var longHead: [UInt8] = []
  private var longTailHash: UInt64 = 0

  init(_ options: IngestOptions, at offset: Int64 = 0) {
    blockSize = options.blockSize
    limit = options.lineLimit
    self.offset = offset
    buffer = Array(repeating: 0, count: 2 * blockSize + Self.tail)
  }

  /// Whether there are no more lines.
  var isFinished: Bool { isAtEnd && filled == start && dropped == 0 }

  /// The next line; nothing at the end, and where the batch must end: the buffer is full, or a pipe
  /// is silent until `deadline`.
  mutating func next(
    from input: inout ByteInput, until deadline: ContinuousClock.Instant
  ) throws(IngestError) -> Line? {
    while !isFinished {
      if let newline = buffer.span.firstIndex(of: UInt8(ascii: "\n"), in: searched..<filled) {
        return line(endingAt: newline, next: newline + 1, isOpen: false)
      }
      searched = filled
      if isAtEnd { return line(endingAt: filled, next: filled, isOpen: true) }
      // One more than the limit may be a carriage return.
      if filled - start > max(limit, Reject.keptBytes) + 1 || dropped > 0 { drop() }
      guard try fill(from: &input, until: deadline) else { return nil }
    }
    return nil
  }

  private mutating func line(endingAt newline: Int, next: Int, isOpen: Bool) -> Line {
    var end = newline
    if !isOpen, end > 0, end > start || dropped > 0, buffer[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    let length = dropped + Int64(end - start)
    let isTooLong = length > Int64(limit)
    if isTooLong, dropped == 0 { keepHead(upTo: end) }
    let line = Line(
      range: isTooLong ? start..<start : start..<end, offset: offset - dropped, length: length,
      isOpen: isOpen, isTooLong: isTooLong)
    offset += Int64(next - start)
    start = next
    searched = next
    dropped = 0
    return line
  }

  private mutating func keepHead(upTo end: Int) {
    longHead = Array(buffer[start..<min(end, start + Reject.keptBytes)])
    longTailHash = tailHash(at: start)
  }

  /// Lets go of what was read of a line that is over the limit, but for its last 4 KiB.
  private mutating func drop() {
    if dropped == 0 {
      keepHead(upTo: filled)
      floor = start
    }
    let kept = max(filled - Self.tail, floor)
    dropped += Int64(filled - start)
    offset += Int64(filled - start)
    let rest = Array(buffer[kept..<filled])
    buffer.replaceSubrange(floor..<floor + rest.count, with: rest)
    filled = floor + rest.count
    start = filled
    searched = filled
  }

  /// Reads one block behind what there is; tells whether there was room for it and it came.
  private mutating func fill(
    from input: inout ByteInput, until deadline: ContinuousClock.Instant
  ) throws(IngestError) -> Bool {
    if buffer.count - filled < blockSize {
      let isLarge = buffer.count >= Self.batchBlocks * blockSize
      if isLarge, start > first { return false }
      if isLarge, start > Self.tail {
        var other: [UInt8] = []
        finishBatch(&other)
      } else {
        buffer += Array(repeating: 0, count: max(buffer.count, 2 * blockSize))
      }
    }
    guard
      let count = try input.read(into: &buffer, at: filled, upTo: blockSize, until: deadline)
    else { return false }
    filled += count
    isAtEnd = count == 0
    return true
  }

  /// Leaves the buffer in `storage`, and goes on in what that held with what is still needed.
  mutating func finishBatch(_ storage: inout [UInt8]) {
    let kept = max(start - Self.tail, 0)
    storage.replaceSubrange(0..<min(filled - kept, storage.count), with: buffer[kept..<filled])
    swap(&storage, &buffer)
    start -= kept
    searched -= kept
    filled -= kept
    first = start
    floor = max(floor - kept, 0)
  }

  /// Reads until `count` bytes lie ahead or there are no more; tells how many there are.
  mutating func lookAhead(_ count: Int, from input: inout ByteInput) throws(IngestError) -> Int {
    while filled - start < count, !isAtEnd {
      _ = try fill(from: &input, until: .now + SourceReader.patience)
    }
    return min(filled - start, count)
  }

  /// The next `count` bytes; they must have been looked for.
  func ahead(_ count: Int) -> [UInt8] { Array(buffer[start..<start + count]) }

  /// Passes over bytes that were looked for; they are part of no line.
  mutating func skip(_ count: Int) {
    start += count
    searched = start
    first = start
    offset += Int64(count)
  }

  /// Passes over the byte-order mark if it lies ahead.
  mutating func skipMark(from input: inout ByteInput) throws(IngestError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if ahead(try lookAhead(mark.count, from: &input)) == mark { skip(mark.count) }
  }

  /// Whether there is nothing but white space on the line.
  func isBlank(_ line: Line) -> Bool { line.range.allSatisfy { JSONScanner.isSpace(buffer[$0]) } }

  /// As many of the line's first bytes as a reject keeps.
  func head(of line: Line) -> [UInt8] {
    line.isTooLong ? longHead : Array(buffer[line.range].prefix(Reject.keptBytes))
  }

  /// FNV-1a of the 4 KiB before the next line.
  var tailHash: UInt64 { dropped > 0 ? longTailHash : tailHash(at: start) }

  /// FNV-1a of the 4 KiB before `line`, which must be the last one that was handed out.
  func tailHash(before line: Line) -> UInt64 {
    line.isTooLong ? longTailHash : tailHash(at: line.range.lowerBound)
  }

  private func tailHash(at end: Int) -> UInt64 {
    var hash = Fingerprint()
    for index in max(end - Self.tail, 0)..<end { hash.add(buffer[index]) }
    return hash.value
  }

  /// Where the next line begins.
  var position: Int64 { offset - dropped }
}
