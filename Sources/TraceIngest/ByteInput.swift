/// The bytes of a source, decompressed.
struct ByteInput: ~Copyable {
  /// The programs that decompress, each with the first bytes of its files, whatever their names.
  static let programs: KeyValuePairs<String, [UInt8]> = [
    "gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD], "bzip2": [0x42, 0x5A, 0x68],
    "xz": [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
  ]

  /// What decompresses a file that begins so; nothing if it is not compressed.
  static func program(_ head: [UInt8]) -> String? { programs.first { head.starts(with: $0.value) }?.key }

  /// It cannot be read twice.
  let isPipe: Bool
  /// In bytes; nothing where it is not known before the end.
  let size: Int64?
  /// How far it was read.
  private(set) var bytesRead: Int64 = 0
  private let path: SourcePath
  private var file: OpenFile
  /// What decompresses the file, if it is compressed.
  private let program: String?
  private let isStopped: @Sendable () -> Bool
  /// What is read in place of `file`, if the source may grow.
  private let growing: GrowingBytes?

  /// The bytes of a source that may grow.
  init(_ growing: GrowingBytes, _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    self.growing = growing
    self.path = path
    // Nothing is read from it.
    file = try OpenFile(reading: SourcePath("-"))
    isPipe = growing.isPipe
    program = nil
    size = nil
    isStopped = options.isStopped
  }

  /// True if the end of what is there may not be the end.
  var isGrowing: Bool { growing != nil }

  /// Opens a source at its beginning.
  init(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    growing = nil
    switch path.part {
    case .failure(let error): throw error
    case .member(let member, let archive):
      var program: String?
      file = try archive.open(member, path, program: &program)
      self.path = path
      self.program = program
      isPipe = false
      size = program == nil ? Int64(member.range.count) : nil
      isStopped = options.isStopped
      return
    case nil: break
    }
    var file = try OpenFile(reading: path)
    let status = FileStatus(path)
    let isPipe = path.isStandardInput || status?.isPipe == true
    if status?.isDirectory == true, let nonLog = NonLog(directory: path) { throw IngestError(path, nonLog) }
    guard isPipe || status?.isFile == true else {
      throw IngestError(
        operation: "read", subject: path.name, cause: "it is no file and no pipe",
        hint: "name a file, a directory, or '-'")
    }
    var program: String?
    if !isPipe {
      var head = [UInt8](repeating: 0, count: 6)
      guard let count = file.readBlock(into: &head, at: 0, upTo: 6), file.seek(to: 0) else {
        throw IngestError("read", path)
      }
      program = Self.program(Array(head.prefix(count)))
    }
    if let program { file = try OpenFile(reading: path, through: "\(program) -dc") }
    self.path = path
    self.isPipe = isPipe
    self.file = file
    self.program = program
    size = isPipe || program != nil ? nil : status?.size
    isStopped = options.isStopped
  }

  /// Reads at most `limit` bytes to `array` from `start`; 0 at the end, nothing if a pipe is silent
  /// until `deadline`.
  ///
  /// - Throws: `IngestError`, also at the end if the program that decompresses has failed.
  mutating func read(into array: inout [UInt8], at start: Int, upTo limit: Int, until deadline: ContinuousClock.Instant)
    throws(IngestError) -> Int?
  {
    if let growing {
      let count = try growing.read(into: &array, at: start, upTo: limit)
      bytesRead += Int64(count ?? 0)
      return count
    }
    if path.isStandardInput {
      let count = StandardInput.takeAhead(into: &array, at: start, upTo: limit)
      if count > 0 {
        bytesRead += Int64(count)
        return count
      }
    }
    if isPipe, !file.isReady(until: deadline) { return isStopped() ? 0 : nil }
    guard let count = file.readBlock(into: &array, at: start, upTo: limit) else { throw IngestError("read", path) }
    bytesRead += Int64(count)
    if count == 0, let program { try finish(program) }
    return count
  }

  private mutating func finish(_ program: String) throws(IngestError) {
    if let error = IngestError(decompressing: path, program, status: file.finish()) { throw error }
  }

  /// Goes to `offset` at once, if that can be done.
  mutating func seek(to offset: Int64) -> Bool {
    let isThere = growing?.seek(to: offset) ?? (program == nil && !isPipe && file.seek(to: offset))
    guard isThere else { return false }
    bytesRead = offset
    return true
  }
}

extension IngestError {
  /// What a program said that decompressed a source, by its status as `wait` has it; nothing if it went well.
  init?(decompressing path: SourcePath, _ program: String, status: Int32) {
    if status == 0 { return nil }
    self.init(
      operation: "decompress", subject: path.name, cause: "'\(program)' was ended by a signal",
      hint: "what came before was read; check the file, or copy it anew")
    if status == 127 << 8 {
      cause = "the program '\(program)' is not installed"
      #if os(macOS)
        hint = "install it: brew install \(program)"
      #else
        hint = "install it: apt-get install \(program == "xz" ? "xz-utils" : program)"
      #endif
    } else if status & 0x7F == 0 {
      cause = "'\(program)' ended with code \(status >> 8)"
    }
  }
}
