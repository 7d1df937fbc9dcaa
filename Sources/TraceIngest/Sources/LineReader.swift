import TraceModel

/// Cuts a stream of bytes into lines, a block at a time.
///
/// The bytes of a line stay in the buffer until `finishBatch`, as do the 4 KiB before the next line, whose hash later
/// shows whether the source is unchanged there.
struct LineReader: ~Copyable {
  /// One line, without its newline; in another format, one record.
  struct Line: Sendable {
    enum Fate: Sendable, Equatable {
      /// An event, if `EventReader` finds no fault in it.
      case read
      /// A further event of the record before it, which does not count as a record.
      case further
      /// No record but part of the format: a heading, a bracket, a trailer. Counted, and not kept.
      case envelope
      /// A record that the user leaves out (`--keep lifecycle`). Counted, and not kept.
      case passedOver
      /// A record that should be an event and is none. Counted, and kept with its reason and its bytes.
      case rejected(Reject.Reason)
    }

    /// In `buffer`; for a line over the limit at least the bytes that are kept.
    var range: Range<Int>
    /// The range in the source's own text, if that was converted.
    var origin = 0..<0
    /// In the source, from 1.
    var number: Int64 = 0
    var more: Int64 = 0
    var fate = Fate.read
    /// In the source.
    var offset: Int64
    /// With dropped bytes.
    var length: Int64
    /// True for a last line without a newline.
    var isOpen: Bool
  }

  static let tail = 4096
  /// The bytes of a line over the limit that are kept: those for a reject, and its last ones.
  private static let kept = Reject.keptBytes + tail
  private static let batchBlocks = 16

  private let blockSize: Int
  var framing: Framing {
    didSet {
      elements = framing.elements
      elementsAtStart = elements
      isOfElements = framing.isOfElements
      isOfLines = framing.isOfLines
    }
  }
  /// Read for every line: reading `elements` would copy it.
  private var isOfElements: Bool
  private var isOfLines: Bool
  private var depth = JSONDepth()
  private var elements: JSONElements?
  /// The state at the start of the current line, and of the last one.
  private var elementsAtStart, elementsBefore: JSONElements?
  /// For a last line that is an element: the newlines between it and the element before, and in it.
  private(set) var lineEnds: (before: Int64, within: Int64) = (0, 0)
  /// The number of buffered bytes before the last line that belong to no line.
  private var lead = 0
  /// Newlines dropped before the current element, and within it.
  private var lostEnds: (before: Int64, within: Int64) = (0, 0)
  /// Newlines dropped before the last element; `unread` restores them.
  private var unreadEnds: Int64 = 0
  let limit: Int
  private(set) var buffer: [UInt8]
  private var filled = 0
  private var first = 0
  private var start = 0
  /// No newline is between `start` and this index.
  private var searched = 0
  /// Dropped from the middle of the current line.
  private var dropped: Int64 = 0
  /// The offset in the source of the current line.
  private(set) var offset: Int64
  private var isAtEnd = false
  /// The error of a damaged input, thrown after the last line that came.
  private(set) var damage: IngestError?
  private(set) var isFinished = false
  /// True if the input is a pipe that was silent at the last read.
  private(set) var isSilent = false

  init(_ options: IngestOptions, _ framing: Framing = .lines, at offset: Int64 = 0) {
    blockSize = options.blockSize
    self.framing = framing
    elements = framing.elements
    elementsAtStart = elements
    isOfElements = framing.isOfElements
    isOfLines = framing.isOfLines
    limit = options.lineLimit
    self.offset = offset
    buffer = Array(room: 2 * blockSize + Self.tail)
  }

  /// Nil at the end, at a full buffer, which ends the batch, or if a pipe is silent until `deadline`.
  mutating func next(from input: inout ByteInput, until deadline: ContinuousClock.Instant) throws(IngestError) -> Line?
  {
    if isOfElements { return try nextElement(from: &input, until: deadline) }
    while !isFinished {
      // Nearly all logs are lines, and reading `framing`, which may hold a closure, takes a hundred instructions.
      if let (end, next) = isOfLines ? lineBoundary() : boundary() {
        return line(endingAt: end, next: next, isOpen: false)
      }
      if isAtEnd {
        if start == filled { try finish() }
        if framing.joinsLines, let newline = beginningOfNext() {
          return line(endingAt: newline, next: newline + 1, isOpen: false)
        }
        isFinished = damage == nil
        if start == filled { return nil }
        let isClosed = framing.joinsLines && buffer[filled - 1] == UInt8(ascii: "\n")
        return line(endingAt: isClosed ? filled - 1 : filled, next: filled, isOpen: !isClosed)
      }
      // One byte beyond the limit may be a carriage return.
      if filled - start > max(limit, Self.kept) + 1 { drop() }
      guard try fill(from: &input, until: deadline) else { return nil }
    }
    return nil
  }

  /// The newline before an unfinished last line that begins like its record: the line begins the next record.
  private func beginningOfNext() -> Int? {
    let newline = buffer[start..<filled].lastIndex(of: UInt8(ascii: "\n"))
    guard let newline, newline + 1 < filled else { return nil }
    let isAlike = zip(buffer[start..<filled], buffer[(newline + 1)..<filled].prefix(16)).allSatisfy { first, last in
      first == last || [first, last].allSatisfy(\.isDigit) || [first, last].allSatisfy(\.isLetter)
    }
    return isAlike ? newline : nil
  }

  /// Appends the whole lines in the buffer, up to `limit` that begin before the offset `last`; `passed` precede them.
  ///
  /// Nearly all lines of nearly all logs are read this way, in half of the instructions of `next`.
  mutating func takeWhole(to lines: inout [Line], after passed: Int64, limit: Int, before last: Int64) {
    guard isOfLines, dropped == 0 else { return }
    var line = Line(range: 0..<0, offset: offset, length: 0, isOpen: false)
    line.number = passed
    var begin = start
    var from = searched
    while lines.count < limit, line.offset < last,
      let newline = buffer.span.firstIndex(of: UInt8(ascii: "\n"), in: from..<filled)
    {
      let hasReturn = newline > begin && buffer[newline - 1] == UInt8(ascii: "\r")
      line.range = begin..<(hasReturn ? newline - 1 : newline)
      line.length = Int64(line.range.count)
      line.number += 1
      lines.append(line)
      line.offset += Int64(newline + 1 - begin)
      begin = newline + 1
      from = begin
    }
    start = begin
    searched = from
    offset = line.offset
  }

  private mutating func nextElement(from input: inout ByteInput, until deadline: ContinuousClock.Instant)
    throws(IngestError) -> Line?
  {
    while !isFinished {
      let isAll = isAtEnd || filled - start > limit
      if let range = withElements({ $0.next($1, from: $2, searched: &$3, isAll: isAll) }) {
        return element(range, isOpen: false)
      }
      if isAtEnd {
        if let rest = withElements({ $0.rest($1, from: $2, searched: &$3) }) {
          isFinished = rest.isOpen && damage == nil
          return element(rest.range, isOpen: rest.isOpen)
        }
        try finish()
        return nil
      }
      if filled - start > max(limit, Self.kept) + 1 {
        if let range = withElements({ $0.split($1, from: $2, searched: &$3) }) {
          return element(range, isOpen: false)
        }
        dropOfElement()
      }
      guard try fill(from: &input, until: deadline) else { return nil }
    }
    return nil
  }

  private mutating func finish() throws(IngestError) {
    isFinished = true
    if let damage { throw damage }
  }

  private mutating func withElements<Answer>(
    _ body: (inout JSONElements, Span<UInt8>, Int, inout Int) -> Answer?
  ) -> Answer? {
    // Moved out while it reads the buffer beside it, so that it is not copied.
    guard var elements = elements.take() else { return nil }
    var searched = searched
    let found = body(&elements, buffer.span.extracting(0..<filled), start, &searched)
    self.elements = elements
    self.searched = searched
    return found
  }

  /// An element as a line; bytes before it are skipped with it.
  private mutating func element(_ range: Range<Int>, isOpen: Bool) -> Line {
    lead = range.lowerBound - start
    lineEnds.before = lostEnds.before + ends(in: start..<range.lowerBound)
    lineEnds.within = lostEnds.within + ends(in: range)
    offset += Int64(lead)
    start = range.lowerBound
    let last = searched
    let line = line(endingAt: range.upperBound, next: range.upperBound, isOpen: isOpen)
    searched = max(last, start)
    lostEnds.within = 0
    unreadEnds = lostEnds.before
    lostEnds.before = 0
    elementsBefore = elementsAtStart
    elementsAtStart = elements
    return line
  }

  /// The objects around the last element, the nearest last.
  var outer: [JSONValue] { elements?.outer ?? [] }

  private func ends(in range: Range<Int>) -> Int64 { Int64(buffer[range].count { $0 == UInt8(ascii: "\n") }) }

  private mutating func dropOfElement() {
    let begin = elements.map { $0.isInElement ? start + $0.begin : searched } ?? start
    lostEnds.before += ends(in: start..<begin)
    offset += Int64(begin - start)
    start = begin
    elements?.forgetLead()
    elementsAtStart = elements
    guard filled - start > max(limit, Self.kept) + 1 else { return }
    let end = start + Self.kept
    lostEnds.within += ends(in: end - Self.tail..<filled - Self.tail)
    drop()
  }

  /// The end of the current line and the start of the next one, if they are in the buffer; advances `searched`.
  private mutating func boundary() -> (end: Int, next: Int)? {
    switch framing {
    case .document, .elements: searched = filled
    case .objects:
      if depth == JSONDepth() {
        // Bytes around the objects of an array do not belong to them.
        let object = buffer.span.firstIndex(of: UInt8(ascii: "{"), in: start..<filled) ?? filled
        offset += Int64(object - start)
        start = object
        searched = object
      }
      var depth = depth
      let end = depth.end(buffer.span, searched..<filled)
      self.depth = depth
      searched = end ?? filled
      return end.map { ($0, $0) }
    case .lines: return lineBoundary()
    case .joined(let begins):
      while let newline = newline(from: searched) {
        guard newline + 1 < filled, let end = self.newline(from: newline + 1) ?? (isAtEnd ? filled : nil) else {
          return nil
        }
        searched = newline + 1
        if begins(buffer[newline + 1..<end]) { return (newline, newline + 1) }
      }
    }
    return nil
  }

  @inline(__always) private mutating func lineBoundary() -> (end: Int, next: Int)? {
    guard let newline = newline(from: searched) else {
      searched = filled
      return nil
    }
    return (newline, newline + 1)
  }

  /// The index of the next newline; mutating, as the compiler would copy the whole reader otherwise.
  @inline(__always) private mutating func newline(from start: Int) -> Int? {
    buffer.span.firstIndex(of: UInt8(ascii: "\n"), in: start..<filled)
  }

  @inline(__always) private mutating func line(endingAt newline: Int, next: Int, isOpen: Bool) -> Line {
    let hasReturn = !isOpen && newline > start && buffer[newline - 1] == UInt8(ascii: "\r")
    let end = hasReturn ? newline - 1 : newline
    let line = Line(range: start..<end, offset: offset, length: dropped + Int64(end - start), isOpen: isOpen)
    offset += dropped + Int64(next - start)
    dropped = 0
    start = next
    searched = next
    return line
  }

  /// Goes back before the last line, which has no end.
  mutating func unread(_ line: Line) {
    start = line.range.lowerBound
    searched = line.range.lowerBound
    offset = line.offset
    dropped = line.length - Int64(line.range.count)
    depth = JSONDepth()
    isFinished = false
    guard isOfElements else { return }
    start -= lead
    offset -= Int64(lead)
    searched = start
    lostEnds.before = unreadEnds
    elements = elementsBefore
    elementsAtStart = elementsBefore
  }

  /// Drops the middle of a line that is over the limit.
  private mutating func drop() {
    let end = start + Self.kept
    let last = Array(buffer[filled - Self.tail..<filled])
    buffer.replaceSubrange(end - Self.tail..<end, with: last)
    dropped += Int64(filled - end)
    filled = end
    searched = end
  }

  /// Reads one more block into the buffer; false if it is full, or no bytes came.
  private mutating func fill(from input: inout ByteInput, until deadline: ContinuousClock.Instant) throws(IngestError)
    -> Bool
  {
    if buffer.count - filled < blockSize {
      if buffer.count >= Self.batchBlocks * blockSize {
        if start > first { return false }
        var other: [UInt8] = []
        finishBatch(&other)
      }
      var wider = Array(room: buffer.count + max(buffer.count, 2 * blockSize))
      wider.replaceSubrange(0..<filled, with: buffer[..<filled])
      buffer = wider
    }
    var count: Int?
    do throws(IngestError) {
      count = try input.read(into: &buffer, at: filled, upTo: blockSize, until: deadline)
    } catch {
      guard error.isPartial else { throw error }
      damage = error
      count = 0
    }
    isSilent = count == nil
    guard let count else { return false }
    filled += count
    isAtEnd = count == 0
    return true
  }

  /// Leaves the buffer in `storage`, and continues in that one's memory with the bytes that are still needed.
  mutating func finishBatch(_ storage: inout [UInt8]) {
    let kept = max(start - Self.tail, 0)
    if storage.count < buffer.count { storage = Array(room: buffer.count) }
    storage.replaceSubrange(0..<filled - kept, with: buffer[kept..<filled])
    swap(&storage, &buffer)
    start -= kept
    searched -= kept
    filled -= kept
    first = start
  }

  /// The next `count` bytes, or fewer at the end; they are not consumed.
  mutating func ahead(_ count: Int, from input: inout ByteInput) throws(IngestError) -> [UInt8] {
    while filled - start < count, !isAtEnd {
      let isFilled = try fill(from: &input, until: .now + SourceReader.patience)
      if !isFilled, input.isGrowing { break }
    }
    return Array(buffer[start..<min(filled, start + count)])
  }

  mutating func skip(_ count: Int) {
    start += count
    searched = start
    first = start
    offset += Int64(count)
  }

  mutating func skipMark(from input: inout ByteInput) throws(IngestError) {
    let mark = [UInt8].byteOrderMark
    if try ahead(mark.count, from: &input) == mark { skip(mark.count) }
  }

  /// FNV-1a of the 4 KiB before the next line.
  var tailHash: UInt64 {
    var hash = Fingerprint()
    hash.add(buffer[max(start - Self.tail, 0)..<start])
    return hash.value
  }
}
