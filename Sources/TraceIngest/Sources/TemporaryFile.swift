import TraceModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file without a name, which vanishes when it is closed: space on disk for values that do not fit in memory.
///
/// Several threads may read it at the same time, as each read states its offset.
///
/// ```swift
/// let file = try TemporaryFile()
/// try file.write([1, 2, 3] as [UInt32], at: 0)
/// try file.values(at: 4, count: 2) as [UInt32]  // [2, 3]
/// ```
package final class TemporaryFile: Sendable {
  let number: Int32
  /// The folder that it is in.
  private let folder: String

  deinit { close(number) }

  /// Makes an empty file, in the folder that `TMPDIR` names, else in `/tmp`.
  ///
  /// - Throws: `IngestError` if there is no room for one.
  package init() throws(IngestError) {
    let variable = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    folder = variable.isEmpty ? "/tmp" : variable
    // mkstemp replaces these six letters so that the name is new.
    let letters = String(repeating: "X", count: 6)
    var name = Array("\(folder)/tracetool-\(letters)".utf8).cString
    number = unsafe mkstemp(&name)
    guard number >= 0 else { throw failure("make a temporary file in") }
    unsafe unlink(name)
    // Programs that are started do not need it.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Writes numbers, the first of them at `offset`, in bytes.
  ///
  /// - Throws: `IngestError` if there is no room; some of them may be written.
  package func write(_ values: [some FixedWidthInteger & BitwiseCopyable], at offset: Int64) throws(IngestError) {
    let isWritten = unsafe values.withUnsafeBytes { unsafe write($0, at: offset) }
    if !isWritten { throw failure("write a temporary file in") }
  }

  /// Writes bytes, the first of them at `offset`; false if there is no room.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var done = 0
    while done < bytes.count {
      let step = unsafe pwrite(number, base + done, bytes.count - done, off_t(offset) + off_t(done))
      if step < 0, errno != EINTR { return false }
      done += max(step, 0)
    }
    return true
  }

  /// The `count` numbers at `offset`, in bytes.
  ///
  /// - Throws: `IngestError` if they cannot be read.
  package func values<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int64, count: Int
  ) throws(IngestError) -> [Value] {
    // An array without capacity is one object that all threads share, to which the count would be written.
    if count == 0 { return [] }
    var isRead = true
    let values = unsafe [Value](unsafeUninitializedCapacity: count) { values, filled in
      let bytes = UnsafeMutableRawBufferPointer(values)
      var done = 0
      while let base = bytes.baseAddress, done < bytes.count, isRead {
        let step = unsafe pread(number, base + done, bytes.count - done, off_t(offset) + off_t(done))
        if step == 0 { errno = EIO }  // It was longer when it was written.
        isRead = step > 0 || step < 0 && errno == EINTR
        done += max(step, 0)
      }
      filled = isRead ? count : 0
    }
    if !isRead { throw failure("read a temporary file in") }
    return values
  }

  /// The error for a file that holds other bytes than were written to it.
  package var damage: IngestError {
    var error = failure("read a temporary file in")
    error.cause = "it holds other bytes than were written"
    error.hint = "check the disk of '\(name: folder)', or set TMPDIR to a folder on another one"
    return error
  }

  /// The error for a system call that has just failed, by `errno`.
  func failure(_ operation: String) -> IngestError {
    var error = IngestError(operation, SourcePath(folder))
    error.hint = "make room in '\(name: folder)', or set TMPDIR to a folder that has some"
    return error
  }
}
