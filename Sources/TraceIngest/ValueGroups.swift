/// Groups of numbers that came before, each with two more that say what it means.
///
/// It exists for speed: a stream, a context or a signature is made and looked up by hash for every event otherwise, some
/// 600 instructions in place of 60. A group that falls into the place of another replaces it, and is then made anew.
struct ValueGroups: ~Copyable {
  /// The number of places; a power of two.
  private static let count = 256
  private let width: Int
  /// At each place the numbers of a group and its meaning; the first is 0 where there is none.
  private var values: FixedBuffer<Int64>

  /// No groups yet, which will have `width` numbers each, or fewer if the first says how many; that is not 0.
  init(width: Int) {
    self.width = width
    values = FixedBuffer(room: (width + 2) * Self.count)
    for place in 0..<Self.count { values[place * (width + 2)] = 0 }
  }

  /// The meaning of the numbers in `range`, if they are known, and their place.
  @inline(__always) func find(_ range: Range<Int>, of line: borrowing FixedBuffer<Int64>) -> (
    place: Int, meaning: (Int64, Int64)?
  ) {
    let place = Int(line.hash(range) >> 56) &* (width &+ 2)
    guard line.isSame(range, in: values, at: place) else { return (place, nil) }
    return (place, (values[place &+ width], values[place &+ width &+ 1]))
  }

  /// Keeps the numbers in `range` with their meaning at the place that `find` gave.
  mutating func set(
    _ range: Range<Int>, of line: borrowing FixedBuffer<Int64>, at place: Int, to meaning: (Int64, Int64)
  ) {
    values.copy(line, from: range.lowerBound, to: place..<place + range.count)
    values[place + width] = meaning.0
    values[place + width + 1] = meaning.1
  }
}
