/// The texts and blobs of rows that are on their way into a table, one after the other in one array.
struct RowBytes {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var texts: [Bool] = []

  /// Adds a text or a blob, and returns its number.
  mutating func append(_ value: ArraySlice<UInt8>, isText: Bool) -> Int64 {
    bytes += value
    ends.append(bytes.count)
    texts.append(isText)
    return Int64(texts.count - 1)
  }

  /// True if the value of this number is a text.
  func isText(_ number: Int64) -> Bool { texts[Int(number)] }

  /// The value of this number.
  func slice(_ number: Int64) -> ArraySlice<UInt8> { bytes[ends[Int(number)]..<ends[Int(number) + 1]] }

  /// Forgets all values.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.append(0)
    texts.removeAll(keepingCapacity: true)
  }
}
