import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Reads the members of objects of a file of summaries.
///
/// Members may stand in any order, as another program may have sorted them; those that it does not know are passed over.
/// A line as tracetool writes it is read from its front (`beginOrdered`), without a tree of its values; `begin` reads any
/// other line.
struct SummaryReader: SummaryMembers {
  let isReading = true
  /// The tables that the numbers in the summaries refer to.
  var symbols = Symbols()
  /// The first source that the current object names; 0 where the object names none.
  private(set) var firstSource = SourceID(rawValue: 0)
  /// The process of the launch, where its context does not hold it.
  var process = Event.absent
  /// The key of the first member that has a value of a wrong type.
  private(set) var wrongKey: String?
  /// The values of the line.
  private(set) var tree: JSONTree
  /// The current object, by its number in the tree.
  private var current = 0
  /// The member that is expected next: they stand in the order in which they are asked for, mostly.
  private var next = 1
  /// The names of sources, numbered from 1 as they came; none stands for no source.
  private var sourceNames = TextTable()
  /// The line, where it is read from its front.
  var line = JSONLine()
  private(set) var isOrdered = false
  /// What it says of its stream and its context: added to `symbols` once the whole line was read.
  private var orderedStream = StreamKey()
  private var orderedContext = Context()
  /// The kinds of events that texts of earlier lines name, so that each text is read once.
  private var kindTexts = KindTexts()
  /// True while only those members of a task, a stay or a candidate are read that show whether it is needed.
  var isGlancing = false
  /// Leaves out of launches what was not asked for; nil where all is kept as it is.
  var reducer: DetailReducer?
  /// Which texts are kinds of tasks that the vocabulary has, of those that were looked at.
  var taskKinds: [TextID: Bool] = [:]

  /// A reader that has read no line yet, for so much of each launch.
  init(_ wanted: SummaryScope = .all) {
    tree = JSONTree(without: SummaryShape.keys(without: wanted))
    symbols.sourceNames = [""]  // As in a store, where no source is 0.
    reducer = wanted.judged.map { DetailReducer($0) }
  }

  /// Turns to a line; returns false if it is no whole object.
  ///
  /// Details that launches are read without are there only if the `whole` line is asked for.
  mutating func begin(_ line: [UInt8], whole: Bool = false) -> Bool {
    isOrdered = false
    current = 0
    next = 1
    wrongKey = nil
    firstSource = SourceID(rawValue: 0)
    do { try tree.read(line, whole: whole) } catch { return false }
    return tree.isObject(0)
  }

  /// Turns to a line that is read from its front; only what `endOrdered` confirms is true.
  ///
  /// - Returns: The line's digest; nil if it was not written by this version of tracetool.
  mutating func beginOrdered(_ block: LineBlock, _ number: Int) -> UInt64? {
    isOrdered = true
    wrongKey = nil
    firstSource = SourceID(rawValue: 0)
    line.begin(block, number, head: Self.head)
    return line.member("digest") ? line.hexNumber() : nil
  }

  /// What stands before the digest in each line that this version of tracetool writes.
  private static let head = Array(#"{"schema":"\#(SummaryLines.schema)","rules":"\#(DerivationDigest.value)""#.utf8)

  /// True if the line's context is that of a payload of MetricKit, whose counts stand at its end.
  var isOfMetricKit: Bool { symbols.texts.string(orderedContext.format) == InputFormat.metricKit.name }

  /// Ends a line, which is odd unless it holds nothing but the members that were asked for, in their order.
  ///
  /// The launch then gets its stream and its context: of a line that is odd, `symbols` know neither.
  ///
  /// - Parameters:
  ///   - launch: The launch that was read.
  ///   - early: True if the rest of the line need not be looked at.
  /// - Returns: False for a line that is odd.
  mutating func endOrdered(_ launch: inout LaunchSummary, early: Bool) -> Bool {
    if early { line.endEarly() } else { line.end() }
    if line.isOdd { return false }
    launch.stream = StreamID(rawValue: symbols.streams.intern(orderedStream))
    launch.context = ContextID(rawValue: symbols.contexts.intern(orderedContext))
    return true
  }

  /// Finds a member; nil if there is none, or its value is `null`.
  mutating func member(_ key: String) -> Int? {
    guard let found = member(key, in: next..<tree.next(after: current)) ?? member(key, in: current + 1..<next) else {
      return nil
    }
    next = tree.next(after: found)
    return tree.isNull(found) ? nil : found
  }

  /// Finds a member among those that begin in a range.
  private func member(_ key: String, in range: Range<Int>) -> Int? {
    var member = range.lowerBound
    while member < range.upperBound {
      if tree.hasKey(member, key) { return member }
      member = tree.next(after: member)
    }
    return nil
  }

  /// Notes that the member of this key has a value of a wrong type.
  mutating func refuse(_ key: String) { wrongKey = wrongKey ?? key }

  mutating func number(_ key: String, _ value: inout Int64) {
    value = Event.absent
    if isOrdered {
      if line.member(key) { value = line.wholeNumber() ?? Event.absent }
      return
    }
    guard let member = member(key) else { return }
    if let number = tree.wholeNumber(of: member) { value = number } else { refuse(key) }
  }

  mutating func numbers(_ key: String, _ values: inout [Int64]) {
    values = []
    if isOrdered {
      guard line.member(key) else { return }
      line.open(UInt8(ascii: "["))
      while line.hasItem() { line.wholeNumber().map { values.append($0) } }
      return
    }
    guard let member = member(key) else { return }
    for item in items(of: member, key) {
      guard let number = tree.wholeNumber(of: item) else { return refuse(key) }
      values.append(number)
    }
  }

  mutating func truth(_ key: String, _ value: inout Bool?) {
    value = nil
    if isOrdered {
      if line.member(key) { value = line.truth() }
      return
    }
    guard let member = member(key) else { return }
    value = tree.truth(of: member)
    if value == nil { refuse(key) }
  }

  mutating func text(_ key: String, _ id: inout TextID) {
    id = .none
    if isOrdered {
      guard line.member(key), let text = line.plainText(), !isGlancing else { return }
      id = line.withBytes(text, &symbols.texts) { $1.intern($0) }
      return
    }
    guard let member = member(key) else { return }
    guard let bytes = tree.bytes(of: member) else { return refuse(key) }
    if !isGlancing { id = symbols.texts.intern(bytes.span) }
  }

  mutating func word(_ key: String, _ value: inout String) {
    value = ""
    if isOrdered {
      if line.member(key) { value = plainWord() }
      return
    }
    guard let member = member(key) else { return }
    guard let bytes = tree.bytes(of: member) else { return refuse(key) }
    value = String(decoding: bytes, as: UTF8.self)
  }

  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?
  ) {
    if isOrdered {
      guard line.member(key), let text = line.plainText() else { return usual.map { value = $0 } ?? () }
      if let found = line.withBytes(text, { names.value(of: $0) }) { value = found }
      return
    }
    var word = ""
    self.word(key, &word)
    if let found = word.isEmpty ? usual : names.value(of: word) { value = found }
  }

  mutating func words(_ key: String, _ values: inout [String]) {
    values = []
    if isOrdered {
      if line.member(key) { values = plainWords() }
      return
    }
    guard let member = member(key) else { return }
    for item in items(of: member, key) {
      guard let bytes = tree.bytes(of: item) else { return refuse(key) }
      values.append(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The next value, which is a text.
  private mutating func plainWord() -> String { line.plainText().map { line.string($0) } ?? "" }

  mutating func cases<Value: Hashable>(_ key: String, _ values: inout [Value], of names: CaseNames<Value>) {
    if !isOrdered { return caseNames(key, &values, of: names) }
    values = []
    guard line.member(key) else { return }
    line.open(UInt8(ascii: "["))
    while line.hasItem() {
      guard let text = line.plainText() else { return }
      if let value = line.withBytes(text, { names.value(of: $0) }) { values.append(value) }
    }
  }

  mutating func kinds(_ key: String, _ kinds: inout KindSet) {
    if !isOrdered { return kindNames(key, &kinds) }
    kinds = KindSet()
    guard line.member(key) else { return }
    // As it is written, up to its bracket, it is that of a launch before, mostly.
    let raw = line.untilBracket()
    let textKey = self.key(of: raw)
    if let value = kindTexts.sets[textKey] {
      line.go(to: raw.upperBound)
      kinds = value
      return
    }
    kinds = KindSet(plainWords().compactMap(NamedCases.kinds.value))
    if !line.isOdd, line.offset == raw.upperBound { kindTexts.sets[textKey] = kinds }
  }

  mutating func sets(_ key: String, _ sets: inout [KindSet]) {
    if !isOrdered { return setNames(key, &sets) }
    sets = []
    guard line.member(key) else { return }
    let raw = line.untilBracket()
    let textKey = self.key(of: raw)
    if let value = kindTexts.lists[textKey] {
      line.go(to: raw.upperBound)
      sets = value
      return
    }
    sets = plainWords().map { word in
      KindSet(word.split(separator: "+").map(String.init).compactMap(NamedCases.kinds.value))
    }
    if !line.isOdd, line.offset == raw.upperBound { kindTexts.lists[textKey] = sets }
  }

  /// The texts of an array.
  private mutating func plainWords() -> [String] {
    var words: [String] = []
    line.open(UInt8(ascii: "["))
    while line.hasItem() { words.append(plainWord()) }
    return words
  }

  /// The key in `kindTexts` of a piece of the line.
  private mutating func key(of raw: Range<Int>, _ kinds: KindSet = KindSet()) -> KindTexts.Key {
    line.withBytes(raw, &kindTexts) { $1.key(of: $0, kinds) }
  }

  /// Passes over members of a line that is read to its end; of any other, their values are not in the tree.
  mutating func passOver(_ keys: [String]) {
    if !isOrdered { return }
    for key in keys where line.member(key) { line.passOver() }
  }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    if isOrdered {
      guard line.member(key) else { return }
      if isGlancing { line.passOver() } else { readOrdered(&value, pass) }
      return
    }
    guard let member = member(key) else { return }
    if tree.isObject(member) { read(member, &value, pass) } else { refuse(key) }
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    values = []
    if isOrdered {
      guard line.member(key) else { return }
      line.open(UInt8(ascii: "["))
      while line.hasItem() {
        var value = empty
        readOrdered(&value, pass)
        values.append(value)
      }
      return
    }
    guard let member = member(key) else { return }
    for item in items(of: member, key) {
      guard tree.isObject(item) else { return refuse(key) }
      var value = empty
      read(item, &value, pass)
      values.append(value)
    }
  }

  /// The values of an array; empty of another value, which is refused.
  mutating func items(of array: Int, _ key: String) -> [Int] {
    guard tree.isArray(array) else {
      refuse(key)
      return []
    }
    var items: [Int] = []
    var item = array + 1
    while item < tree.next(after: array) {
      items.append(item)
      item = tree.next(after: item)
    }
    return items
  }

  /// Reads a value from the members of the object that comes next.
  mutating func readOrdered<Value>(_ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    line.open(UInt8(ascii: "{"))
    pass(&value, &self)
    line.close(UInt8(ascii: "}"))
  }

  /// Reads a value from the members of an object in the current one.
  mutating func read<Value>(
    _ member: Int, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void
  ) {
    let outer = current
    let start = next
    current = member
    next = member + 1
    pass(&value, &self)
    current = outer
    next = start
  }

  mutating func stream(_ key: String, _ id: inout StreamID) {
    var stream = StreamKey()
    object(key, &stream) { SummaryShape.pass(&$0, &$1) }
    if isOrdered {
      orderedStream = stream
      return
    }
    id = StreamID(rawValue: symbols.streams.intern(stream))
  }

  mutating func context(_ key: String, _ id: inout ContextID) {
    var context = Context()
    object(key, &context) { SummaryShape.pass(&$0, &$1) }
    takeProcess(of: &context)
    if isOrdered {
      orderedContext = context
      return
    }
    id = ContextID(rawValue: symbols.contexts.intern(context))
  }

  mutating func sourceLine(_ source: inout SourceID, line: inout Int32) {
    let file = fileName()
    count("line", &line)
    source = SourceID(rawValue: file.rawValue)
    if file.isNone { return }
    // The sources of `symbols` have the numbers of their names, as 0 is none.
    if symbols.sourceNames.count <= Int(file.rawValue) { symbols.sourceNames.append(sourceNames.string(file)) }
    if firstSource.rawValue == 0 { firstSource = source }
  }

  /// The name of a source that comes next, by its number among those that came; no `String` is made of it.
  private mutating func fileName() -> TextID {
    if isOrdered {
      guard line.member("file"), let text = line.plainText() else { return .none }
      return line.withBytes(text, &sourceNames) { $1.intern($0) }
    }
    guard let member = member("file") else { return .none }
    guard let bytes = tree.bytes(of: member) else {
      refuse("file")
      return .none
    }
    return isGlancing ? .none : sourceNames.intern(bytes.span)
  }

  mutating func kinds(_ key: String, _ set: inout KindSet, of kinds: KindNumbers) {
    if !isOrdered { return kindWords(key, &set, of: kinds) }
    set = KindSet()
    guard line.member(key), let text = line.plainText() else { return }
    let textKey = self.key(of: text, kinds.set)
    set = kindTexts.numberedSets[textKey] ?? kinds.set(line.string(text))
    kindTexts.numberedSets[textKey] = set
  }

  mutating func pairs(_ key: String, _ pairs: inout [EventPair], of kinds: KindNumbers) {
    if !isOrdered { return pairWords(key, &pairs, of: kinds) }
    pairs = []
    guard line.member(key), let text = line.plainText() else { return }
    let textKey = self.key(of: text, kinds.set)
    pairs = kindTexts.pairs[textKey] ?? kinds.pairs(line.string(text))
    kindTexts.pairs[textKey] = pairs
  }
}
