/// How `SizedNumbers` stand in bytes: the head of a record, the sizes of its numbers, and these, with the lowest bytes first.
enum SizedRecord {
  static let headSize = 4
  /// So many bytes that are no part of a record follow the last one, as each number is taken from eight bytes.
  static let padding = 7

  /// How many bytes the sizes of so many numbers take.
  @inline(__always) static func sizesSize(of count: Int) -> Int { (3 * count + 7) >> 3 }
}
