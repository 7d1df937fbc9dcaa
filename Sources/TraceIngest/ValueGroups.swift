/// Groups of numbers that came before, each with the place where its meaning is kept.
///
/// It exists for speed: a stream, a context or a signature is made and looked up by hash for every event otherwise, some
/// 600 instructions in place of 60. A group that falls into the place of another replaces it, and is then made anew.
struct ValueGroups: ~Copyable {
  /// How many places there are; a power of two.
  static let count = 256
  private let width: Int
  private var values: FixedBuffer<Int64>
  private var isTaken = FixedBuffer(repeating: false, count: count)

  /// No groups of so many numbers yet.
  init(width: Int) {
    self.width = width
    values = FixedBuffer(room: width * Self.count)
  }

  /// The place of the numbers in `range`, and whether they are there.
  @inline(__always) func find(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>) -> (place: Int, isKnown: Bool)
  {
    let place = Int(line.hash(range) >> 56)
    return (place, isTaken[place] && line.isSame(range, in: values, at: place &* width))
  }

  /// True if the numbers in `range` are those at `place`.
  @inline(__always) func isSame(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>, at place: Int) -> Bool {
    isTaken[place] && line.isSame(range, in: values, at: place &* width)
  }

  /// Keeps the numbers in `range` at the place that `find` gave.
  mutating func set(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>, at place: Int) {
    values.copy(line, from: range.lowerBound, to: place * width..<(place + 1) * width)
    isTaken[place] = true
  }
}
