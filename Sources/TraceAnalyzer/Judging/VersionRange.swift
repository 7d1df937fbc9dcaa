/// Versions that a configuration names: `18`, `>=18.2`, `<4.9.0` or `17..18`.
///
/// The parts between the points are compared as numbers, so that 4.10 comes after 4.9; a missing part is 0, and a part
/// that is no number is less than any number. `18` holds 18 and every 18.x; `17..18` ends with the last 18.x.
package struct VersionRange: Sendable, Hashable {
  /// One part of a version; cases stand in their order.
  private enum Part: Hashable, Comparable {
    case word(String)
    case number(UInt64)
  }

  /// The range as it is written.
  package let text: String
  /// The least version in the range; nil if there is none.
  private let first: [Part]?
  /// The range holds all that begin like this version or like `first`, and none that is greater; nil if it has no such
  /// end.
  private let last: [Part]?
  /// The least version above the range; nil if there is none.
  private let end: [Part]?

  /// The range of a text; nil if it has none of the forms.
  package init?(_ text: String) {
    self.text = text
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let isAtLeast = text.hasPrefix(">=")
    let isBelow = text.hasPrefix("<")
    let versions = (isAtLeast ? [String(text.dropFirst(2))] : isBelow ? [String(text.dropFirst())] : ends)
      .map(Self.bound)
    guard versions.count <= 2, let low = versions[0], let high = versions[versions.count - 1] else { return nil }
    first = isBelow ? nil : low
    last = isAtLeast || isBelow ? nil : high
    end = isBelow ? high : nil
  }

  /// True if a version lies in the range.
  package func contains(_ version: String) -> Bool {
    let version = Self.parts(version)
    if let end { return Self.precedes(version, end) }
    guard let first else { return true }
    guard let last else { return !Self.precedes(version, first) }
    return !Self.precedes(Self.head(of: version, first.count), first)
      && !Self.precedes(last, Self.head(of: version, last.count))
  }

  /// The first `count` parts of a version; missing parts are 0.
  private static func head(of version: [Part], _ count: Int) -> [Part] {
    (0..<count).map { $0 < version.count ? version[$0] : .number(0) }
  }

  /// The parts of a version that begins or ends a range; nil if it has not the form of one.
  private static func bound(_ text: String) -> [Part]? {
    let parts = parts(text)
    let isPlain = text.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return 0x30...0x39 ~= byte || 0x61...0x7A ~= letter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard isPlain, case .number = parts[0], !parts.contains(.word("")) else { return nil }
    return parts
  }

  private static func parts(_ version: String) -> [Part] {
    version.split(separator: ".", omittingEmptySubsequences: false).map { part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      return isNumber ? .number(UInt64(part) ?? .max) : .word(String(part))
    }
  }

  /// True if `a` is less than `b`; a part that one of them lacks is 0.
  private static func precedes(_ a: [Part], _ b: [Part]) -> Bool {
    for place in 0..<max(a.count, b.count) {
      let left = place < a.count ? a[place] : .number(0)
      let right = place < b.count ? b[place] : .number(0)
      if left != right { return left < right }
    }
    return false
  }
}
