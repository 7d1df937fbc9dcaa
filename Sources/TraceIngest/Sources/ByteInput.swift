import TraceModel

/// The bytes of a source, decompressed.
struct ByteInput: ~Copyable {
  /// The programs that decompress, each with the first bytes of its files, whatever their names.
  static let programs: KeyValuePairs<String, [UInt8]> = [
    "gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD], "bzip2": [0x42, 0x5A, 0x68],
    "xz": [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
  ]

  /// The program that decompresses a file with these first bytes; nil if it is not compressed.
  static func program(_ head: [UInt8]) -> String? { programs.first { head.starts(with: $0.value) }?.key }

  /// True if it cannot be read twice.
  private(set) var isPipe = false
  /// The size in bytes; nil if it is not known before the end.
  private(set) var size: Int64?
  /// How many bytes were read.
  private(set) var bytesRead: Int64 = 0
  private let path: SourcePath
  private var file: OpenFile
  /// The program that decompresses the file, or reads a log archive; nil if there is none.
  private var program: String?
  private let isStopped: @Sendable () -> Bool
  /// The bytes that are read in place of `file`, if the source may grow.
  private var growing: GrowingBytes?
  /// The bytes of a source that is kept in memory.
  private var held: [UInt8]?
  /// The checksum of the bytes so far, and the one that an archive states for all of them, if it does.
  private var sum = CRC32()
  private var checksum: UInt32?
  /// True if the compressed bytes are damaged, whether or not the program notices.
  private var isDamaged = false

  /// The bytes of a source that may grow.
  init(_ growing: GrowingBytes, _ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    self.path = path
    isStopped = options.isStopped
    // `file` is not used.
    file = try OpenFile(reading: SourcePath("-"))
    isPipe = growing.isPipe
    self.growing = growing
  }

  /// True if more bytes may follow the last ones.
  var isGrowing: Bool { growing != nil }

  /// Opens a source at its beginning.
  init(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    self.path = path
    isStopped = options.isStopped
    switch path.content {
    case .failure(let error): throw error
    case .records(let bytes):
      // `file` is not used.
      file = try OpenFile(reading: SourcePath("-"))
      held = bytes
      size = Int64(bytes.count)
      return
    case .member(let member, let archive):
      var program: String?
      var isDamaged = false
      file = try archive.open(member, path, program: &program, isDamaged: &isDamaged)
      if program == nil, case .stored(let checksum) = member.packing { self.checksum = checksum }
      self.isDamaged = isDamaged
      self.program = program
      size = program == nil ? Int64(member.range.count) : nil
      return
    case nil: break
    }
    let isLogArchive = LogArchive.isOne(path)
    var file = try isLogArchive ? LogArchive.open(path) : OpenFile(reading: path)
    let status = FileStatus(path)
    let isPipe = path.isStandardInput || status?.isPipe == true
    if status?.isDirectory == true, !isLogArchive, let nonLog = NonLog(directory: path) {
      throw IngestError(path, nonLog)
    }
    guard isPipe || isLogArchive || status?.isFile == true else {
      throw IngestError(
        operation: "read", subject: path.name, cause: "it is no file and no pipe",
        hint: "name a file, a directory, or '-'")
    }
    var program: String? = isLogArchive ? LogArchive.program : nil
    if !isPipe, !isLogArchive {
      var head = [UInt8](repeating: 0, count: 6)
      guard let count = file.readBlock(into: &head, at: 0, upTo: 6), file.seek(to: 0) else {
        throw IngestError("read", path)
      }
      program = Self.program(Array(head.prefix(count)))
    }
    if let program, !isLogArchive { file = try OpenFile(reading: path, through: "\(program) -dc") }
    self.isPipe = isPipe
    self.file = file
    self.program = program
    size = isPipe || program != nil ? nil : status?.size
  }

  /// Reads at most `limit` bytes to `array` from `start`; 0 at the end, nil if a pipe is silent
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
    if let held {
      let rest = held.dropFirst(Int(bytesRead)).prefix(limit)
      array.replaceSubrange(start..<start + rest.count, with: rest)
      bytesRead += Int64(rest.count)
      return rest.count
    }
    if isPipe, !file.isReady(until: deadline) { return isStopped() ? 0 : nil }
    guard let count = file.readBlock(into: &array, at: start, upTo: limit) else {
      throw IngestError("read", path)
    }
    bytesRead += Int64(count)
    if count == 0 { try finish() } else if checksum != nil { sum.add(array[start..<start + count]) }
    return count
  }

  /// Checks at the end that all bytes were right.
  private mutating func finish() throws(IngestError) {
    if let program, let error = IngestError(decompressing: path, program, status: file.finish()) { throw error }
    if isDamaged || checksum.map({ $0 != sum.value }) ?? false {
      throw IngestError(
        operation: "read", subject: path.name, cause: "it is damaged: its checksum is another one",
        hint: "check the archive, or copy it anew", isPartial: true)
    }
  }

  /// Moves to `offset` without reading what precedes it; false if that is not possible.
  mutating func seek(to offset: Int64) -> Bool {
    // Bytes with a checksum are read from their start.
    if let held {
      if offset > held.count { return false }
    } else {
      let canSeek = program == nil && !isPipe && checksum == nil
      guard growing?.seek(to: offset) ?? (canSeek && file.seek(to: offset)) else { return false }
    }
    bytesRead = offset
    return true
  }
}

extension IngestError {
  /// The error of a program that decompressed a source, or read a log archive, by its status from `wait`; nil if it
  /// succeeded.
  init?(decompressing path: SourcePath, _ program: String, status: Int32) {
    if status == 0 { return nil }
    self.init(
      operation: "decompress", subject: path.name, cause: "'\(program)' was ended by a signal",
      hint: "what came before was read; check the file, or copy it anew", isPartial: true)
    if program == LogArchive.program {
      operation = "read"
      hint = "what came before was read; run '\(name: program)' yourself to see what it says"
    }
    if status == 127 << 8, program != LogArchive.program {
      isPartial = false
      cause = "the program '\(program)' is not installed"
      #if os(macOS)
        hint = "install it: brew install \(name: program)"
      #else
        hint = "install it: apt-get install \(name: program == "xz" ? "xz-utils" : program)"
      #endif
    } else if status & 0x7F == 0 {
      cause = "'\(program)' ended with code \(status >> 8)"
    }
  }
}

/// The checksum of zip and gzip: CRC-32 with the polynomial 0xEDB88320 (RFC 1952, section 8).
///
/// ```swift
/// var sum = CRC32()
/// sum.add(Array("123456789".utf8)[...])
/// sum.value  // 0xCBF43926
/// ```
struct CRC32: Sendable {
  /// For each value of a byte, its contribution to the sum.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var state: UInt32 = ~0

  /// The checksum of all bytes that were added.
  var value: UInt32 { ~state }

  /// Adds the next bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    let table = Self.table
    for byte in bytes { state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
  }
}
