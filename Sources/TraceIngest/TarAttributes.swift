/// What the headers before a member say of it, as its own has no room for that.
///
/// Source: POSIX.1-2017, pax, "pax Interchange Format"; GNU tar manual, "Basic Tar Format", for long names, and "Storing
/// Sparse Files", for the keys that begin with `GNU.sparse.`.
struct TarAttributes {
  /// The types of such headers: long names of GNU, attributes, those of all members, and what Solaris writes for them.
  static let types = "LKxgX".utf8
  /// Longer ones than any system takes are damage.
  static let longestText = 1 << 20

  private(set) var name: [UInt8]?
  private(set) var link: [UInt8]?
  private(set) var size: Int64?
  /// Of a sparse file: its own size and its map, as `SparseMap` takes it; the map stands before the file's bytes if
  /// `hasMapInFront`.
  private(set) var sparseSize: Int64?
  private(set) var sparseNumbers: [Int64] = []
  private(set) var hasMapInFront = false
  private var sparseName: [UInt8]?

  /// Takes what such a header holds.
  ///
  /// - Returns: False if it cannot be read.
  mutating func take(_ text: [UInt8], type: UInt8) -> Bool {
    switch type {
    case UInt8(ascii: "L"): name = Array(text.prefix { $0 != 0 })
    case UInt8(ascii: "K"): link = Array(text.prefix { $0 != 0 })
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return takeRecords(text)
    // What is said of all members at once is no name and no size.
    default: break
    }
    return true
  }

  /// Takes the records of an extended header, as in `18 path=logs/a.log`.
  private mutating func takeRecords(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: 0x20), let length = Self.number(rest[..<space]), length <= rest.count,
        Int(length) > space - rest.startIndex + 1
      else { return false }
      let end = rest.startIndex + Int(length)
      let record = rest[(space + 1)..<(end - 1)]
      guard rest[end - 1] == UInt8(ascii: "\n"), let mark = record.firstIndex(of: UInt8(ascii: "=")) else {
        return false
      }
      let key = String(decoding: record[..<mark], as: UTF8.self)
      guard take(record[(mark + 1)...], of: key) else { return false }
      rest = rest[end...]
    }
    if let sparseName { name = sparseName }
    return true
  }

  private mutating func take(_ value: ArraySlice<UInt8>, of key: String) -> Bool {
    switch key {
    case "path": name = Array(value)
    case "linkpath": link = Array(value)
    case "size": return Self.read(value, &size)
    case "GNU.sparse.name": sparseName = Array(value)
    case "GNU.sparse.size", "GNU.sparse.realsize": return Self.read(value, &sparseSize)
    case "GNU.sparse.major": hasMapInFront = value.elementsEqual("1".utf8)
    // One after the other in version 0.0, all in one value in 0.1.
    case "GNU.sparse.offset", "GNU.sparse.numbytes", "GNU.sparse.map":
      for part in value.split(separator: UInt8(ascii: ",")) {
        guard let number = Self.number(part) else { return false }
        sparseNumbers.append(number)
      }
    default: break
    }
    return true
  }

  private static func read(_ digits: ArraySlice<UInt8>, _ number: inout Int64?) -> Bool {
    number = Self.number(digits)
    return number != nil
  }

  /// A number in decimal digits alone; nil if it is none, or too large.
  static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
