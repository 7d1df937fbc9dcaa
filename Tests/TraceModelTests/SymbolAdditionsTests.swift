import Testing
import TraceModel

@Suite(.tags(.small)) struct SymbolAdditionsTests {
  @Test func `a copy that gets all additions has the same numbers`() {
    var symbols = Symbols()
    var copy = Symbols()
    var sent = SymbolMark()
    for round in 0..<5 {
      for number in 0..<round * 3 {
        var key = StreamKey()
        key.launch = symbols.texts.intern("launch \(number % 7)")
        _ = symbols.streams.intern(key)
        var signature = Signature()
        signature.unknownName = symbols.texts.intern("event \(number)")
        _ = symbols.signatures.intern(signature)
        var context = Context()
        context.deviceModel = symbols.texts.intern("iPhone\(round)")
        _ = symbols.contexts.intern(context)
      }
      copy.add(symbols.additions(after: sent))
      sent = symbols.mark
      #expect(copy.mark == sent)
    }
    #expect(symbols.texts.count > 12)
    for number in 1...symbols.texts.count {
      let id = TextID(rawValue: Int32(number))
      #expect(copy.texts.string(id) == symbols.texts.string(id))
    }
    let streams = (0..<Int32(symbols.streams.count)).map { symbols.streams[$0] }
    #expect((0..<Int32(copy.streams.count)).map { copy.streams[$0] } == streams)
    #expect(copy.signatures.values == symbols.signatures.values)
    #expect(copy.contexts.values == symbols.contexts.values)
  }

  @Test func `texts that were added are found by their bytes`() {
    var symbols = Symbols()
    // More than the table has slots for at first.
    let ids = (0..<2000).map { symbols.texts.intern("text \($0)") }
    var copy = Symbols()
    copy.add(symbols.additions(after: SymbolMark()))
    #expect(copy.texts.find(Array("text 7".utf8).span) == ids[7])
    #expect(copy.texts.find(Array("no text".utf8).span) == .none)
    let new = copy.texts.intern("new")
    #expect(new.rawValue == 2001)
    for number in ids.indices { #expect(copy.texts.intern("text \(number)") == ids[number]) }
    #expect(copy.texts.intern("new") == new)
  }
}
