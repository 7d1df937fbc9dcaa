import Synchronization
import TraceIngest

/// The words of packed events, or of details of launches, in a temporary file, as memory has no room for them.
///
/// One thread adds words; any number may read some at the same time.
final class MovedWords: Sendable {
  /// Where words are in the file: the first one, in bytes, and how many there are.
  struct Piece: Sendable {
    let offset: Int64
    let count: Int
  }

  private let file: TemporaryFile
  private let state = Mutex<(size: Int64, failure: IngestError?)>((0, nil))

  /// An empty file.
  ///
  /// - Throws: `IngestError` if there is no room for one.
  init() throws(IngestError) { file = try TemporaryFile() }

  /// Why words could not be read; nil if all could.
  ///
  /// The summaries of launches whose words are missing are wrong, so that a run must end with this error.
  var failure: IngestError? { state.withLock { $0.failure } }

  /// Writes words behind those that are there.
  ///
  /// - Returns: Where they are.
  /// - Throws: `IngestError` if there is no room for them; the file is as it was then.
  func add(_ words: [UInt32]) throws(IngestError) -> Piece {
    let offset = state.withLock { $0.size }
    try file.write(words, at: offset)
    state.withLock { $0.size += Int64(words.count * MemoryLayout<UInt32>.stride) }
    return Piece(offset: offset, count: words.count)
  }

  /// The words of some pieces, one after the other; nil if they cannot be read, which `failure` says from then on.
  func words(of pieces: [Piece]) -> [UInt32]? {
    do throws(IngestError) {
      var words: [UInt32] = []
      for piece in pieces { words += try file.words(at: piece.offset, count: piece.count) }
      return words
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
      return nil
    }
  }
}
