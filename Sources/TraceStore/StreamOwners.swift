import TraceModel

/// Whose launches the events of one launch id are, as far as it has to be known.
///
/// While events come it keeps only which lines name an owner. What these say is asked when the place of an event is
/// taken: most launch ids name one launch, and most places are free.
struct StreamOwners {
  /// A line that names an owner, or that only the line before it in its source may.
  struct Line {
    var source: Int64
    /// After the stream's first line, as in the table.
    var line: Int64
    var context: ContextID
  }

  /// The lines that were noted by this process, but for those that say what the one before them says.
  private(set) var noted: [Line] = []
  private var last: (source: SourceID, context: ContextID)?
  /// How many of `noted` are looked at.
  private var known = 0
  /// The owner that the lines so far name, as far as they agree.
  private var owner = LaunchOwner()
  /// True if the contexts in the table have been looked at; and, for `hasLines`, each line.
  var isLoaded = false
  private(set) var hasLines = false
  /// Two owners conflict: the launch id names several launches.
  private(set) var isShared = false
  private var history = OwnerHistory()

  /// True if every line that was noted has been looked at, and the table as far as it matters.
  var isUpToDate: Bool { isLoaded && known == noted.count && (hasLines || !isShared) }

  /// True if an event has the source and context of the last one.
  @inline(__always) func isKnown(_ event: Event) -> Bool {
    last.map { $0.context == event.context && $0.source == event.source } ?? false
  }

  /// Notes the line of an event, which may name an owner.
  mutating func note(_ event: Event, namesOwner: Bool, base: StreamBase) {
    last = (event.source, event.context)
    if !namesOwner { return }
    let line = event.line == 0 ? Event.absent : Int64(event.line) &- base.line
    noted.append(Line(source: Int64(event.source.rawValue), line: line, context: event.context))
  }

  /// Looks at what was noted since it was last asked.
  mutating func look(_ owner: (ContextID) -> LaunchOwner) {
    while known < noted.count {
      let line = noted[known]
      let named = owner(line.context)
      add(named)
      if hasLines { history.note(named, source: line.source, line: line.line) }
      known += 1
    }
  }

  /// Takes an owner that a context in the table names.
  mutating func add(_ named: LaunchOwner) {
    isShared = isShared || owner.conflicts(with: named)
    owner = owner.filled(from: named)
  }

  /// Takes the owners of all lines: those in the table, and those that were noted.
  mutating func take(_ lines: [(source: Int64, line: Int64, owner: LaunchOwner)], _ owner: (ContextID) -> LaunchOwner) {
    hasLines = true
    for line in lines { history.note(line.owner, source: line.source, line: line.line) }
    for line in noted[..<known] { history.note(owner(line.context), source: line.source, line: line.line) }
  }

  /// True if two lines belong to two launches.
  mutating func areTwo(_ one: (source: Int64, line: Int64), _ other: (source: Int64, line: Int64)) -> Bool {
    let first = history.owner(source: one.source, line: one.line)
    return first.conflicts(with: history.owner(source: other.source, line: other.line))
  }
}

/// The columns of `event_values` that place a line and name its owner.
private enum LineColumn: Int32, Column {
  case source, line, context

  static let list = makeList()
}

/// The columns of `contexts` that name the owner of a launch.
private enum OwnerColumn: Int32, Column {
  case device, app, appVersion, appBuild, format

  static let list = makeList()
}

extension RowEncoder {
  /// Notes whose launch an event's line names, in the stream that was begun.
  @inline(__always) mutating func noteOwner(of event: Event) {
    guard states[stream].isLaunch, !states[stream].owners.isKnown(event) else { return }
    let namesOwner = symbols.context(event.context).namesOwner
    states[stream].owners.note(event, namesOwner: namesOwner, base: base)
  }

  /// True if a stream's launch id names several launches.
  mutating func isShared(_ stream: Int) throws(StoreError) -> Bool {
    guard states[stream].isLaunch else { return false }
    if states[stream].owners.isUpToDate { return states[stream].owners.isShared }
    let symbols = symbols
    func owner(_ id: ContextID) -> LaunchOwner { LaunchOwner(symbols.context(id), symbols.texts) }
    if !states[stream].owners.isLoaded {
      states[stream].owners.isLoaded = true
      for context in try contexts(of: stream) { states[stream].owners.add(try self.owner(ofRow: context)) }
    }
    states[stream].owners.look(owner)
    let isShared = states[stream].owners.isShared
    if isShared, !states[stream].owners.hasLines { states[stream].owners.take(try lines(of: stream), owner) }
    return isShared
  }

  /// The rows of the contexts of a stream's events.
  private func contexts(of stream: Int) throws(StoreError) -> [Int64] {
    let rows = try connection.query("SELECT DISTINCT context FROM event_values WHERE stream = ?", states[stream].row)
    var contexts: [Int64] = []
    while try rows.step() {
      contexts.append(rows.integer(0))
    }
    return contexts
  }

  private mutating func lines(of stream: Int) throws(StoreError) -> [(source: Int64, line: Int64, owner: LaunchOwner)] {
    let rows = try connection.query(
      "SELECT \(LineColumn.list) FROM event_values WHERE stream = ?", states[stream].row)
    var lines: [(source: Int64, line: Int64, context: Int64)] = []
    while try rows.step() {
      lines.append(
        (rows.integer(LineColumn.source), rows.optional(LineColumn.line), rows.integer(LineColumn.context)))
    }
    var owned: [(source: Int64, line: Int64, owner: LaunchOwner)] = []
    for line in lines {
      let owner = try owner(ofRow: line.context)
      if owner != LaunchOwner() { owned.append((line.source, line.line, owner)) }
    }
    return owned
  }

  /// The owner that a row of `contexts` names.
  private mutating func owner(ofRow row: Int64) throws(StoreError) -> LaunchOwner {
    if let known = owners[row] { return known }
    let columns = OwnerColumn.allCases.map { "(SELECT value FROM text_values WHERE id = contexts.\($0.name))" }
      .joined(separator: ", ")
    let context = try connection.query("SELECT \(columns) FROM contexts WHERE id = ?", row)
    defer { context.reset() }
    guard try context.step() else { return LaunchOwner() }
    let owner = LaunchOwner(
      device: context.string(OwnerColumn.device), app: context.string(OwnerColumn.app),
      appVersion: context.string(OwnerColumn.appVersion), appBuild: context.string(OwnerColumn.appBuild),
      format: context.string(OwnerColumn.format))
    owners[row] = owner
    return owner
  }
}
