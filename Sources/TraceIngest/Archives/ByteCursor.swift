/// Reads a file or what a program makes of it from its start to its end, and passes over some of it.
struct ByteCursor: ~Copyable {
  private var file: OpenFile
  private let path: SourcePath
  private let program: String?
  /// How many bytes were passed.
  private(set) var position: Int64 = 0
  /// In bytes; nil of what a program makes.
  let size: Int64?
  /// What was read last, and the rest of it that was not passed.
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

  /// Goes on at `target`, or at the end if that comes first.
  mutating func skip(to target: Int64) throws(IngestError) {
    if let size, target - position > Int64(rest.count) {
      position = min(target, size)
      rest = 0..<0
      _ = file.seek(to: position)
      return
    }
    while position < target, try fill() { pass(Int(min(target - position, Int64(rest.count)))) }
  }

  /// The bytes of a file at an offset, fewer where it ends; the position stays where it is.
  func bytes(at offset: Int64, count: Int) -> [UInt8] { file.bytes(at: offset, count: count) }

  /// Why the program that decompresses has failed; nil if it has not.
  mutating func finish() -> IngestError? {
    program.flatMap { IngestError(decompressing: path, $0, status: file.finish()) }
  }

  /// Reads on if all that was read is passed; false at the end.
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
