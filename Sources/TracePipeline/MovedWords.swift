import Synchronization
import TraceIngest

/// The words of packed events, or the bytes of launches' details, in a temporary file; one thread adds some, any may
/// read some.
final class MovedWords: Sendable {
  /// Where numbers are in the file: the first one, in bytes, and how many there are.
  struct Piece: Sendable {
    let offset: Int64
    let count: Int
  }

  private let file: TemporaryFile
  private let state = Mutex<(size: Int64, failure: IngestError?)>((0, nil))

  init() throws(IngestError) { file = try TemporaryFile() }

  /// Why something could not be read; a run must end with it, as the summaries of launches that lack something are
  /// wrong.
  var failure: IngestError? { state.withLock { $0.failure } }

  /// Writes numbers behind what is there, and returns where they are; without room the file stays as it was.
  func add<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) throws(IngestError) -> Piece {
    let offset = state.withLock { $0.size }
    try file.write(values, at: offset)
    state.withLock { $0.size += Int64(values.count * MemoryLayout<Value>.stride) }
    return Piece(offset: offset, count: values.count)
  }

  /// Says that what was read is not what was written.
  func noteDamage() { state.withLock { $0.failure = $0.failure ?? file.damage } }

  /// The numbers of a piece; nil if they cannot be read, which `failure` says from then on.
  func values<Value: FixedWidthInteger & BitwiseCopyable>(of piece: Piece) -> [Value]? {
    do throws(IngestError) { return try file.values(at: piece.offset, count: piece.count) } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }
}
