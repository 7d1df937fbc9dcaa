/// When two records tell the same event, within one stream.
public enum Identity: Sendable, Equatable {
  /// The same event with the same fields.
  case same
  /// The same event, but other fields differ.
  case sameWithOtherFields
  /// Another event.
  case different

  /// How `record` relates to `known`; context, source, line, lost lines and what others say play no part.
  public static func of(_ record: Event, _ known: Event, _ symbols: Symbols) -> Identity {
    var other = known.alone
    other.source = record.source
    if record.alone == other { return .same }
    guard record.seq != Event.absent, record.seq == known.seq else { return .different }
    let first = symbols.signature(record)
    let second = symbols.signature(known)
    let hasSameCore =
      record.time == known.time && record.uptime == known.uptime && record.scene == known.scene
      && record.sceneInstance == known.sceneInstance && record.viewInstance == known.viewInstance
      && record.task == known.task && first.kind == second.kind && first.unknownName == second.unknownName
      && first.phase == second.phase && first.view == second.view
    return hasSameCore ? .sameWithOtherFields : .different
  }
}

extension Event {
  /// What it says, and who has told it: without context, line, lost lines and what others say.
  public var alone: Event {
    var event = self
    event.context = ContextID(rawValue: 0)
    event.line = 0
    event.lost = 0
    event.isContradicted = false
    event.isFurther = false
    return event
  }
}
