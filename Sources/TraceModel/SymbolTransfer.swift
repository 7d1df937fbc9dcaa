/// Moves values into symbols that are begun anew, so that they keep their meaning and get other numbers.
///
/// What nobody asks for is left behind.
///
///     var transfer = SymbolTransfer(from: old, to: Symbols())
///     let moved = transfer.event(event)     // its numbers are of `transfer.symbols`
///     let map = transfer.map                // for others who know the numbers of `old`
public struct SymbolTransfer: Sendable {
  private let old: Symbols
  /// The new symbols, with what was moved so far.
  public var symbols: Symbols
  /// What was moved so far.
  public private(set) var map: SymbolMap

  /// Begins with `symbols`, which may hold something of their own, and get what is moved from `old`.
  public init(from old: Symbols, to symbols: Symbols) {
    self.old = old
    self.symbols = symbols
    map = SymbolMap(of: old)
  }

  /// The number of a stream, which is moved if it was not.
  public mutating func stream(_ id: StreamID) -> StreamID {
    if let moved = map.stream(id) { return moved }
    var key = old.stream(id)
    key.changeTexts { move(&$0) }
    let moved = symbols.streams.intern(key)
    map.streams[Int(id.rawValue)] = moved
    return StreamID(rawValue: moved)
  }

  /// The number of a context, which is moved if it was not.
  public mutating func context(_ id: ContextID) -> ContextID {
    if let moved = map.context(id) { return moved }
    var context = old.context(id)
    context.changeTexts { move(&$0) }
    let moved = symbols.contexts.intern(context)
    map.contexts[Int(id.rawValue)] = moved
    return ContextID(rawValue: moved)
  }

  /// The event in numbers of the new symbols.
  public mutating func event(_ event: Event) -> Event {
    var event = event
    event.stream = stream(event.stream)
    event.context = context(event.context)
    event.signature = signature(event.signature)
    move(&event.scene)
    move(&event.sceneInstance)
    move(&event.viewInstance)
    move(&event.task)
    move(&event.attributes)
    return event
  }

  private mutating func signature(_ id: SignatureID) -> SignatureID {
    let known = map.signatures[Int(id.rawValue)]
    if known >= 0 { return SignatureID(rawValue: known) }
    var signature = old.signatures[id.rawValue]
    move(&signature.unknownName)
    signature.changeTexts { move(&$0) }
    let moved = symbols.signatures.intern(signature)
    map.signatures[Int(id.rawValue)] = moved
    return SignatureID(rawValue: moved)
  }

  private mutating func move(_ id: inout TextID) {
    if id.isNone { return }
    let known = map.texts[Int(id.rawValue)]
    let moved = known >= 0 ? TextID(rawValue: known) : symbols.texts.intern(id, of: old.texts)
    map.texts[Int(id.rawValue)] = moved.rawValue
    id = moved
  }
}
