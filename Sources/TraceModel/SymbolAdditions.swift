/// The symbols that were added after a mark, for a thread that keeps a copy of its own.
///
/// For speed: a copy of whole tables that is still in use elsewhere makes each table be copied once more when it grows.
/// The additions of a batch are a few texts. So two threads never share a table that grows.
///
///     var sent = SymbolMark()
///     let additions = symbols.additions(after: sent)   // all of them, the first time
///     sent = symbols.mark
///     copy.add(additions)                              // the copy has the same numbers now
public struct SymbolAdditions: Sendable {
  /// Where in `symbols` of the receiver these begin.
  let mark: SymbolMark
  /// The new texts, one after the other, and where each ends.
  private var textBytes: [UInt8] = []
  private var textEnds: [Int] = []
  private let signatures: [Signature]
  private let contexts: [Context]
  private let streams: [StreamKey]

  init(of symbols: Symbols, after mark: SymbolMark) {
    self.mark = mark
    for number in mark.texts..<symbols.texts.count {
      textBytes += symbols.texts.slice(TextID(rawValue: Int32(number + 1)))
      textEnds.append(textBytes.count)
    }
    signatures = Array(symbols.signatures.values[mark.signatures...])
    contexts = Array(symbols.contexts.values[mark.contexts...])
    streams = Array(symbols.streams.values[mark.streams...])
  }

  func add(to symbols: inout Symbols) {
    symbols.texts.append(textBytes, ends: textEnds)
    symbols.signatures.values += signatures
    symbols.contexts.values += contexts
    symbols.streams.values += streams
  }
}

extension Symbols {
  /// How much these hold now.
  public var mark: SymbolMark { SymbolMark(self) }

  /// The symbols that were added after `mark`, which was taken of these symbols.
  public func additions(after mark: SymbolMark) -> SymbolAdditions { SymbolAdditions(of: self, after: mark) }

  /// Adds what was added to other symbols, so that these have the same numbers.
  ///
  /// - Precondition: These hold what the others held at the mark.
  public mutating func add(_ additions: SymbolAdditions) {
    precondition(mark == additions.mark, "symbols are added in the order in which they came")
    additions.add(to: &self)
  }
}
