/// The end of a zip archive, which says where its directory lies.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16.
struct ZipEnd {
  private static let mark: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let longMark: [UInt8] = [0x50, 0x4B, 6, 6]
  private static let locatorMark: [UInt8] = [0x50, 0x4B, 6, 7]
  /// Its size without a comment, and with the longest.
  private static let size = 22
  private static let longestSize = size + 65_535
  private static let locatorSize = 20
  private static let longSize = 56

  /// Where the directory lies in the file.
  let directory: Range<Int64>
  /// How many entries the directory has; nil if the archive has more than it could say.
  let count: Int64
  /// How many bytes stand before the archive, such as the program of one that unpacks itself: places count from there.
  let prefix: Int64
  /// How many bytes stand behind the archive.
  let suffix: Int64
  /// It is one of several files.
  let isPart: Bool

  /// True if a file ends as an archive without a comment does.
  static func isAtEnd(of input: borrowing ByteCursor) -> Bool {
    guard let size = input.size, size >= Int64(Self.size) else { return false }
    return input.bytes(at: size - Int64(Self.size), count: mark.count) == mark
  }

  /// The end of the archive that a file is; nil if it has none, or if that contradicts the file.
  init?(of input: borrowing ByteCursor) {
    let size = input.size ?? 0
    let start = max(0, size - Int64(Self.longestSize))
    let tail = input.bytes(at: start, count: Int(size - start))
    let marks = tail.indices.reversed().filter { $0 + Self.size <= tail.count && tail[$0...].starts(with: Self.mark) }
    func end(_ at: Int) -> Int { at + Self.size + Int(tail.number(at + 20, 2)) }
    // A comment may hold a mark, too: the right one is that whose comment ends with the file.
    guard let at = marks.first(where: { end($0) == tail.count }) ?? marks.first(where: { end($0) <= tail.count }) else {
      return nil
    }
    let disk = tail.number(at + 4, 2)
    var count = tail.number(at + 10, 2)
    var length = tail.number(at + 12, 4)
    var offset = tail.number(at + 16, 4)
    // Where the directory must end.
    var limit = start + Int64(at)
    if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
      guard let long = Self.long(before: limit, input) else { return nil }
      count = long.count
      length = long.length
      offset = long.offset
      limit = long.start
    }
    isPart = disk != 0 && disk != 0xFFFF
    guard length >= 0, offset >= 0, length <= limit, offset <= limit - length else {
      // Of an archive in several files the directory is said to lie in another one.
      guard isPart else { return nil }
      directory = 0..<0
      self.count = count
      prefix = 0
      suffix = 0
      return
    }
    // The directory ends where its end begins. Some programs leave a gap there, and count from the start of the file.
    let gap = limit - length - offset
    func isMarked(_ place: Int64) -> Bool { ZipEntry.isMarked(input.bytes(at: place, count: 4)) }
    prefix = length > 0 && gap > 0 && !isMarked(gap + offset) && isMarked(offset) ? 0 : gap
    directory = prefix + offset..<prefix + offset + length
    self.count = count
    suffix = Int64(tail.count - end(at))
  }

  /// The same of an archive with more or larger files (zip64), in front of the end that all archives have.
  private static func long(before end: Int64, _ input: borrowing ByteCursor)
    -> (count: Int64, length: Int64, offset: Int64, start: Int64)?
  {
    let locator = input.bytes(at: max(0, end - Int64(locatorSize)), count: locatorSize)
    guard locator.count == locatorSize, locator.starts(with: locatorMark) else { return nil }
    // It stands where the locator says, or in front of it if something was put before the archive.
    for start in [locator.number(8, 8), end - Int64(locatorSize) - Int64(longSize)] where start >= 0 && start < end {
      let record = input.bytes(at: start, count: longSize)
      guard record.count == longSize, record.starts(with: longMark) else { continue }
      return (record.number(32, 8), record.number(40, 8), record.number(48, 8), start)
    }
    return nil
  }
}
