/// The header of a member of a tar archive, a block of 512 bytes.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format", for large numbers and sparse
/// files.
struct TarHeader {
  static let blockSize = 512
  /// A number in a map of a sparse file.
  private static let numberWidth = 12

  /// What the member is: `0` a file, `5` a folder.
  let type: UInt8
  /// The bytes behind the header.
  let size: Int64
  /// True if it is of a tar program of this century: older ones have the sum alone.
  let isMarked: Bool
  private let block: [UInt8]

  /// Nil if the block is no header: the sum that it holds is another one.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, Self.hasItsSum(block), let size = Self.number(block[124..<136]) else {
      return nil
    }
    self.block = block
    self.size = size
    type = block[156]
    isMarked = block[257..<262].elementsEqual("ustar".utf8)
  }

  /// The name, where no other header has a longer one.
  var name: [UInt8] {
    let name = Self.text(block[0..<100])
    // GNU has other things where POSIX has the beginning of a long name.
    let prefix = isMarked && block[262] == 0 ? Self.text(block[345..<500]) : []
    return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
  }

  /// What a link leads to, where no other header has a longer path.
  var link: [UInt8] { Self.text(block[157..<257]) }

  /// The map of a sparse file in GNU's older format, as `SparseMap` takes it, whether a further block goes on with it,
  /// and the size of the file; nil if its numbers cannot be read.
  var sparse: (numbers: [Int64], goesOn: Bool, size: Int64)? {
    guard let numbers = Self.numbers(block[386..<482]), let size = Self.number(block[483..<495]) else { return nil }
    return (numbers, block[482] != 0, size)
  }

  /// The same of a block that goes on with a map, but for the size.
  static func moreSparse(_ block: [UInt8]) -> (numbers: [Int64], goesOn: Bool)? {
    guard block.count == blockSize, let numbers = numbers(block[0..<504]) else { return nil }
    return (numbers, block[504] != 0)
  }

  /// The pairs of numbers up to the first that has no length.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int64]? {
    var numbers: [Int64] = []
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2 * numberWidth) {
      if bytes[start + numberWidth] == 0 { break }
      guard let place = number(bytes[start..<start + numberWidth]),
        let length = number(bytes[start + numberWidth..<start + 2 * numberWidth])
      else { return nil }
      numbers += [place, length]
    }
    return numbers
  }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

  /// A number in octal digits, or, where its first bit is set, in bytes; nil of one below 0 or above 2^63.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if let first = field.first, first & 0x80 != 0 {
      var value = Int64(first & 0x7F)
      for byte in field.dropFirst() {
        guard value <= Int64.max >> 8 else { return nil }
        value = value << 8 | Int64(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 || $0 == 0 }.prefix { $0 != 0x20 && $0 != 0 }
    guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }) else { return nil }
    return digits.reduce(0 as Int64) { $0 << 3 | Int64($1 & 7) }
  }

  /// Whether the sum of a header is the one that it holds; some old programs took bytes for signed ones.
  private static func hasItsSum(_ block: [UInt8]) -> Bool {
    var sum: Int64 = 0
    var signedSum: Int64 = 0
    for (place, byte) in block.enumerated() {
      let value = (148..<156).contains(place) ? 0x20 : byte
      sum += Int64(value)
      signedSum += Int64(Int8(bitPattern: value))
    }
    let stated = number(block[148..<156])
    return stated == sum || stated == signedSum
  }
}
