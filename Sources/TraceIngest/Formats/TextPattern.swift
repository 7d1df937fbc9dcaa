import TraceModel

/// A text with holes: `{name}` in it is whatever stands there.
struct TextPattern: Sendable {
  private static let space = UInt8(ascii: " ")
  /// Each hole, and what stands behind it; the first is none.
  private let parts: [(hole: String, text: [UInt8])]

  init(_ text: String) {
    parts = "}\(text)".split(separator: "{").map { part in
      let sides = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), Array(sides[1].utf8))
    }
  }

  /// What stands in its holes, by their names, if `text` begins so; a space stands for several.
  ///
  /// A hole with the name `name:12` takes 12 bytes.
  func holes(in text: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
    guard text.starts(with: parts[0].text) else { return nil }
    var rest = text.dropFirst(parts[0].text.count)
    var holes: [String: ArraySlice<UInt8>] = [:]
    for (hole, behind) in parts.dropFirst() {
      guard let end = behind.isEmpty ? rest.endIndex : rest.firstIndex(of: behind) else { return nil }
      let name = hole.split(separator: ":")
      if name.count > 1, String(end - rest.startIndex) != name[1] { return nil }
      let last = rest[..<end].lastIndex { $0 != Self.space }
      holes[String(name[0])] = rest[..<(last.map { $0 + 1 } ?? end)]
      rest = rest[end...].dropFirst(behind.count)
      if behind.last == Self.space { rest = rest.drop { $0 == Self.space } }
    }
    return holes
  }
}

extension ArraySlice<UInt8> {
  /// Where `other`, which is not empty, first begins.
  func firstIndex(of other: some Collection<UInt8>) -> Int? {
    var rest = self
    while let first = other.first, let found = rest.firstIndex(of: first) {
      rest = self[found...]
      if rest.starts(with: other) { return found }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// These bytes as text.
  var string: String { String(decoding: self, as: UTF8.self) }
}
