/// Which numbers values have after they were moved to other symbols: by their old numbers the new ones, -1 for what was
/// left behind.
public struct SymbolMap: Sendable {
  /// By `TextID`; no text stays no text.
  public internal(set) var texts: [Int32]
  /// By `SignatureID`.
  public internal(set) var signatures: [Int32]
  /// By `ContextID`.
  public internal(set) var contexts: [Int32]
  /// By `StreamID`.
  public internal(set) var streams: [Int32]

  /// A map of symbols of which nothing was moved yet.
  init(of symbols: Symbols) {
    texts = Array(repeating: -1, count: symbols.texts.count + 1)
    texts[0] = 0
    signatures = Array(repeating: -1, count: symbols.signatures.count)
    contexts = Array(repeating: -1, count: symbols.contexts.count)
    streams = Array(repeating: -1, count: symbols.streams.count)
  }

  /// The new number of a text; nil if it was left behind.
  public func text(_ id: TextID) -> TextID? {
    let moved = texts[Int(id.rawValue)]
    return moved < 0 ? nil : TextID(rawValue: moved)
  }

  /// The new number of a context; nil if it was left behind.
  public func context(_ id: ContextID) -> ContextID? {
    let moved = contexts[Int(id.rawValue)]
    return moved < 0 ? nil : ContextID(rawValue: moved)
  }

  /// The new number of a stream; nil if it was left behind.
  public func stream(_ id: StreamID) -> StreamID? {
    let moved = streams[Int(id.rawValue)]
    return moved < 0 ? nil : StreamID(rawValue: moved)
  }
}
