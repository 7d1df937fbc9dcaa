/// Reads a file, or what a program decompresses it to, from its start to its end; it can skip bytes.
struct ByteCursor: ~Copyable {
  private var file: OpenFile
  private let path: SourcePath
  private let program: String?
  /// The number of bytes read or skipped.
  private(set) var position: Int64 = 0
  /// In bytes; nil for the output of a program.
  let size: Int64?
  /// The last block read, and the range of it still to be read.
  private var block = [UInt8](repeating: 0, count: 65_536)
  private var rest = 0..<0

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

  /// The next `count` bytes, or as many as there are; missing bytes use no memory.
  mutating func read(_ count: Int) throws(IngestError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, try fill() {
      let step = min(count - bytes.count, rest.count)
      bytes += block[rest.prefix(step)]
      pass(step)
    }
    return bytes
  }

  mutating func skip(to target: Int64) throws(IngestError) {
    if let size, target - position > Int64(rest.count) {
      position = min(target, size)
      rest = 0..<0
      _ = file.seek(to: position)
      return
    }
    while position < target, try fill() { pass(Int(min(target - position, Int64(rest.count)))) }
  }

  /// The bytes of a file from an offset on, fewer where it ends; `position` does not change.
  func bytes(at offset: Int64, count: Int) -> [UInt8] { file.bytes(at: offset, count: count) }

  /// The error of the program that decompresses; nil without one.
  mutating func finish() -> IngestError? {
    program.flatMap { IngestError(decompressing: path, $0, status: file.finish()) }
  }

  /// False at the end of the file.
  private mutating func fill() throws(IngestError) -> Bool {
    if !rest.isEmpty { return true }
    guard let count = file.readBlock(into: &block, at: 0, upTo: block.count) else { throw IngestError("read", path) }
    rest = 0..<count
    return count > 0
  }

  private mutating func pass(_ count: Int) {
    rest = rest.dropFirst(count)
    position += Int64(count)
  }
}
