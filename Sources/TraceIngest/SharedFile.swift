#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that stays open as long as parts of it are read; programs that are started see it, too.
final class SharedFile: Sendable {
  let number: Int32
  let path: SourcePath

  deinit { close(number) }

  /// Opens a file for reading.
  init(_ path: SourcePath) throws(IngestError) {
    self.path = path
    number = unsafe open(path.bytes.cString, O_RDONLY)
    guard number >= 0 else { throw IngestError("open", path) }
  }

  /// Takes what is read to a temporary file, which is gone when it is closed: it has no name.
  init(unpacking input: inout OpenFile, _ path: SourcePath) throws(IngestError) {
    self.path = path
    let variable = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let folder = variable.isEmpty ? "/tmp" : variable
    func failure() -> IngestError {
      var error = IngestError("unpack", path)
      error.hint = "make room in '\(folder)', or set TMPDIR to a folder that has some"
      return error
    }
    var name = Array("\(folder)/tracetool-XXXXXX".utf8).cString
    number = unsafe mkstemp(&name)
    guard number >= 0 else { throw failure() }
    unsafe unlink(name)
    var block = [UInt8](repeating: 0, count: 262_144)
    while let count = input.readBlock(into: &block, at: 0, upTo: block.count), count > 0 {
      var done = 0
      while done < count {
        let step = unsafe block.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return 0 }
          return unsafe write(number, base + done, count - done)
        }
        if step < 0, errno != EINTR { throw failure() }
        done += max(step, 0)
      }
    }
  }
}
