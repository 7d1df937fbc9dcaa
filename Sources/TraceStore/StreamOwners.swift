import TraceModel

/// The owners of the events of one launch id, as far as they matter.
///
/// While events come, it only notes lines that name an owner. The owners are looked up when an event may be known
/// already: most launch ids name one launch, and most events are new.
struct StreamOwners {
  private struct Line {
    var source: Int32
    var line: Int32
    var context: Int64
  }

  /// Lines that name an owner, without those that follow one of their source with an equal context.
  private var lines: [Line] = []
  private var last: Line?
  /// True if the lines of all stored events are noted.
  var isLoaded = false

  /// True if a line adds nothing to the last one noted.
  @inline(__always) func isKnown(source: Int32, line: Int32, context: Int64) -> Bool {
    guard let last else { return false }
    return last.context == context && last.source == source && last.line <= line
  }

  mutating func note(source: Int32, line: Int32, context: Int64, namesOwner: Bool) {
    let next = Line(source: source, line: line, context: context)
    let continues = last?.source == source && last?.context == context
    last = next
    if !namesOwner { return }
    // In a log with the newest line first, each line precedes the one that came before.
    if continues { lines.removeLast() }
    lines.append(next)
  }

  /// The owners by rows of `contexts`, if two conflict, that is if the launch id names several launches; else nil.
  func history(_ owner: (Int64) throws(StoreError) -> LaunchOwner) throws(StoreError) -> OwnerHistory? {
    // Lines of one context name one owner.
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

private enum OwnerColumn: Int32, Column {
  case device, app, appVersion, appBuild, format

  static let list = allCases.map { "(SELECT value FROM text_values WHERE id = contexts.\($0.name))" }
    .joined(separator: ", ")
}

extension RowEncoder {
  /// Notes the owner of an event's line, in the present stream, which has a launch id.
  @inline(__always) mutating func noteOwner(of event: Event) throws(StoreError) {
    let context = try row(of: event.context)
    let source = Int32(truncatingIfNeeded: row(ofSource: event.source))
    if states[stream].owners.isKnown(source: source, line: event.line, context: context) { return }
    let namesOwner = symbols.context(event.context).namesOwner
    states[stream].owners.note(source: source, line: event.line, context: context, namesOwner: namesOwner)
  }

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
  /// True if it is on the line of `other` or a later one, in its source and context.
  func follows(_ other: Event) -> Bool {
    context == other.context && source == other.source && line >= other.line
  }
}
