/// Reads a file or what a program makes of it from its start to its end, and passes over parts of it.
struct ByteCursor: ~Copyable {
  private var file: OpenFile
  private let path: SourcePath
  private let program: String?
  /// How many bytes were passed.
  private(set) var position: Int64 = 0
  private var scrap = [UInt8](repeating: 0, count: 65_536)
  /// In bytes; nothing of what a program makes.
  let size: Int64?

  init(_ path: SourcePath, through program: String? = nil) throws(IngestError) {
    self.path = path
    self.program = program
    if let program {
      file = try OpenFile(reading: path, through: "\(program) -dc")
      size = nil
    } else {
      file = try OpenFile(reading: path)
      size = FileStatus(path)?.size
    }
  }

  /// The next `count` bytes, or as many as there are.
  mutating func read(_ count: Int) throws(IngestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      guard let step = file.readBlock(into: &bytes, at: filled, upTo: count - filled) else {
        throw IngestError("read", path)
      }
      if step == 0 { break }
      filled += step
    }
    position += Int64(filled)
    return Array(bytes.prefix(filled))
  }

  /// Goes on at `target`, or at the end if that comes first.
  mutating func skip(to target: Int64) throws(IngestError) {
    if let size {
      position = min(max(target, position), size)
      _ = file.seek(to: position)
      return
    }
    while position < target {
      let step = file.readBlock(into: &scrap, at: 0, upTo: Int(min(target - position, Int64(scrap.count))))
      guard let step else { throw IngestError("read", path) }
      if step == 0 { return }
      position += Int64(step)
    }
  }

  /// Why the program that decompresses has failed; nothing if it has not.
  mutating func finish() -> IngestError? {
    program.flatMap { IngestError(decompressing: path, $0, status: file.finish()) }
  }
}
