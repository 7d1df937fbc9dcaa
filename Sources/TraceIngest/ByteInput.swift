/// The bytes of a source, decompressed.
struct ByteInput: ~Copyable {
  /// How a file is compressed; told by its first bytes, whatever its name.
  enum Compression: CaseIterable {
    case gzip, zstd, xz, bzip2

    var magic: [UInt8] {
      switch self {
      case .gzip: [0x1F, 0x8B]
      case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
      case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
      case .bzip2: [0x42, 0x5A, 0x68]
      }
    }

    var program: String { "\(self)" }

    init?(_ head: some Collection<UInt8>) {
      guard let found = Self.allCases.first(where: { head.starts(with: $0.magic) }) else {
        return nil
      }
      self = found
    }
  }

  /// A program that decompresses, and what it says.
  private struct Decoder: ~Copyable {
    var output: OpenFile
    var complaints: OpenFile
    var child: Child
  }

  /// It cannot be read twice.
  let isPipe: Bool
  /// In bytes, as it lies on disk.
  let size: Int64?
  private let path: SourcePath
  private let file: OpenFile
  /// What decompresses the file, if it is compressed.
  private let program: String?
  private var decoder: Decoder?
  private let isStopped: @Sendable () -> Bool
  private var count: Int64 = 0

  /// Opens a source at its beginning.
  init(_ path: SourcePath, _ options: IngestOptions) throws(IngestError) {
    let file = try OpenFile(reading: path)
    let status = file.status()
    let isPipe = path.isStandardInput || status?.kind == .pipe
    guard isPipe || status?.kind == .regular else {
      throw IngestError(
        operation: "read", subject: path.name, cause: "it is no file and no pipe",
        hint: "name a file, a directory, or '-'")
    }
    let compression = isPipe ? nil : try Self.compression(file, path)
    let program = compression.map { options.programPrefix + $0.program }
    let package = compression == .xz ? "xz-utils" : compression?.program ?? ""
    decoder = try program.map { program throws(IngestError) in
      try Self.decoder(program, package, path, file)
    }
    isStopped = options.isStopped
    self.path = path
    self.isPipe = isPipe
    size = isPipe ? nil : status?.size
    self.file = file
    self.program = program
  }

  private static func compression(
    _ file: borrowing OpenFile, _ path: SourcePath
  ) throws(IngestError) -> Compression? {
    var head = [UInt8](repeating: 0, count: 6)
    guard let count = file.read(into: &head, at: 0, upTo: 6), file.seek(to: 0) else {
      throw IngestError("read", path)
    }
    return Compression(head.prefix(count))
  }

  private static func decoder(
    _ program: String, _ package: String, _ path: SourcePath, _ file: borrowing OpenFile
  ) throws(IngestError) -> Decoder {
    guard let output = Pipe(), let complaints = Pipe() else {
      throw IngestError("decompress", path)
    }
    complaints.writing.setNonBlocking()
    let child = try Child(
      program, hint: "install it: apt-get install \(package)", path, input: file,
      output: output.writing, complaints: complaints.writing)
    return Decoder(output: output.reading, complaints: complaints.reading, child: child)
  }

  /// Reads at most `limit` bytes to `array` from `start`; 0 at the end, nothing if a pipe is silent
  /// until `deadline`.
  ///
  /// - Throws: `IngestError`, also at the end if the program that decompresses has failed.
  mutating func read(
    into array: inout [UInt8], at start: Int, upTo limit: Int,
    until deadline: ContinuousClock.Instant
  ) throws(IngestError) -> Int? {
    guard let decoder = decoder.take() else {
      if isPipe, !file.isReady(until: deadline) { return isStopped() ? 0 : nil }
      guard let count = file.read(into: &array, at: start, upTo: limit) else {
        throw IngestError("read", path)
      }
      self.count += Int64(count)
      return count
    }
    guard let count = decoder.output.read(into: &array, at: start, upTo: limit) else {
      throw IngestError("read", path)
    }
    guard count == 0 else {
      self.decoder = consume decoder
      return count
    }
    try finish(decoder)
    return 0
  }

  private func finish(_ decoder: consuming Decoder) throws(IngestError) {
    var said = [UInt8](repeating: 0, count: 512)
    let complaints = decoder.complaints.read(into: &said, at: 0, upTo: said.count) ?? 0
    let code = decoder.child.wait()
    if code == 0 { return }
    let line = said.prefix(complaints).split(separator: UInt8(ascii: "\n")).first.map {
      " (" + String(decoding: $0, as: UTF8.self) + ")"
    }
    let how = code.map { "ended with code \($0)" } ?? "was ended by a signal"
    throw IngestError(
      operation: "decompress", subject: path.name,
      cause: "'\(program ?? "")' \(how)" + (line ?? ""),
      hint: "what came before was read; check the file, or copy it anew")
  }

  /// Goes to `offset` at once, if that can be done.
  func seek(to offset: Int64) -> Bool { program == nil && !isPipe && file.seek(to: offset) }

  /// How far the file was read, in bytes as they lie on disk.
  var bytesRead: Int64 { isPipe ? count : file.offset }
}
