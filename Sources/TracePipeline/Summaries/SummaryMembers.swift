import TraceIngest
import TraceModel

/// The members of a JSON object in a file of summaries, in their order; absent and empty ones are left out.
///
/// `SummaryShape` names each member once: `SummaryWriter` writes its value, and `SummaryReader` sets it.
protocol SummaryMembers {
  var isReading: Bool { get }

  /// A whole number or `Event.absent`.
  mutating func number(_ key: String, _ value: inout Int64)
  mutating func numbers(_ key: String, _ values: inout [Int64])
  mutating func truth(_ key: String, _ value: inout Bool?)
  /// A text of `Symbols`; a reader needs a `sign` to tell what it may leave out.
  mutating func text(_ key: String, _ id: inout TextID, isSign: Bool)
  mutating func word(_ key: String, _ value: inout String)
  /// A list of named values; unknown names are skipped.
  mutating func words<Value>(
    _ key: String, _ values: inout [Value], name: (Value) -> String, value: (Span<UInt8>) -> Value?)
  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void)
  /// A list of objects, each made from `empty`. A reader may leave out objects by their numbers, cases and signs: it
  /// reads other texts and objects after that.
  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void)
  /// True for no kind of task, and for one in the vocabulary, as far as it is known here.
  mutating func isInVocabulary(_ kind: TextID) -> Bool
  /// A case by its name; `usual` is left out.
  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?)
  mutating func passOver(_ key: String)
  mutating func stream(_ key: String, _ id: inout StreamID)
  mutating func context(_ key: String, _ id: inout ContextID)
  /// The file and line of an event, which a summary's digest leaves out, as they differ in a copy of a log.
  mutating func sourceLine(_ source: inout SourceID, line: inout Int32)
}

extension SummaryMembers {
  /// A number of any width; zero is left out.
  mutating func count(_ key: String, _ value: inout some FixedWidthInteger) {
    var number = value == 0 ? Event.absent : Int64(truncatingIfNeeded: value)
    self.number(key, &number)
    value = number == Event.absent ? 0 : .init(truncatingIfNeeded: number)
  }

  /// A truth value; false is left out.
  mutating func flag(_ key: String, _ value: inout Bool) {
    var truth: Bool? = value ? true : nil
    self.truth(key, &truth)
    value = truth == true
  }

  /// A case by its name, which is never left out.
  mutating func choice<Value: Hashable>(_ key: String, _ value: inout Value, of names: CaseNames<Value>) {
    choice(key, &value, of: names, usual: nil)
  }

  /// A text of `Symbols` that is no sign.
  mutating func text(_ key: String, _ id: inout TextID) { text(key, &id, isSign: false) }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) { list(key, &values, of: empty, where: nil, pass) }

  mutating func cases<Value: Hashable>(_ key: String, _ values: inout [Value], of names: CaseNames<Value>) {
    words(key, &values, name: names.name) { names.value(of: $0) }
  }

  mutating func kinds(_ key: String, _ set: inout KindSet) {
    var kinds = set.kinds
    cases(key, &kinds, of: NamedCases.kinds)
    if isReading { set = KindSet(kinds) }
  }

  /// Sets of kinds, as the names of a set joined with +.
  mutating func sets(_ key: String, _ sets: inout [KindSet]) {
    words(key, &sets, name: { $0.kinds.map(NamedCases.kinds.name).joined(separator: "+") }) { text in
      // Mostly it is one name.
      let kind = NamedCases.kinds.value(of: text)
      let names = kind == nil ? text.string.split(separator: "+").map(String.init) : []
      return KindSet(kind.map { [$0] } ?? names.compactMap(NamedCases.kinds.value))
    }
  }

  /// Kinds of a launch by their numbers, as in `1 2 5`.
  mutating func kinds(_ key: String, _ set: inout KindSet, of kinds: KindNumbers) {
    var text = set.kinds.map { String(kinds.number(of: $0)) }.joined(separator: " ")
    word(key, &text)
    if isReading { set = KindSet(kinds.kinds(numberedIn: text).compactMap(\.self).filter { $0 != .unknown }) }
  }

  /// Pairs of kinds of a launch by their numbers, as in `0-1 1-2`.
  mutating func pairs(_ key: String, _ pairs: inout [EventPair], of kinds: KindNumbers) {
    var text = pairs.map { "\(kinds.number(of: $0.previous))-\(kinds.number(of: $0.next))" }.joined(separator: " ")
    word(key, &text)
    guard isReading else { return }
    let all = kinds.kinds(numberedIn: text)
    pairs = stride(from: 1, to: all.count, by: 2).compactMap { index in
      guard let previous = all[index - 1], let next = all[index] else { return nil }
      return EventPair(previous: previous, next: next)
    }
  }

  mutating func isInVocabulary(_ kind: TextID) -> Bool { true }

  mutating func instant(_ key: String, _ value: inout Int64, since base: Int64) {
    var difference = value == Event.absent ? value : value &- base
    number(key, &difference)
    value = difference == Event.absent ? difference : difference &+ base
  }
}

extension KindNumbers {
  /// The kinds with the numbers in a text like `0 2` or `0-1 1-2`; nil for a number that no kind of the launch has.
  fileprivate func kinds(numberedIn text: String) -> [EventKind?] {
    if text.isEmpty { return [] }
    let kinds = [.unknown] + set.kinds
    var found: [EventKind?] = []
    var number = 0
    func add() { found.append(kinds.indices.contains(number) ? kinds[number] : nil) }
    for byte in text.utf8 {
      if byte & 0xF0 == 0x30 {
        number = number &* 10 &+ Int(byte & 0x0F)
      } else {
        add()
        number = 0
      }
    }
    add()
    return found
  }
}
