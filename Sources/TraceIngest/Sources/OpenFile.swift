#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, a section of one, or what a program writes; closed when its owner lets go of it.
struct OpenFile: ~Copyable {
  /// Standard input, which is 0, stays open.
  private var number: Int32 = 0
  private var program: Decompression?
  /// The file that a section is of, which closes it, and what is left of the section.
  private var whole: SharedFile?
  private var section: Range<Int64> = 0..<0
  private var position: Int64 = 0

  deinit {
    if program == nil, whole == nil, number > 0 { close(number) }
  }

  /// Opens a file for reading, or a pipe, which need not have a writer yet.
  ///
  /// - Throws: `IngestError` if it cannot be opened.
  init(reading path: SourcePath) throws(IngestError) {
    if path.isStandardInput { return }
    // A pipe without a writer is waited for where it is read: the thread that opens it would be blocked, and could not even end.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    repeat { number = unsafe open(path.bytes.cString, flags) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw IngestError("open", path) }
  }

  /// What `command` makes of a file; the program's complaints go to standard error.
  init(reading path: SourcePath, through command: String) throws(IngestError) {
    try self.init(section: 0..<Int64.max, of: SharedFile(path), through: command)
  }

  /// A section of a file.
  init(section: Range<Int64>, of whole: SharedFile) {
    self.whole = whole
    self.section = section
    number = whole.number
    position = section.lowerBound
  }

  /// What `command` makes of a section of a file, of `head` before it and `end` behind it.
  init(section: Range<Int64>, of whole: SharedFile, head: [UInt8] = [], end: [UInt8] = [], through command: String)
    throws(IngestError)
  {
    let program = try Decompression(section: section, of: whole, head: head, end: end, through: command)
    self.program = program
    number = program.output
  }

  /// What a program writes that gets no input; `words` are its absolute path and its arguments.
  init(of words: [[UInt8]], _ path: SourcePath) throws(IngestError) {
    let program = try Decompression(running: words, path)
    self.program = program
    number = program.output
  }

  /// Waits for the end of the program; its status as `wait` has it.
  mutating func finish() -> Int32 {
    guard let program else { return 0 }
    self.program = nil
    number = -1
    return program.finish()
  }

  /// Reads at most `limit` bytes to `array` from `start`; nil if it failed, 0 at the end.
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
      // Another process has read what a pipe had.
      if errno == EAGAIN, !Interruption.isAsked {
        _ = isReady(until: .now + .milliseconds(100))
      } else if errno != EINTR {
        return nil
      }
    }
  }

  /// Whether something can be read, or the end, before `deadline`; a signal ends the wait.
  func isReady(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = max(ContinuousClock.now.duration(to: deadline), .zero)
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, Int32(clamping: Int64(rest / .milliseconds(1)))) > 0
  }

  /// Goes to `offset`; false if the file cannot.
  mutating func seek(to offset: Int64) -> Bool {
    if whole == nil { return lseek(number, off_t(offset), SEEK_SET) >= 0 }
    guard offset <= Int64(section.count) else { return false }
    position = section.lowerBound + offset
    return true
  }

  /// The status of the file, wherever its name leads by now; nil if the system does not say.
  var status: FileStatus? { FileStatus(descriptor: number) }

  /// True if these bytes are at an offset of the file; the position stays where it is.
  func holds(_ expected: [UInt8], at offset: Int64) -> Bool {
    let found = bytes(at: offset, count: expected.count)
    guard found.count == expected.count else { return false }
    // Many times as fast as `==`, which looks at byte after byte; both arrays are that long.
    return unsafe found.withUnsafeBytes { found in
      unsafe expected.withUnsafeBytes { expected in
        guard let other = expected.baseAddress, let base = found.baseAddress else { return true }
        return unsafe memcmp(base, other, expected.count) == 0
      }
    }
  }

  /// The bytes of a file at an offset, fewer where it ends; the position stays where it is.
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
