import TraceIngest
import TraceModel

// For speed: most tasks, stays and candidates cannot become findings. They are first read without texts and nested
// objects, which is enough to tell, and takes a tenth of the time. In a line as tracetool writes it, what is passed over
// so is not looked at: a value of a wrong type there is not found.

extension SummaryReader {
  /// The source and the process id of the launch that was read last, which its summary does not hold.
  var origin: SummaryOrigin { SummaryOrigin(source: firstSource, process: process) }

  /// Takes the process out of a context where launches are judged.
  ///
  /// For memory and speed: of a million launches each has a process of its own, and so a context, which takes 150 bytes in
  /// tables. No finding names it; without it some thousand contexts are left.
  mutating func takeProcess(of context: inout Context) {
    process = Event.absent
    if reducer == nil { return }
    swap(&process, &context.pid)
  }

  mutating func taskKind(_ key: String, _ id: inout TextID) {
    let isGlance = isGlancing
    isGlancing = false
    text(key, &id)
    isGlancing = isGlance
  }

  mutating func list<Value>(
    _ key: String, _ values: inout [Value], of empty: Value, where isNeeded: ((Value, inout Self) -> Bool)?,
    _ pass: (inout Value, inout Self) -> Void
  ) {
    guard let isNeeded else { return list(key, &values, of: empty, pass) }
    values = []
    forEachObject(key) { reader, item in
      let start = reader.line.offset
      if let glance = reader.glance(item, of: empty, pass) {
        if !isNeeded(glance, &reader) { return true }
        reader.line.go(to: start)
      }
      var value = empty
      reader.read(item, &value, pass)
      if isNeeded(value, &reader) { values.append(value) }
      return true
    }
  }

  mutating func stays(
    _ key: String, _ stays: inout [StaySummary], _ judged: JudgedDetails?,
    _ pass: (inout StaySummary, inout Self) -> Void
  ) {
    let start = line
    if let judged, let ends = stayEnds(key, judged, pass) { return stays = ends }
    line = start
    list(key, &stays, of: StaySummary(), pass)
  }

  /// How stays ended; nil if more of them is needed.
  private mutating func stayEnds(
    _ key: String, _ judged: JudgedDetails, _ pass: (inout StaySummary, inout Self) -> Void
  ) -> [StaySummary]? {
    var counts = StayCounts()
    var isEnough = true
    forEachObject(key) { reader, item in
      isEnough = reader.glance(item, of: StaySummary(), pass).map { !judged.include($0) && counts.add($0) } ?? false
      return isEnough
    }
    return isEnough ? reducer?.ends(counts) : nil
  }

  /// Calls `body` for each object of a list, until it returns false: with its number in the tree, or nil for the one that
  /// comes next in the line.
  private mutating func forEachObject(_ key: String, _ body: (inout Self, Int?) -> Bool) {
    if isOrdered {
      guard line.member(key) else { return }
      line.open(UInt8(ascii: "["))
      while line.hasItem(), body(&self, nil) {}
      return
    }
    guard let member = member(key) else { return }
    for item in items(of: member, key) {
      guard tree.isObject(item) else { return refuse(key) }
      if !body(&self, item) { return }
    }
  }

  private mutating func read<Value>(_ item: Int?, _ value: inout Value, _ pass: (inout Value, inout Self) -> Void) {
    if let item { read(item, &value, pass) } else { readOrdered(&value, pass) }
  }

  /// What an object says without texts and locations; nil if it must be read whole, as no location before it has named the file
  /// the launch stands in.
  private mutating func glance<Value>(
    _ item: Int?, of empty: Value, _ pass: (inout Value, inout Self) -> Void
  ) -> Value? {
    if firstSource.rawValue == 0 { return nil }
    var value = empty
    isGlancing = true
    read(item, &value, pass)
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

  /// Leaves out of a launch that was read what was not asked for.
  mutating func reduce(_ launch: inout LaunchSummary) {
    guard var own = reducer else { return }
    reducer = nil  // One owner alone: its tables are changed without a copy.
    own.reduce(&launch) { isInVocabulary($0) }
    reducer = own
  }
}
