import TraceModel

/// Whose launches the events of one launch id are, as far as it has to be known.
///
/// While events come it keeps only which lines name an owner. What these say is asked when an event may be known already:
/// most launch ids name one launch, and most events are new.
struct StreamOwners {
  private struct Line {
    var source: Int32
    var line: Int32
    var context: Int64
  }

  /// The lines that name an owner, but for those that follow one of their source with the same context.
  private var lines: [Line] = []
  private var last: Line?
  /// True if the lines of all events in the table are noted.
  var isLoaded = false

  /// True if a line has nothing to say beside the one that was noted last.
  @inline(__always) func isKnown(source: Int32, line: Int32, context: Int64) -> Bool {
    guard let last else { return false }
    return last.context == context && last.source == source && last.line <= line
  }

  mutating func note(source: Int32, line: Int32, context: Int64, namesOwner: Bool) {
    let next = Line(source: source, line: line, context: context)
    let continues = last?.source == source && last?.context == context
    last = next
    if !namesOwner { return }
    // In a log that is newest first, each line stands before the one that came last.
    if continues { lines.removeLast() }
    lines.append(next)
  }

  /// The owners that the lines name, by rows of `contexts`, if two conflict: the launch id names several launches; else
  /// nil.
  func history(_ owner: (Int64) throws(StoreError) -> LaunchOwner) throws(StoreError) -> OwnerHistory? {
    // Lines of one context name one owner, whoever that is.
    if lines.allSatisfy({ $0.context == lines[0].context }) { return nil }
    var history = OwnerHistory()
    var all = LaunchOwner()
    var isShared = false
    for line in lines {
      let named = try owner(line.context)
      isShared = isShared || all.conflicts(with: named)
      all = all.filled(from: named)
      history.note(named, source: Int64(line.source), line: Int64(line.line))
    }
    return isShared ? history : nil
  }
}

/// The columns of `contexts` that name the owner of a launch.
private enum OwnerColumn: Int32, Column {
  case device, app, appVersion, appBuild, format

  static let list = allCases.map { "(SELECT value FROM text_values WHERE id = contexts.\($0.name))" }
    .joined(separator: ", ")
}

extension RowEncoder {
  /// Notes whose launch an event's line names, in the stream that was begun, which a launch id names.
  @inline(__always) mutating func noteOwner(of event: Event) throws(StoreError) {
    let context = try row(of: event.context)
    let source = Int32(truncatingIfNeeded: row(ofSource: event.source))
    if states[stream].owners.isKnown(source: source, line: event.line, context: context) { return }
    let namesOwner = symbols.context(event.context).namesOwner
    states[stream].owners.note(source: source, line: event.line, context: context, namesOwner: namesOwner)
  }

  /// The owner that a row of `contexts` names.
  mutating func owner(ofRow row: Int64) throws(StoreError) -> LaunchOwner {
    if let known = owners[row] { return known }
    owners[row] = try connection.query("SELECT \(OwnerColumn.list) FROM contexts WHERE id = ?", row).first { context in
      LaunchOwner(
        device: context.string(OwnerColumn.device), app: context.string(OwnerColumn.app),
        appVersion: context.string(OwnerColumn.appVersion), appBuild: context.string(OwnerColumn.appBuild),
        format: context.string(OwnerColumn.format))
    }
    return owners[row] ?? LaunchOwner()
  }
}

extension Event {
  /// True if it is on the line of another event or a later one, in the same source and with the same context.
  func follows(_ other: Event) -> Bool {
    context == other.context && source == other.source && line >= other.line
  }
}
