import TraceAnalyzer
import TraceIngest
import TraceModel
import TraceStore

/// Reads the members of objects of a file of summaries; unknown ones are skipped.
struct SummaryReader: SummaryMembers {
  let isReading = true
  var symbols = Symbols()
  /// The first source that the present object names; 0 for none.
  private(set) var firstSource = SourceID(rawValue: 0)
  /// The process of the launch, if its context lacks it.
  private var process = Event.absent
  private var json = SummaryJSON()
  /// The names of sources, numbered from 1 as they came; none stands for no source.
  private var sourceNames = TextTable()
  /// Added to `symbols` once the whole line was read.
  private var stream = StreamKey()
  private var context = Context()
  /// True while only those members of a task or a candidate are read that show whether it is needed.
  private var isGlancing = false
  /// Leaves out details that are not wanted; nil keeps all.
  private var reducer: DetailReducer?
  /// Which texts seen so far are kinds of tasks in the vocabulary.
  private var taskKinds: [TextID: Bool] = [:]

  init(_ wanted: SummaryScope = .all) {
    symbols.sourceNames = [""]  // As in a store, where no source is 0.
    reducer = wanted.judged.map { DetailReducer($0) }
  }

  mutating func begin(_ line: [UInt8]) -> Bool {
    firstSource = SourceID(rawValue: 0)
    return json.begin(line)
  }

  /// Turns to a line that is read in order, as `SummaryJSON.beginOrdered`.
  mutating func beginOrdered(_ block: LineBlock, _ number: Int) -> UInt64? {
    firstSource = SourceID(rawValue: 0)
    return json.beginOrdered(block, number, head: Self.head)
  }

  /// The text before the digest in each line that this version of tracetool writes.
  private static let head = Array(#"{"schema":"\#(SummaryLines.schema)","rules":"\#(DerivationDigest.value)""#.utf8)

  var wrongKey: String? { json.wrongKey }

  /// True if the line is of a payload of MetricKit, whose counts stand at its end.
  var isOfMetricKit: Bool { symbols.texts.string(context.format) == InputFormat.metricKit.name }

  /// Ends a line as `SummaryJSON.end`; sets the launch's stream and context, and drops unwanted details.
  mutating func end(_ launch: inout LaunchSummary, early: Bool = false) -> SummaryOrigin? {
    guard json.end(early: early) else { return nil }
    launch.stream = StreamID(rawValue: symbols.streams.intern(stream))
    launch.context = ContextID(rawValue: symbols.contexts.intern(context))
    if var own = reducer {
      reducer = nil  // One owner alone: its tables are changed without a copy.
      own.reduce(&launch) { isInVocabulary($0) }
      reducer = own
    }
    return SummaryOrigin(source: firstSource, process: process)
  }

  mutating func number(_ key: String, _ value: inout Int64) {
    value = json.member(key) ? json.wholeNumber() ?? Event.absent : Event.absent
  }

  mutating func numbers(_ key: String, _ values: inout [Int64]) {
    values = []
    guard json.member(key) else { return }
    json.open(UInt8(ascii: "["))
    while json.hasItem() { json.wholeNumber().map { values.append($0) } }
  }

  mutating func truth(_ key: String, _ value: inout Bool?) { value = json.member(key) ? json.truth() : nil }

  mutating func text(_ key: String, _ id: inout TextID, isSign: Bool) {
    let isGlance = isGlancing && !isSign
    id = .none
    if json.member(key) { id = json.text(&symbols.texts) { isGlance ? .none : $1.intern($0) } ?? .none }
  }

  mutating func word(_ key: String, _ value: inout String) { value = json.member(key) ? json.string() ?? "" : "" }

  mutating func choice<Value: Hashable>(
    _ key: String, _ value: inout Value, of names: CaseNames<Value>, usual: Value?
  ) {
    var isThere = false
    if json.member(key) {
      json.text(&value) { text, value in
        isThere = !text.isEmpty
        value = names.value(of: text) ?? value
      }
    }
    if !isThere, let usual { value = usual }
  }

  mutating func words<Value>(
    _ key: String, _ values: inout [Value], name: (Value) -> String, value: (Span<UInt8>) -> Value?
  ) {
    values = []
    guard json.member(key) else { return }
    json.open(UInt8(ascii: "["))
    while json.hasItem() { json.text(&values) { text, values in value(text).map { values.append($0) } } }
  }

  /// Passes over a member of a line read in order; members of a tree are looked up by key.
  mutating func passOver(_ key: String) { if json.isOrdered, json.member(key) { json.passOver() } }

  mutating func object<Value>(_ key: String, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    guard json.member(key) else { return }
    if isGlancing, json.isOrdered { json.passOver() } else { read(&value, pass) }
  }

  private mutating func read<Value>(_ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    json.open(UInt8(ascii: "{"))
    pass(&value, &self)
    json.close()
  }

  mutating func stream(_ key: String, _ id: inout StreamID) {
    var stream = StreamKey()
    object(key, &stream) { SummaryShape.pass(&$0, &$1) }
    self.stream = stream
  }

  /// A context; where launches are judged, without its process, which no finding names.
  ///
  /// For memory and speed: each of a million launches has its own process, and so would have a context of 150 bytes.
  mutating func context(_ key: String, _ id: inout ContextID) {
    var context = Context()
    object(key, &context) { SummaryShape.pass(&$0, &$1) }
    process = Event.absent
    if reducer != nil { swap(&process, &context.pid) }
    self.context = context
  }

  mutating func sourceLine(_ source: inout SourceID, line: inout Int32) {
    // Sources have the numbers of their names, as 0 is none; no `String` is made of a known one.
    let isGlance = isGlancing
    var file = TextID.none
    if json.member("file") { file = json.text(&sourceNames) { isGlance ? .none : $1.intern($0) } ?? .none }
    count("line", &line)
    source = SourceID(rawValue: file.rawValue)
    if file.isNone { return }
    if symbols.sourceNames.count <= Int(file.rawValue) { symbols.sourceNames.append(sourceNames.string(file)) }
    if firstSource.rawValue == 0 { firstSource = source }
  }

  // For speed: most tasks and candidates cannot become findings. They are first read without texts and nested objects,
  // which is enough to tell, and takes a tenth of the time. A value of a wrong type that is skipped so, in a line that
  // tracetool wrote, is not found.

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void
  ) {
    values = []
    guard json.member(key) else { return }
    json.open(UInt8(ascii: "["))
    while json.hasItem() {
      let start = json.next
      if let isNeeded, let glance = glance(of: empty, pass) {
        if !isNeeded(glance, &self) { continue }
        json.go(to: start)
      }
      var value = empty
      read(&value, pass)
      if isNeeded?(value, &self) ?? true { values.append(value) }
    }
  }

  /// The next object without texts and locations; nil if no location before it has named the launch's file.
  private mutating func glance<Value>(of empty: Value, _ pass: (inout Value, inout Self) -> Void) -> Value? {
    if firstSource.rawValue == 0 { return nil }
    var value = empty
    isGlancing = true
    read(&value, pass)
    isGlancing = false
    return value
  }

  mutating func isInVocabulary(_ kind: TextID) -> Bool {
    if kind.isNone { return true }
    if let answer = taskKinds[kind] { return answer }
    let answer = TaskKind(symbols.texts.string(kind)) != nil
    taskKinds[kind] = answer
    return answer
  }
}
