/// Numbers whose sizes stand before them, three bits each: one function names them for both ways.
///
/// For speed: a size is known before its number is looked at, so that a number is one load and one mask, in a quarter of
/// the instructions of `PackedNumbers`. It takes as much room.
protocol SizedNumbers {
  /// Writes the number, or sets it to the next one.
  mutating func number(_ value: inout Int64)
}

extension SizedNumbers {
  /// A number, as what differs from the last one; then it is the last one.
  @inline(__always) mutating func number(_ value: inout Int64, after last: inout Int64) {
    var difference = value &- last
    number(&difference)
    value = difference &+ last
    last = value
  }
}
