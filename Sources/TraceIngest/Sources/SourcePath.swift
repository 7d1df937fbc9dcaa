import TraceModel

/// The path of a source: a file, or `-` for standard input.
package struct SourcePath: Sendable, Hashable, Comparable {
  /// As it was given; it need not be UTF-8.
  package var bytes: [UInt8]
  /// True if it was found in a folder, and not named by the user.
  package var isFound = false
  var content: Content?

  enum Content: Sendable {
    case member(Archive.Member, of: Archive)
    /// Records of the project's own format in memory, a line each.
    case records([UInt8])
    /// A source that cannot be read: the damage of an archive, or a member of a folder that cannot be opened.
    indirect case failure(IngestError)
  }

  package static func == (a: SourcePath, b: SourcePath) -> Bool { a.bytes == b.bytes && a.isFound == b.isFound }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// The path as text, unambiguous: bytes that are not UTF-8 are written out, as in `caf\xE9.jsonl`.
  package var name: String { PathText.name(of: bytes) }

  func failing(_ error: IngestError) -> SourcePath {
    SourcePath(bytes: bytes, isFound: isFound, content: .failure(error))
  }

  /// True if this path leads to `other`, or to a folder or an archive that holds it.
  func holds(_ other: SourcePath) -> Bool {
    if bytes == other.bytes { return true }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return other.bytes.starts(with: bytes + slash)
  }

  /// True if it is standard input.
  package var isStandardInput: Bool { bytes.count == 1 && bytes[0] == UInt8(ascii: "-") }

  var isHidden: Bool { bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".") }

  /// In bytes; nil for a pipe, a member of an archive, and a path without a file.
  package var fileSize: Int64? {
    guard content == nil, !isStandardInput, let status = FileStatus(self), status.isFile else { return nil }
    return status.size
  }

  /// False if opening it may block until a program writes to it, as with a pipe.
  package var opensAtOnce: Bool {
    if isStandardInput { return false }
    return content != nil || FileStatus(self)?.isFile ?? true
  }

  /// Compares paths in byte order; standard input comes last.
  package static func < (a: SourcePath, b: SourcePath) -> Bool {
    a.isStandardInput == b.isStandardInput ? a.bytes.lexicographicallyPrecedes(b.bytes) : b.isStandardInput
  }
}

extension SourcePath {
  init(records: [UInt8], number: Int) {
    self.init(bytes: Array("records \(number)".utf8), content: .records(records))
  }

  var isInMemory: Bool { if case .records = content { true } else { false } }

  /// A path from a command line: text, or the result of `PathText.argument` for bytes that are no text.
  package init(_ argument: String) {
    let isName = argument.unicodeScalars.first == PathText.mark
    self.init(bytes: isName ? PathText.bytes(of: String(argument.unicodeScalars.dropFirst())) : Array(argument.utf8))
  }

  /// The path with this name, as `name` returns it.
  package init(name: String) { self.init(bytes: PathText.bytes(of: name)) }
}

/// Converts paths, which are bytes and need not be UTF-8, to text and back.
///
/// A byte that belongs to no character is written as `\xE9`, as are those of control characters, such as a line break,
/// `\x0A`. In names with such an escape each backslash is doubled. So each path has a name of its own, on one line, and
/// nearly all paths are their own names.
package enum PathText {
  /// Precedes the name of a path that is no text, in an argument: no argument contains it.
  static let mark: Unicode.Scalar = "\0"

  /// An argument as text: as it is, or if it is not UTF-8, the name of the path after a mark.
  package static func argument(_ bytes: [UInt8]) -> String {
    bytes.span.isUTF8 ? String(decoding: bytes, as: UTF8.self) : "\0" + name(of: bytes)
  }

  /// True if an argument is the name of a path that is no text.
  package static func isPath(_ argument: String) -> Bool { argument.unicodeScalars.first == mark }

  /// An argument as it is shown in messages.
  package static func shown(_ argument: String) -> String {
    isPath(argument) ? String(argument.dropFirst()) : name(of: Array(argument.utf8))
  }

  /// An argument as one word for a shell.
  package static func shellWord(ofArgument argument: String) -> String {
    if isPath(argument) || argument.unicodeScalars.contains(where: \.steers) { return decodedWord(shown(argument)) }
    let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "_-+=:,./@%".contains($0) }
    return isPlain && !argument.isEmpty ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
  }

  /// A name with escapes as a word for a shell: bash and zsh decode them.
  private static func decodedWord(_ name: String) -> String { "$'\(name.replacing("'", with: "\\'"))'" }

  /// The name of a path as one word for a shell, which no command mistakes for an option: `'it'\''s.trace'`.
  static func shellWord(_ name: String) -> String {
    if holdsEscape(Array(name.utf8)) { return decodedWord((name.hasPrefix("-") ? "./" : "") + name) }
    let quoted = name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "'\(name.hasPrefix("-") ? "./" : "")\(quoted)'"
  }

  static func name(of bytes: [UInt8]) -> String {
    if bytes.span.isUTF8, !holdsEscape(bytes) {
      let text = String(decoding: bytes, as: UTF8.self)
      if !text.unicodeScalars.contains(where: \.steers) { return text }
    }
    var name = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : [4, 3, 2].first { isCharacter(rest.prefix($0), length: $0) } ?? 0
      let text = String(decoding: rest.prefix(length), as: UTF8.self)
      if length == 0 || text.unicodeScalars.contains(where: \.steers) {
        for byte in rest.prefix(max(length, 1)) {
          name += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
        }
      } else {
        name += first == UInt8(ascii: "\\") ? "\\\\" : text
      }
      rest = rest.dropFirst(max(length, 1))
    }
    return name
  }

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

  private static func holdsEscape(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == UInt8(ascii: "\\") && escaped(bytes[($0 + 1)...]) != nil }
  }

  /// The byte of an escape at the front of `text`, as in `xE9`; nil without one.
  private static func escaped(_ text: ArraySlice<UInt8>) -> UInt8? {
    let digits = text.dropFirst().prefix(2)
    let isNumber = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard text.first == UInt8(ascii: "x"), isNumber else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
