import TraceModel

/// Cuts a stream of bytes into lines, a block at a time.
///
/// The bytes of a line stay where they were read until `finishBatch`. Behind the line that is being
/// read the 4 KiB before it are kept: their hash shows later if the source is still the same
/// there.
struct LineReader: ~Copyable {
  /// One line, without its newline; of another format, one record.
  struct Line: Sendable {
    /// What a record counts as.
    enum Fate: Sendable, Equatable {
      /// It is an event, if `CanonicalReader` finds no fault in it.
      case read
      /// It is a further event of the record before it, and counts as no record of its own.
      case further
      /// It is no record but what the format puts around its records: a heading, a bracket, a trailer. It is counted,
      /// and not kept.
      case envelope
      /// It is a record that was not asked for (`--keep lifecycle`). It is counted, and not kept.
      case passedOver
      /// It should be an event and is none. It is counted, and kept with its reason and its bytes.
      case rejected(Reject.Reason)
    }

    /// Where its bytes lie in `buffer`; of a line over the limit, at least those that are kept.
    var range: Range<Int>
    /// Where they lay in the source's own text, if that was transcoded.
    var origin = 0..<0
    /// 1-based, in its source.
    var number: Int64 = 0
    /// How many lines it goes on for.
    var more: Int64 = 0
    var fate = Fate.read
    /// Where it begins in the source.
    var offset: Int64
    /// All of its bytes, also those that were dropped.
    var length: Int64
    /// It was the last line and had no newline.
    var isOpen: Bool
  }

  static let tail = 4096
  /// How many bytes of a line over the limit stay: what a reject keeps, and its last ones.
  private static let kept = Reject.keptBytes + tail
  /// The number of blocks after which a batch ends, however few lines they hold.
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
  /// Asked for every line: to look into `elements` would copy it.
  private var isOfElements: Bool
  private var isOfLines: Bool
  private var depth = JSONDepth()
  private var elements: JSONElements?
  /// What it was where the current line begins, and where the last one began.
  private var elementsAtStart, elementsBefore: JSONElements?
  /// Of the last line, if it is an element: how many lines end before it, and how many in it.
  private(set) var lineEnds: (before: Int64, within: Int64) = (0, 0)
  /// How many bytes before the last line belong to no line, and lie in the buffer.
  private var lead = 0
  /// How many lines end in what was let go of: before the current element, and in it.
  private var lostEnds: (before: Int64, within: Int64) = (0, 0)
  /// How many of those stand before the last line.
  private var unreadEnds: Int64 = 0
  /// Where the first line may begin.
  private var origin: Int64
  let limit: Int
  private(set) var buffer: [UInt8]
  /// How many bytes of `buffer` hold what was read.
  private var filled = 0
  /// Where the batch begins.
  private var first = 0
  /// Where the current line begins.
  private var start = 0
  /// No newline lies between `start` and here.
  private var searched = 0
  /// How many bytes were dropped from the middle of the current line.
  private var dropped: Int64 = 0
  /// Where the current line begins in the source.
  private(set) var offset: Int64
  private var isAtEnd = false
  /// Why there is no more, if the input is damaged: it is thrown behind the last line that came.
  private(set) var damage: IngestError?
  /// Whether there are no more lines.
  private(set) var isFinished = false
  /// Whether the input, a pipe, was silent when more was asked for.
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
    origin = offset
    buffer = Array(room: 2 * blockSize + Self.tail)
  }

  /// The next line; nil at the end, and where the batch must end: the buffer is full, or a pipe
  /// is silent until `deadline`.
  mutating func next(from input: inout ByteInput, until deadline: ContinuousClock.Instant) throws(IngestError) -> Line?
  {
    if isOfElements { return try nextElement(from: &input, until: deadline) }
    while !isFinished {
      // Nearly all logs are of lines: reading `framing`, which may hold a closure, needs a hundred instructions.
      if let (end, next) = isOfLines ? lineBoundary() : boundary() {
        return line(endingAt: end, next: next, isOpen: false)
      }
      if isAtEnd {
        if start == filled { try finish() }
        isFinished = damage == nil
        if start == filled { return nil }
        let isClosed = framing.joinsLines && buffer[filled - 1] == UInt8(ascii: "\n")
        return line(endingAt: isClosed ? filled - 1 : filled, next: filled, isOpen: !isClosed)
      }
      // One more than the limit may be a carriage return.
      if filled - start > max(limit, Self.kept) + 1 { drop() }
      guard try fill(from: &input, until: deadline) else { return nil }
    }
    return nil
  }

  /// Takes the lines that are whole in the buffer, as `next` gives them one by one, to `lines`.
  ///
  /// Nearly all lines of nearly all logs are read this way, in half of the instructions. The source has `passed`
  /// lines before them, there may be `limit` of them in `lines`, and they begin before the byte `last` of the source.
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

  /// Ends the reading, behind the last line.
  private mutating func finish() throws(IngestError) {
    isFinished = true
    if let damage { throw damage }
  }

  /// What `body` finds in the text that was read; it is given where the current line begins and what is searched.
  private mutating func withElements<Answer>(
    _ body: (inout JSONElements, Span<UInt8>, Int, inout Int) -> Answer?
  ) -> Answer? {
    // It is taken out while it reads the buffer beside it, and not copied.
    guard var elements = elements.take() else { return nil }
    var searched = searched
    let found = body(&elements, buffer.span.extracting(0..<filled), start, &searched)
    self.elements = elements
    self.searched = searched
    return found
  }

  /// The line that an element is; what stands before it is passed over with it.
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

  /// The objects around the element that was handed out last, the nearest last.
  var outer: [JSONValue] { elements?.outer ?? [] }

  private func ends(in range: Range<Int>) -> Int64 { Int64(buffer[range].count { $0 == UInt8(ascii: "\n") }) }

  /// Lets go of what stands before an element, or of its middle.
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

  /// Where the current line ends and the next one begins, if that can be seen; moves `searched` on.
  private mutating func boundary() -> (end: Int, next: Int)? {
    switch framing {
    case .document, .elements: searched = filled
    case .objects:
      if depth == JSONDepth() {
        // What stands around the objects of an array does not belong to them.
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
        // Whether the next line goes on with this one is seen when it is there.
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

  /// Where the next newline is; mutating, as the compiler copies the whole reader for what is not.
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

  /// Goes back before the last line that was handed out; it has no end.
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

  /// Lets go of the middle of a line that is over the limit.
  private mutating func drop() {
    let end = start + Self.kept
    let last = Array(buffer[filled - Self.tail..<filled])
    buffer.replaceSubrange(end - Self.tail..<end, with: last)
    dropped += Int64(filled - end)
    filled = end
    searched = end
  }

  /// Reads one block behind what there is; false if there was no room for it, or it did not come.
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
      // What came before the damage counts.
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

  /// Leaves the buffer in `storage`, and goes on in what that held with what is still needed.
  mutating func finishBatch(_ storage: inout [UInt8]) {
    let kept = max(start - Self.tail, 0)
    // What was wide enough for this batch is for the next.
    if storage.count < buffer.count { storage = Array(room: buffer.count) }
    storage.replaceSubrange(0..<filled - kept, with: buffer[kept..<filled])
    swap(&storage, &buffer)
    start -= kept
    searched -= kept
    filled -= kept
    first = start
  }

  /// The next `count` bytes, or as many as there are.
  mutating func ahead(_ count: Int, from input: inout ByteInput) throws(IngestError) -> [UInt8] {
    while filled - start < count, !isAtEnd {
      let isFilled = try fill(from: &input, until: .now + SourceReader.patience)
      // Of a source that grows there is no more for now.
      if !isFilled, input.isGrowing { break }
    }
    return Array(buffer[start..<min(filled, start + count)])
  }

  /// Passes over bytes that were looked for; they belong to no line.
  mutating func skip(_ count: Int) {
    start += count
    searched = start
    first = start
    offset += Int64(count)
    origin = offset
  }

  /// Passes over the byte-order mark if it lies ahead.
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
