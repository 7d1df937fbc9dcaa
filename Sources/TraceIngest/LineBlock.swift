/// Lines one behind the other, which are read in place: `JSONLine` makes no copy of any.
///
/// ```swift
/// var block = LineBlock()
/// block.append(Array(#"{"launches":3}"#.utf8)[...])
/// block.finish()
/// // block.ranges == [0..<14]
/// ```
package struct LineBlock: Sendable {
  /// Zeros behind the last line, so that eight bytes may be read anywhere in it, and what stands behind a key of up to
  /// `longestKey` bytes.
  static let padding = [UInt8](repeating: 0, count: 32)
  /// No key that is asked for is longer, in bytes.
  package static let longestKey = 28

  /// The lines, with a zero behind each.
  private(set) var bytes: [UInt8] = []
  /// Where each line lies in `bytes`.
  package private(set) var ranges: [Range<Int>] = []

  /// A block without lines, in which lines of this many bytes have room.
  package init(room: Int = 0) { bytes.reserveCapacity(room == 0 ? 0 : room + Self.padding.count) }

  /// How many bytes the lines have together, with one behind each.
  package var byteCount: Int { bytes.count }

  /// Adds a line, without its newline.
  package mutating func append(_ line: ArraySlice<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: line)
    ranges.append(start..<bytes.count)
    bytes.append(0)
  }

  /// Ends the block: only then its lines may be read.
  package mutating func finish() { bytes.append(contentsOf: Self.padding) }

  /// The line with this number.
  package subscript(number: Int) -> ArraySlice<UInt8> { bytes[ranges[number]] }
}
