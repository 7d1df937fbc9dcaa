/// Values made comparable: one thing written in two ways becomes one text.
public enum Normalised {
  /// An id without case.
  public static func id(_ text: String) -> String { text.lowercased() }

  /// The version alone: `iPhone OS 27.0 (24A5279h)` is `27.0`.
  public static func version(_ text: String) -> String {
    let words = text.utf8.split(separator: 0x20)
    return Substring(words.first { isDigit($0.first) } ?? text[...].utf8).lowercased()
  }

  /// The number before the first point of a version.
  public static func major(_ text: String) -> Int? { Int(version(text).prefix { $0.isNumber }) }

  /// A name with each run of digits as `#`, so that numbered names are one.
  public static func name(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if !isDigit(byte) { result.append(byte) } else if result.last != hash { result.append(hash) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// True if `a` stands before `b`, with numbers compared as numbers: 9.0 before 10.0.
  ///
  /// Two versions stand in the order of versions: 4.9.0-beta.1 before 4.9.0.
  public static func isOrdered(_ a: String, _ b: String) -> Bool {
    let bytes = (Array(a.utf8), Array(b.utf8))
    if bytes.0.first == bytes.1.first || isDigit(bytes.0.first) && isDigit(bytes.1.first),
      Version.startsVersion(bytes.0), Version.startsVersion(bytes.1)
    {
      let versions = (Version(a), Version(b))
      if versions.0 != versions.1 { return versions.0 < versions.1 }
    }
    let left = padded(a)
    let right = padded(b)
    return left == right ? a.utf8.lexicographicallyPrecedes(b.utf8) : left.lexicographicallyPrecedes(right)
  }

  private static let hash = UInt8(ascii: "#")

  private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

  /// The text with each run of digits padded to the widest number.
  private static func padded(_ text: String) -> [UInt8] {
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let first = rest.first {
      let run = rest.prefix { isDigit($0) == isDigit(first) }
      if isDigit(first) { result += Array(repeating: 0x30, count: max(0, 20 - run.count)) }
      result += run
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}
