#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, a section of one, or the output of a program; closed when its owner is destroyed.
struct OpenFile: ~Copyable {
  /// Standard input, 0, is never closed.
  private var number: Int32 = 0
  private var program: Subprocess?
  /// The file of a section, which closes itself, and the range of the section.
  private var whole: SharedFile?
  private var section: Range<Int64> = 0..<0
  private var position: Int64 = 0

  deinit {
    if program == nil, whole == nil, number > 0 { close(number) }
  }

  /// Opens a file or a pipe, which need not have a writer yet, for reading.
  init(reading path: SourcePath) throws(IngestError) {
    if path.isStandardInput { return }
    // A pipe without a writer is awaited when it is read: opening would block the thread, which could not even end.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    repeat { number = unsafe open(path.bytes.cString, flags) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw IngestError("open", path) }
  }

  /// Opens the output of `command` for a file; error messages of the command go to standard error.
  init(reading path: SourcePath, through command: String) throws(IngestError) {
    try self.init(section: 0..<Int64.max, of: SharedFile(path), through: command)
  }

  init(section: Range<Int64>, of whole: SharedFile) {
    self.whole = whole
    self.section = section
    number = whole.number
    position = section.lowerBound
  }

  init(section: Range<Int64>, of whole: SharedFile, head: [UInt8] = [], end: [UInt8] = [], through command: String)
    throws(IngestError)
  {
    let program = try Subprocess(section: section, of: whole, head: head, end: end, through: command)
    self.program = program
    number = program.output
  }

  /// Opens the output of a program without input; `words` are its absolute path and its arguments.
  init(of words: [[UInt8]], _ path: SourcePath) throws(IngestError) {
    let program = try Subprocess(running: words, path)
    self.program = program
    number = program.output
  }

  /// Waits for the end of the program; returns its status as `wait` does.
  mutating func finish() -> Int32 {
    guard let program else { return 0 }
    self.program = nil
    number = -1
    return program.finish()
  }

  /// Reads at most `limit` bytes to `array` from `start` on; nil if that failed, 0 at the end.
  mutating func readBlock(into array: inout [UInt8], at start: Int, upTo limit: Int) -> Int? {
    precondition(start >= 0 && limit <= array.count - start, "the block does not fit")
    let program = program
    let isSection = whole != nil
    let limit = isSection ? Int(min(Int64(limit), section.upperBound - position)) : limit
    while true {
      let count = unsafe array.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        if let program { return unsafe program.readOutput(to: base + start, upTo: limit) }
        if isSection { return unsafe pread(number, base + start, limit, off_t(position)) }
        return unsafe read(number, base + start, limit)
      }
      if count >= 0 {
        position += Int64(count)
        return count
      }
      // Another process has read the bytes of a pipe.
      if errno == EAGAIN, !Interruption.isAsked {
        _ = isReady(until: .now + .milliseconds(100))
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// Waits until bytes or the end can be read; false if `deadline` or a signal comes first.
  func isReady(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = max(ContinuousClock.now.duration(to: deadline), .zero)
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(clamping: Int64(rest / .milliseconds(1)))) > 0
  }

  /// False if `offset` cannot be reached.
  mutating func seek(to offset: Int64) -> Bool {
    if whole == nil { return lseek(number, off_t(offset), SEEK_SET) >= 0 }
    guard offset <= Int64(section.count) else { return false }
    position = section.lowerBound + offset
    return true
  }

  /// The status of the open file, whatever its name leads to by now.
  var status: FileStatus? { FileStatus(descriptor: number) }

  /// True if these bytes are at an offset of the file; the position does not change.
  func holds(_ expected: [UInt8], at offset: Int64) -> Bool {
    let found = bytes(at: offset, count: expected.count)
    guard found.count == expected.count else { return false }
    // Many times as fast as `==`, which compares byte by byte; both arrays have this length.
    return unsafe found.withUnsafeBytes { found in
      unsafe expected.withUnsafeBytes { expected in
        guard let other = expected.baseAddress, let base = found.baseAddress else { return true }
        return unsafe memcmp(base, other, expected.count) == 0
      }
    }
  }

  /// The bytes of the file from an offset on, fewer at its end; the position does not change.
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    let read = unsafe block.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, off_t(offset)) }
    return Array(block.prefix(max(read, 0)))
  }
}

/// A file that stays open as long as sections of it are read.
final class SharedFile: Sendable {
  let number: Int32
  let path: SourcePath
  private let temporary: TemporaryFile?

  deinit { if temporary == nil { close(number) } }

  init(_ path: SourcePath) throws(IngestError) {
    self.path = path
    temporary = nil
    number = unsafe open(path.bytes.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw IngestError("open", path) }
  }

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
    // If the program failed by itself, the bytes before that are read; if a signal ended it, the archive is not whole.
    let status = input.finish()
    if status & 0x7F != 0, let error = IngestError(decompressing: path, "the program", status: status) { throw error }
    self.path = path
    temporary = file
    number = file.number
  }
}
