/// How two records of one stream relate: as one event, or as two.
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
  /// The event without its context, line, lost lines and what other records say: two of one source are the same record.
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
