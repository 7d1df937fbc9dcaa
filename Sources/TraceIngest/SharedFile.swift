#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that stays open as long as parts of it are read.
final class SharedFile: Sendable {
  let number: Int32
  let path: SourcePath
  /// What closes the file, if it is a temporary one.
  private let temporary: TemporaryFile?

  deinit { if temporary == nil { close(number) } }

  /// Opens a file for reading.
  init(_ path: SourcePath) throws(IngestError) {
    self.path = path
    temporary = nil
    number = unsafe open(path.bytes.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw IngestError("open", path) }
  }

  /// Takes what is read to a temporary file.
  init(unpacking input: inout OpenFile, _ path: SourcePath) throws(IngestError) {
    let file = try TemporaryFile()
    var block = [UInt8](repeating: 0, count: 262_144)
    var size: Int64 = 0
    while let count = input.readBlock(into: &block, at: 0, upTo: block.count), count > 0 {
      let isWritten = unsafe block.withUnsafeBytes { bytes in
        unsafe file.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: size)
      }
      if !isWritten {
        var error = file.failure("unpack")
        error.subject = path.name
        throw error
      }
      size += Int64(count)
    }
    // What came before an end of its own is read; what a signal cut off is no whole archive.
    let status = input.finish()
    if status & 0x7F != 0, let error = IngestError(decompressing: path, "the program", status: status) { throw error }
    self.path = path
    temporary = file
    number = file.number
  }
}
