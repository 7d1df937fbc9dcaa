/// What is read: a file, or `-` for what the process is given.
package struct SourcePath: Sendable, Hashable, Comparable {
  /// The path as it was given; it need not be UTF-8.
  package var bytes: [UInt8]
  /// It was found in a folder: nobody said that it is a log.
  package var isFound = false
  /// What it is of an archive, if it is no file.
  var part: Part?

  /// What stands for a source that is part of an archive.
  enum Part: Sendable {
    case member(Archive.Member, of: Archive)
    /// Nothing of it can be read: the rest of an archive that is damaged, or what a folder lists and nobody can open.
    indirect case failure(IngestError)
  }

  /// A path of a command line: text, or what `argument` made of bytes that are none.
  package init(_ argument: String) {
    let isName = argument.unicodeScalars.first == PathText.mark
    bytes = isName ? PathText.bytes(of: String(argument.unicodeScalars.dropFirst())) : Array(argument.utf8)
  }

  init(bytes: [UInt8], isFound: Bool = false, part: Part? = nil) {
    self.bytes = bytes
    self.isFound = isFound
    self.part = part
  }

  package static func == (a: SourcePath, b: SourcePath) -> Bool { a.bytes == b.bytes && a.isFound == b.isFound }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// The path with this name.
  package init(name: String) { bytes = PathText.bytes(of: name) }

  /// The path as text, unambiguous: bytes that are not UTF-8 are written out, as in `caf\xE9.jsonl`.
  package var name: String { PathText.name(of: bytes) }

  /// The same path, of which nothing can be read.
  func failing(_ error: IngestError) -> SourcePath { SourcePath(bytes: bytes, isFound: isFound, part: .failure(error)) }

  /// True if this path leads to `other`, or to a folder or an archive that holds it.
  func holds(_ other: SourcePath) -> Bool {
    if bytes == other.bytes { return true }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return other.bytes.starts(with: bytes + slash)
  }

  /// Whether it is standard input.
  package var isStandardInput: Bool { bytes.count == 1 && bytes[0] == UInt8(ascii: "-") }

  /// Whether its last part begins with a point.
  var isHidden: Bool { bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".") }

  /// The size in bytes of a file on disk; nil for a pipe, a part of an archive, and what is not there.
  package var fileSize: Int64? {
    guard part == nil, !isStandardInput, let status = FileStatus(self), status.isFile else { return nil }
    return status.size
  }

  /// False if to open it may take until somebody writes to it, as with a pipe.
  package var opensAtOnce: Bool {
    if isStandardInput { return false }
    return part != nil || FileStatus(self)?.isFile ?? true
  }

  /// Byte order; standard input comes last.
  package static func < (a: SourcePath, b: SourcePath) -> Bool {
    a.isStandardInput == b.isStandardInput ? a.bytes.lexicographicallyPrecedes(b.bytes) : b.isStandardInput
  }
}
