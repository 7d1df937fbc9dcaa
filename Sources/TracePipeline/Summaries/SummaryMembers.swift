import TraceModel

/// The members of a JSON object in a file of summaries, in their order.
///
/// `SummaryShape` names each member once: `SummaryWriter` writes what it holds, and `SummaryReader` sets it to what it
/// reads. What is absent is left out.
protocol SummaryMembers {
  /// True if values are set to what is read.
  var isReading: Bool { get }

  /// A whole number; `Event.absent` is left out.
  mutating func number(_ key: String, _ value: inout Int64)
  /// A list of whole numbers; an empty list is left out.
  mutating func numbers(_ key: String, _ values: inout [Int64])
  /// A truth value; nil is left out.
  mutating func truth(_ key: String, _ value: inout Bool?)
  /// A text of `Symbols`; no text is left out.
  mutating func text(_ key: String, _ id: inout TextID)
  /// A text; the empty one is left out.
  mutating func word(_ key: String, _ value: inout String)
  /// An object; one without members is left out.
  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void)
  /// A list of objects, each of which begins as `empty`; an empty list is left out.
  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void)
  /// A list of objects, of which a reader may leave out those that are not needed.
  ///
  /// What is needed shows without texts, but for the `taskKind`, and without objects.
  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void)
  /// The stays of a launch, of which a reader may leave out all but how they ended if `judged` includes none.
  mutating func stays(
    _ key: String, _ stays: inout [StaySummary], _ judged: JudgedDetails?,
    _ pass: (inout StaySummary, inout Self) -> Void)
  /// A text of `Symbols` that is the kind of a task.
  mutating func taskKind(_ key: String, _ id: inout TextID)
  /// True if the vocabulary has the kind of a task, as far as it can be told here; also for no kind.
  mutating func isInVocabulary(_ kind: TextID) -> Bool
  /// The names of kinds.
  mutating func kinds(_ key: String, _ kinds: inout KindSet)
  /// Kinds of a launch by their numbers, as in `1 2 5`.
  mutating func kinds(_ key: String, _ set: inout KindSet, of kinds: KindNumbers)
  /// A list of cases by their names; an empty list is left out.
  mutating func cases<Value: Hashable>(_ key: String, _ values: inout [Value], of names: CaseNames<Value>)
  /// Sets of kinds: the names of a set joined with +.
  mutating func sets(_ key: String, _ sets: inout [KindSet])
  /// A case by its name; `usual` is left out.
  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?)
  /// Pairs of kinds of a launch by their numbers, as in `0-1 1-2`.
  mutating func pairs(_ key: String, _ pairs: inout [EventPair], of kinds: KindNumbers)
  /// Members that a reader was not asked for.
  mutating func passOver(_ keys: [String])
  /// The fields of a stream's name.
  mutating func stream(_ key: String, _ id: inout StreamID)
  /// The fields of a context.
  mutating func context(_ key: String, _ id: inout ContextID)
  /// The file that an event stands in, and its line.
  ///
  /// A summary's digest leaves them out: a copy of a log has other names and lines for the same launches.
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

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void
  ) { list(key, &values, of: empty, pass) }

  mutating func isInVocabulary(_ kind: TextID) -> Bool { true }

  mutating func stays(
    _ key: String, _ stays: inout [StaySummary], _ judged: JudgedDetails?,
    _ pass: (inout StaySummary, inout Self) -> Void
  ) { list(key, &stays, of: StaySummary(), pass) }

  mutating func taskKind(_ key: String, _ id: inout TextID) { text(key, &id) }

  /// An instant as the time since another one, in nanoseconds.
  mutating func instant(_ key: String, _ value: inout Int64, since base: Int64) {
    var difference = value == Event.absent ? value : value &- base
    number(key, &difference)
    value = difference == Event.absent ? difference : difference &+ base
  }
}

extension KindNumbers {
  /// The kinds in a text like `0 2`; what names no kind of the launch is left out.
  func set(_ text: String) -> KindSet {
    KindSet(text.split(separator: " ").compactMap { Int($0).flatMap(kind) }.filter { $0 != .unknown })
  }

  /// The pairs in a text like `0-1 1-2`; what names no kind of the launch is left out.
  func pairs(_ text: String) -> [EventPair] {
    text.split(separator: " ").compactMap { pair in
      let kinds = pair.split(separator: "-").compactMap { Int($0).flatMap(kind) }
      return kinds.count == 2 ? EventPair(previous: kinds[0], next: kinds[1]) : nil
    }
  }
}
