import Testing
import TraceModel

/// Values are numbered in the order in which they came, whatever their hashes are.
@Suite(.tags(.small)) struct InternTableTests {
  /// A value of which many have one hash.
  private struct Clashing: Internable {
    var number: Int
    var internHash: UInt64 { UInt64(number % 3) << 32 }
  }

  @Test func `values with one hash have numbers of their own`() {
    var table = InternTable<Clashing>()
    let numbers = (0..<200).map { table.intern(Clashing(number: $0)) }
    #expect(numbers == (0..<200).map(Int32.init))
    #expect((0..<200).map { table.intern(Clashing(number: $0)) } == numbers)
    #expect(table.count == 200)
  }

  @Test func `a value that was appended is found, and not added again`() {
    var table = InternTable<StreamKey>()
    var first = StreamKey()
    first.pid = 7
    table.values.append(first)
    #expect(table.intern(StreamKey()) == 1)
    #expect(table.intern(first) == 0)
    #expect(table.count == 2)
  }

  @Test func `a stream has one number, whether its key is a launch id alone or not`() {
    let numbers = Array(0..<60 as Range<Int32>)
    let keys = numbers.map { number in
      var key = StreamKey(launch: TextID(rawValue: number % 3 == 0 ? 0 : 7 * (60 - number)))
      if number % 3 != 1 { key.pid = Int64(number) }
      return key
    }
    var table = StreamTable()
    // Some are appended, and get into the table when one is looked for.
    for (index, key) in keys.enumerated() {
      if index % 5 < 2 { table.append(key) } else { #expect(table.intern(key) == Int32(index)) }
    }
    for _ in 0..<2 {
      #expect(keys.map { table.intern($0) } == numbers && table.count == 60)
      #expect(numbers.map { table[$0] } == keys)
      table.endInterning()
    }
    // A name that was read later.
    table[9] = StreamKey(launch: TextID(rawValue: 1_000))
    table[10] = keys[9]
    #expect(table[9].launch.rawValue == 1_000 && table[10] == keys[9] && table.count == 60)
  }

  @Test func `contexts that differ by their process alone become one`() {
    var symbols = Symbols()
    let numbers = (0..<12).map { number in
      var context = Context()
      context.app = symbols.texts.intern("app \(number % 2)")
      context.pid = number < 2 ? Event.absent : Int64(number)
      return symbols.contexts.intern(context)
    }
    let apps = numbers.map { symbols.contexts[$0].app }
    let kept = symbols.forgetProcesses()
    #expect(symbols.contexts.count == 2 && kept.map { symbols.context($0).app } == apps)
    #expect(symbols.contexts.values.allSatisfy { $0.pid == Event.absent })
  }

  @Test func `contexts that differ in one field differ in their hashes`() {
    var contexts = [Context()]
    for path in Context.texts {
      var context = Context()
      context[keyPath: path] = TextID(rawValue: 5)
      contexts.append(context)
    }
    for pid in [0, 5] as [Int64] {
      var context = Context()
      context.pid = pid
      contexts.append(context)
    }
    for flag in [false, true] {
      var simulator = Context()
      simulator.simulator = flag
      var debugger = Context()
      debugger.debugger = flag
      contexts += [simulator, debugger]
    }
    #expect(Set(contexts.map(\.internHash)).count == contexts.count)
    #expect(contexts.count == 19)
  }

  @Test func `each text of a context is changed once, in the order of the texts`() {
    var context = Context()
    var number: Int32 = 0
    context.changeTexts { text in
      number += 1
      text = TextID(rawValue: number)
    }
    #expect(Context.texts.map { context[keyPath: $0].rawValue } == Array(1...12))
    var signature = Signature()
    number = 0
    signature.changeTexts { text in
      number += 1
      text = TextID(rawValue: number)
    }
    #expect(Signature.texts.map { signature[keyPath: $0].rawValue } == Array(1...6))
  }
}
