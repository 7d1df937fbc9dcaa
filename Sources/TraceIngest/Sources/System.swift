import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Span<UInt8> {
  /// The first index of `byte` in `range`; nil if there is none.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe extracting(range).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base, Int32(byte), bytes.count) else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }

  /// True if the `length` bytes at `at` are those at `other`.
  func isSameRun(_ at: Int, _ other: Int, _ length: Int) -> Bool {
    precondition(length >= 0 && at >= 0 && other >= 0, "no such offset")
    precondition(at &+ length <= count && other &+ length <= count, "no such offset")
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe memcmp(base + at, base + other, length) == 0
    }
  }
}

extension [UInt8] {
  /// These bytes as a C string, with a zero at the end.
  var cString: [CChar] {
    var text: [CChar] = []
    text.reserveCapacity(count + 1)
    for byte in self { text.append(CChar(truncatingIfNeeded: byte)) }
    text.append(0)
    return text
  }
}

extension IngestError {
  /// The error for a system call that has just failed, by `errno`.
  init(_ operation: String, _ path: SourcePath) {
    let code = errno
    let hint: Sentence =
      switch code {
      case ENOENT, ENOTDIR: "check the path"
      case EACCES, EPERM: "check its permissions, and those of its folder"
      case ELOOP: "check where its links lead"
      case ENAMETOOLONG: "go to a folder further down, and name what is in it from there"
      default: "try again, or read a copy"
      }
    self.init(
      operation: operation, subject: path.name, cause: unsafe String(cString: strerror(code)).lowercased(), hint: hint)
  }

  /// The error for a member of a folder that cannot be reached, by `errno`.
  init(unreachable path: SourcePath) {
    self.init("open", path)
    guard path.isGone else { return }
    cause = "it was in its folder, and is gone"
    hint = "run it again"
    if path.isLink {
      cause = "it is a link that leads nowhere"
      hint = "remove it, or restore what it leads to"
    }
  }
}

extension SourcePath {
  /// True if there is no file at the path, or only a link without a target; false if this process may not look there.
  var isGone: Bool {
    if FileStatus(self) != nil { return false }
    return errno == ENOENT || errno == ENOTDIR
  }

  /// True if it is a link, whatever its target.
  var isLink: Bool {
    var status = stat()
    return unsafe lstat(bytes.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// True if a directory contains one of these names.
  func holdsAny(of names: [String]) -> Bool {
    names.contains { FileStatus(SourcePath(bytes: bytes + Array("/\($0)".utf8))) != nil }
  }

  /// The paths of the entries of a directory, in byte order.
  func members() throws(IngestError) -> [SourcePath] {
    guard let directory = unsafe opendir(bytes.cString) else { throw IngestError("list", self) }
    defer { unsafe closedir(directory) }
    let slash = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    var members: [SourcePath] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe Self.name(of: entry)
      if name != [0x2E], name != [0x2E, 0x2E] {
        members.append(SourcePath(bytes: bytes + slash + name, isFound: true))
      }
    }
    return members.sorted()
  }

  /// The name of an entry of a directory.
  ///
  /// The name is read in place. `d_name` is declared with the greatest length of a name, but the entry in memory ends
  /// after its name: a copy of the whole field would read beyond it.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let start = unsafe UnsafeRawPointer(entry) + nameOffset
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
