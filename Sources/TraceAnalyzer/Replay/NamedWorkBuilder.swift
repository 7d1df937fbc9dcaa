import TraceModel

/// Counts the runs of named work, of named background tasks, and of events of the app's own.
struct NamedWorkBuilder {
  static let kinds: KindSet = [.unknown, .workBegin, .taskBegin, .dataSave]

  /// In the order of their first runs.
  private var entries: [NamedWork] = []
  var all: [NamedWork] { entries.inOwnStorage }

  mutating func takeStorage(of other: inout NamedWorkBuilder) { entries.takeStorage(of: &other.entries) }

  /// Takes the next event of these kinds, at a stage of the launch.
  mutating func note(_ step: Step, at stage: LaunchStage, _ context: ReplayContext) {
    guard step.isEntry, step.signature.phase != .end, let work = Self.work(step, context) else { return }
    var index = entries.firstIndex { $0.name == work.name && $0.kind == work.kind }
    if index == nil, entries.count < NamedWork.mostNames {
      index = entries.count
      entries.append(work)
    }
    guard let index else { return }
    Self.raise(&entries[index].runs)
    if stage.contains(.launch) { Self.raise(&entries[index].atLaunch) }
    if stage.contains(.connect) { Self.raise(&entries[index].atConnect) }
    if stage.contains(.return) { Self.raise(&entries[index].atReturn) }
  }

  private static func work(_ step: Step, _ context: ReplayContext) -> NamedWork? {
    let signature = step.signature
    var work = NamedWork()
    work.name = signature.name
    switch step.kind {
    case .workBegin:
      let kind = context.words.workKinds[signature.taskKind]
      work.kind = kind == .setup || kind == .startup ? .setup : .work
      if work.name.isNone { work.name = signature.taskKind }
    case .taskBegin:
      if TaskBuilder.isSystem(step.event, context) { return nil }
      work.kind = .task
    case .dataSave:
      work.kind = .save
      return work
    default:
      if isUnmapped(step, context) { return nil }
      work.kind = .event
      work.name = signature.unknownName
    }
    return work.name.isNone ? nil : work
  }

  /// True if a reader of another format made up the event's name, as the vocabulary has no kind for the record.
  private static func isUnmapped(_ step: Step, _ context: ReplayContext) -> Bool {
    if context.facts.summary.unmappedCount == 0 { return false }
    let format = context.symbols.context(step.event.context).format
    return !format.isNone && context.words.formats[format] != .canonical
  }

  private static func raise(_ count: inout UInt16) { if count < .max { count += 1 } }
}
