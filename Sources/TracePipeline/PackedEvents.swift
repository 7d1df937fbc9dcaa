import TraceIngest
import TraceModel

/// Events of streams without loss in a fraction of their room: 16 bytes for an event of the benchmark, not 88.
///
/// The words of all streams share pages, in memory or in a file: an array for each stream would leave holes in the
/// heap, which are not returned to the system. Words are added in pieces, each behind a head: the number of its words,
/// and the position of its stream's piece before.
struct PackedEvents: Sendable {
  private struct Position: Equatable {
    static let none = Position(page: -1, index: 0)

    var page: Int32
    var index: Int32
  }

  private struct Page {
    /// Empty if they are in the file.
    var words: [UInt32] = []
    /// How many of them belong to pieces that were not removed.
    var used = 0
    var moved: MovedWords.Piece?
  }

  /// 1 MiB, which the allocator maps separately (`System.returnLargeBlocks`), using only memory that is written.
  private static let pageWords = 1 << 18
  private static let headWords = 3

  /// By `StreamID`, the begin of its last piece.
  private var last: [Position] = []
  private var pages: [Page] = []
  private var file: MovedWords?
  /// The bytes of words in memory, with removed ones.
  private(set) var byteCount = 0
  /// The bytes of words that were not removed.
  private(set) var usedBytes = 0

  func isEmpty(_ stream: StreamID) -> Bool { last(of: stream) == .none }

  mutating func append(_ events: [Event], to stream: StreamID) {
    if !events.isEmpty { add(Self.words(of: events), to: stream) }
  }

  /// The events of a stream, in order; none if their file cannot be read, as `MovedWords.failure` then says.
  func events(of stream: StreamID) -> [Event] { pieces(of: stream).flatMap { Self.events(in: $0) } }

  /// The first event; nil if there is none, or none can be read.
  func first(of stream: StreamID) -> Event? {
    pieces(of: stream).first.flatMap { Self.events(in: $0, atMost: 1).first }
  }

  private func last(of stream: StreamID) -> Position {
    let index = Int(stream.rawValue)
    return index < last.count ? last[index] : .none
  }

  private mutating func add(_ words: ArraySlice<UInt32>, to stream: StreamID) {
    while Int(stream.rawValue) >= last.count { last.append(.none) }
    let previous = last[Int(stream.rawValue)]
    let count = Self.headWords + words.count
    if pages.last.map({ $0.moved != nil || $0.words.count + count > Self.pageWords }) ?? true {
      pages.append(Page())
      pages[pages.count - 1].words.reserveCapacity(max(Self.pageWords, count))
    }
    let page = pages.count - 1
    last[Int(stream.rawValue)] = Position(page: Int32(page), index: Int32(pages[page].words.count))
    pages[page].words.append(UInt32(words.count))
    pages[page].words.append(UInt32(bitPattern: previous.page))
    pages[page].words.append(UInt32(bitPattern: previous.index))
    pages[page].words += words
    note(count, in: page)
    byteCount += count * MemoryLayout<UInt32>.stride
  }

  /// The words of a stream's pieces, in order; none if a piece cannot be read.
  private func pieces(of stream: StreamID) -> [ArraySlice<UInt32>] {
    var pieces: [ArraySlice<UInt32>] = []
    var next = last(of: stream)
    while next != .none {
      guard let head = head(at: next), let words = words(head.count, at: next, from: Self.headWords) else { return [] }
      pieces.append(words)
      next = head.previous
    }
    if pieces.count > 1 { pieces.reverse() }
    return pieces
  }

  func byteCount(of stream: StreamID) -> Int {
    var words = 0
    var next = last(of: stream)
    while next != .none, let head = head(at: next) {
      if pages[Int(next.page)].moved == nil { words += Self.headWords + head.count }
      next = head.previous
    }
    return words * MemoryLayout<UInt32>.stride
  }

  /// Removes the events of a stream, and frees pages without others.
  mutating func removeAll(of stream: StreamID) {
    if isEmpty(stream) { return }
    var next = last(of: stream)
    last[Int(stream.rawValue)] = .none
    while next != .none, let head = head(at: next) {
      let page = Int(next.page)
      next = head.previous
      if pages[page].moved != nil { continue }
      note(-Self.headWords - head.count, in: page)
      if pages[page].used > 0 { continue }
      byteCount -= pages[page].words.count * MemoryLayout<UInt32>.stride
      pages[page].words.removeAll(keepingCapacity: page == pages.count - 1)
    }
  }

  /// A copy without unused memory; no page may be in a file.
  func compacted() -> PackedEvents {
    var compacted = PackedEvents()
    for index in last.indices where last[index] != .none {
      let stream = StreamID(rawValue: Int32(index))
      compacted.add(ArraySlice(pieces(of: stream).joined()), to: stream)
    }
    return compacted
  }

  /// Moves pages from memory to a file, always the same one; without room in it the rest stays.
  mutating func move(to file: MovedWords) throws(IngestError) {
    self.file = file
    // The pages before a moved one are moved too, or hold no piece.
    for page in pages.indices.reversed() {
      if pages[page].moved != nil { return }
      if pages[page].used == 0 { continue }
      pages[page].moved = try file.add(pages[page].words)
      byteCount -= pages[page].words.count * MemoryLayout<UInt32>.stride
      usedBytes -= pages[page].used * MemoryLayout<UInt32>.stride
      pages[page].words = []
    }
  }

  private mutating func note(_ count: Int, in page: Int) {
    pages[page].used += count
    usedBytes += count * MemoryLayout<UInt32>.stride
  }

  /// The number of words of a piece, and the position of the piece before; nil if that cannot be read.
  private func head(at position: Position) -> (count: Int, previous: Position)? {
    guard let words = words(Self.headWords, at: position, from: 0) else { return nil }
    let first = words.startIndex
    let previous = Position(page: Int32(bitPattern: words[first + 1]), index: Int32(bitPattern: words[first + 2]))
    return (Int(words[first]), previous)
  }

  /// `count` words of a piece from an index on; nil if they cannot be read.
  private func words(_ count: Int, at position: Position, from index: Int) -> ArraySlice<UInt32>? {
    let page = Int(position.page)
    let begin = Int(position.index) + index
    guard let moved = pages[page].moved else { return pages[page].words[begin..<begin + count] }
    let offset = moved.offset + Int64(begin * MemoryLayout<UInt32>.stride)
    let words: [UInt32]? = file?.values(of: MovedWords.Piece(offset: offset, count: count))
    return words.map { $0[...] }
  }
}
