import TraceModel

/// Where the bytes of a sparse file stand that an archive holds one behind the other, without the holes between them.
///
/// A hole is read as NULs. The map of a file of 12 bytes, of which the archive has `ab` and `cd`:
///
/// ```swift
/// let map = SparseMap([2, 2, 10, 2], stored: 4, size: 12)  // at 2 two bytes, at 10 two
/// map?.piece(at: 0)  // a hole up to 2
/// map?.piece(at: 3)  // the byte 1 of the archive's, up to 4
/// ```
struct SparseMap: Sendable, Equatable {
  /// A run of bytes, or a hole.
  struct Piece: Equatable {
    /// Where in the archive's bytes it goes on; nil in a hole.
    var stored: Int64?
    /// Where in the file it ends.
    var end: Int64
  }

  /// A run of bytes: its place in the file, in the archive's bytes, and its length.
  private struct Run: Equatable {
    var start: Int64
    var stored: Int64
    var length: Int64
  }

  /// The size of the file, its holes included.
  let size: Int64
  private let runs: [Run]

  /// How many runs of bytes there are.
  var count: Int { runs.count }
  /// How many bytes are holes.
  let holes: Int64

  /// A map of `numbers`, by turns the place of a run in the file and its length; nil if they contradict each other, the
  /// `stored` bytes that the archive has, or the file's size.
  init?(_ numbers: [Int64], stored: Int64, size: Int64) {
    guard numbers.count % 2 == 0 else { return nil }
    var runs: [Run] = []
    var end: Int64 = 0
    var sum: Int64 = 0
    for place in stride(from: 0, to: numbers.count, by: 2) {
      let start = numbers[place]
      let length = numbers[place + 1]
      guard start >= end, length >= 0, start <= size, length <= size - start else { return nil }
      if length > 0 { runs.append(Run(start: start, stored: sum, length: length)) }
      end = start + length
      sum += length
    }
    guard sum == stored else { return nil }
    self.runs = runs
    self.size = size
    holes = size - sum
  }

  /// The run or the hole at a place of the file; nil at its end.
  func piece(at place: Int64) -> Piece? {
    if place >= size { return nil }
    let index = runs.partitioningIndex { $0.start + $0.length > place }
    guard index < runs.count else { return Piece(stored: nil, end: size) }
    let run = runs[index]
    if place < run.start { return Piece(stored: nil, end: run.start) }
    return Piece(stored: run.stored + place - run.start, end: run.start + run.length)
  }
}
