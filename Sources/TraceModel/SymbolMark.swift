/// How much symbols held at some moment.
public struct SymbolMark: Sendable, Equatable {
  var texts = 0
  var signatures = 0
  var contexts = 0
  var streams = 0

  /// The mark of symbols that hold nothing.
  public init() {}

  init(_ symbols: Symbols) {
    texts = symbols.texts.count
    signatures = symbols.signatures.count
    contexts = symbols.contexts.count
    streams = symbols.streams.count
  }
}
