/// A version, in the order in which versions are released.
///
/// ```swift
/// Version("4.9.0-beta.2") < Version("4.9.0-beta.10")  // numbers are compared as numbers,
/// Version("4.9.0-beta.10") < Version("4.9.0")  // a version comes after what was tried before it,
/// Version("4.9") == Version("4.9.0+1204")  // a missing number is 0, and a build does not count
/// ```
///
/// The text after the numbers is a prerelease, as in `4.9.0-rc.1`, `4.9.0b3` and `4.9 beta 2`. A text without a number
/// at its front, such as `nightly`, is less than every version with one.
///
/// Source: *Semantic Versioning 2.0.0*, sections 9 to 11, <https://semver.org>.
package struct Version: Hashable, Comparable, Sendable {
  /// A piece of a prerelease; cases stand in their order.
  package enum Piece: Hashable, Comparable, Sendable {
    case number(UInt64)
    /// In lower case.
    case word(String)
  }

  /// The numbers at its front, without trailing zeros; empty if there are none.
  private let significant: [UInt64]
  /// How many numbers stand at its front.
  package let count: Int
  /// The pieces after the numbers; empty for a released version.
  package let prerelease: [Piece]

  /// The version of a text, which may begin with `v`.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    var at = Self.startsVersion(bytes) && !Self.isDigit(bytes[0]) ? 1 : 0
    var numbers: [UInt64] = []
    while let number = Self.number(bytes, &at) {
      numbers.append(number)
      let isFollowed = at + 1 < bytes.count && bytes[at] == UInt8(ascii: ".") && Self.isDigit(bytes[at + 1])
      if !isFollowed { break }
      at += 1
    }
    var pieces: [Piece] = []
    while at < bytes.count {
      // A build follows a plus sign, or, on Apple's systems, a bracket.
      if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "(") { break }
      if let number = Self.number(bytes, &at) {
        pieces.append(.number(number))
        continue
      }
      let end = bytes[at...].firstIndex { Self.isDigit($0) || Self.separators.contains($0) || $0 == UInt8(ascii: "+") }
      let word = bytes[at..<(end ?? bytes.count)]
      if word.isEmpty { at += 1 } else { pieces.append(.word(String(decoding: word, as: UTF8.self).lowercased())) }
      at += word.count
    }
    self.init(numbers[...], count: numbers.count, pieces[...])
  }

  private init(_ numbers: ArraySlice<UInt64>, count: Int, _ prerelease: ArraySlice<Piece>) {
    self.count = count
    significant = Array(numbers[..<((numbers.lastIndex { $0 > 0 } ?? -1) + 1)])
    self.prerelease = Array(prerelease)
  }

  /// The version as far as `other` goes: without further numbers and pieces of a prerelease.
  package func beginning(like other: Version) -> Version {
    let numbers = significant.prefix(other.count)
    if count > other.count { return Version(numbers, count: other.count, []) }
    let pieces = other.prerelease.isEmpty ? prerelease[...] : prerelease.prefix(other.prerelease.count)
    return Version(numbers, count: min(count, other.count), pieces)
  }

  /// True if a text begins as versions do, with a digit or with `v` and one.
  static func startsVersion(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return false }
    return isDigit(first) || first | 0x20 == UInt8(ascii: "v") && text.count > 1 && isDigit(text[1])
  }

  package static func < (a: Version, b: Version) -> Bool {
    if (a.count == 0) != (b.count == 0) { return a.count == 0 }
    if a.significant != b.significant { return a.significant.lexicographicallyPrecedes(b.significant) }
    if a.prerelease.isEmpty || b.prerelease.isEmpty { return !a.prerelease.isEmpty && b.prerelease.isEmpty }
    return a.prerelease.lexicographicallyPrecedes(b.prerelease)
  }

  package static func == (a: Version, b: Version) -> Bool {
    (a.count == 0) == (b.count == 0) && a.significant == b.significant && a.prerelease == b.prerelease
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(significant)
    hasher.combine(prerelease)
  }

  private static let separators: Set<UInt8> = [
    UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "("),
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// The number at an index, which moves behind it; larger numbers become the largest `Int`.
  private static func number(_ bytes: [UInt8], _ at: inout Int) -> UInt64? {
    let digits = bytes[at...].prefix(while: isDigit)
    if digits.isEmpty { return nil }
    at += digits.count
    return UInt64(String(decoding: digits, as: UTF8.self)) ?? .max
  }
}
