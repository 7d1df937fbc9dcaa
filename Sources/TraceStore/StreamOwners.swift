import TraceModel

/// Whose launches the events of one launch id are, as far as it has to be known.
///
/// While events come it keeps only which lines name an owner. What these say is asked when an event may be known already:
/// most launch ids name one launch, and most events are new.
struct StreamOwners {
  private struct Line {
    var source: Int32
    var line: Int32
    /// A row of `contexts`.
    var context: Int64
  }

  /// The lines that name an owner, but for those that follow one of their source with the same context.
  private var lines: [Line] = []
  private var last: Line?
  /// How many of `lines` are known to have the context of the first one.
  private var alike = 0
  /// How many of `lines` are looked at, and how many are in `history`.
  private var lookedAt = 0
  private var inHistory = 0
  /// The owner that the lines so far name, as far as they agree.
  private var owner = LaunchOwner()
  private var history = OwnerHistory()
  /// True if the lines of all events in the table are noted.
  var isLoaded = false
  /// Two owners conflict: the launch id names several launches.
  private(set) var isShared = false

  /// True if a line has nothing to say beside the one that was noted last.
  @inline(__always) func isKnown(source: Int32, line: Int32, context: Int64) -> Bool {
    guard let last else { return false }
    return last.context == context && last.source == source && last.line <= line
  }

  /// True if a context names an owner, as that of the last line that does.
  func isOwner(_ context: Int64) -> Bool { lines.last?.context == context }

  /// Notes a line and its context.
  mutating func note(source: Int32, line: Int32, context: Int64, namesOwner: Bool) {
    let next = Line(source: source, line: line, context: context)
    let continues = last?.source == source && last?.context == context
    last = next
    if !namesOwner { return }
    // In a log that is newest first, each line stands before the one that came last.
    if continues, max(lookedAt, alike) < lines.count { lines.removeLast() }
    lines.append(next)
  }

  /// Looks at what was noted since this was last called; `owner` is what a row of `contexts` names.
  mutating func look(_ owner: (Int64) throws(StoreError) -> LaunchOwner) throws(StoreError) {
    while alike < lines.count, lines[alike].context == lines[0].context { alike += 1 }
    // Lines of one context name one owner, whoever that is.
    if alike == lines.count { return }
    while lookedAt < lines.count {
      let named = try owner(lines[lookedAt].context)
      isShared = isShared || self.owner.conflicts(with: named)
      self.owner = self.owner.filled(from: named)
      lookedAt += 1
    }
    while isShared, inHistory < lines.count {
      let line = lines[inHistory]
      history.note(try owner(line.context), source: Int64(line.source), line: Int64(line.line))
      inHistory += 1
    }
  }

  /// The owner that a line belongs to which itself names `named`.
  mutating func owner(source: Int32, line: Int32, named: LaunchOwner) -> LaunchOwner {
    named.following(history.owner(source: Int64(source), line: Int64(line)))
  }
}

/// The columns of `contexts` that name the owner of a launch.
private enum OwnerColumn: Int32, Column {
  case device, app, appVersion, appBuild, format

  /// Their texts.
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
    let context = try connection.query("SELECT \(OwnerColumn.list) FROM contexts WHERE id = ?", row)
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

extension Event {
  /// True if it is on the line of another event or a later one, in the same source and with the same context.
  func follows(_ other: Event) -> Bool {
    context == other.context && source == other.source && line >= other.line
  }
}
