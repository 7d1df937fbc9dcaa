import Synchronization
import TraceIngest

/// Words of packed events in a temporary file; one thread adds, any may read.
final class MovedWords: Sendable {
  /// A place in the file: the offset in bytes, and the number of values.
  struct Piece: Sendable {
    let offset: Int64
    let count: Int
  }

  private let file: TemporaryFile
  private let state = Mutex<(size: Int64, failure: IngestError?)>((0, nil))

  init() throws(IngestError) { file = try TemporaryFile() }

  /// Why a read failed; a run must end with it, as summaries that lack values are wrong.
  var failure: IngestError? { state.withLock { $0.failure } }

  /// Appends numbers and returns their place; without room the file stays as it was.
  func add<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) throws(IngestError) -> Piece {
    let offset = state.withLock { $0.size }
    try file.write(values, at: offset)
    state.withLock { $0.size += Int64(values.count * MemoryLayout<Value>.stride) }
    return Piece(offset: offset, count: values.count)
  }

  /// The numbers of a piece; nil on an error, which `failure` has from then on.
  func values<Value: FixedWidthInteger & BitwiseCopyable>(of piece: Piece) -> [Value]? {
    do throws(IngestError) { return try file.values(at: piece.offset, count: piece.count) } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }
}
