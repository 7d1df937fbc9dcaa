/// Paths as text: they are bytes, which need not be UTF-8.
///
/// A byte that is part of no character is written as `\xE9`; where such a thing stands in the text, each backslash is
/// doubled. So each path has a name of its own, and nearly all are named by what they are.
package enum PathText {
  /// Stands before the name of a path that is no text, in place of an argument: no argument holds it.
  static let mark: Unicode.Scalar = "\0"

  /// An argument as text: as it is, or if it is not UTF-8 the name of the path, behind a mark.
  package static func argument(_ bytes: [UInt8]) -> String {
    bytes.span.isUTF8 ? String(decoding: bytes, as: UTF8.self) : "\0" + name(of: bytes)
  }

  /// Whether an argument is no text but a path that has a name.
  package static func isPath(_ argument: String) -> Bool { argument.unicodeScalars.first == mark }

  /// An argument as people see it.
  package static func shown(_ argument: String) -> String { isPath(argument) ? String(argument.dropFirst()) : argument }

  /// The name of a path as one word for a shell, which takes it for no option: `'it'\''s.trace'`.
  static func shellWord(_ name: String) -> String {
    let quoted = name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "'\(name.hasPrefix("-") ? "./" : "")\(quoted)'"
  }

  /// The name of a path.
  static func name(of bytes: [UInt8]) -> String {
    let isText = bytes.span.isUTF8
    if isText, !holdsEscape(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var name = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : [4, 3, 2].first { isCharacter(rest.prefix($0), length: $0) } ?? 0
      if length == 0 {
        let digits = String(first, radix: 16, uppercase: true)
        name += "\\x" + digits
      } else {
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        name += first == UInt8(ascii: "\\") ? "\\\\" : text
      }
      rest = rest.dropFirst(max(length, 1))
    }
    return name
  }

  /// The path with this name.
  static func bytes(of name: String) -> [UInt8] {
    let text = Array(name.utf8)
    if !holdsEscape(text) { return text }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "\\"), let code = escaped(rest) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(first)
        if first == UInt8(ascii: "\\"), rest.first == first { rest = rest.dropFirst() }
      }
    }
    return bytes
  }

  private static func isCharacter(_ bytes: ArraySlice<UInt8>, length: Int) -> Bool {
    guard bytes.count == length, Array(bytes).span.isUTF8 else { return false }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.count == 1
  }

  /// Whether `\xE9` or the like stands in it.
  private static func holdsEscape(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == UInt8(ascii: "\\") && escaped(bytes[($0 + 1)...]) != nil }
  }

  /// The byte that `xE9` stands for at the start of `text`.
  private static func escaped(_ text: ArraySlice<UInt8>) -> UInt8? {
    let digits = text.dropFirst().prefix(2)
    let isNumber = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard text.first == UInt8(ascii: "x"), isNumber else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
