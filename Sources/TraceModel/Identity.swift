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
    if isEqual(record, known) { return .same }
    guard record.seq != Event.absent, record.seq == known.seq else { return .different }
    return hasSameCore(record, known, symbols) ? .sameWithOtherFields : .different
  }

  private static func isEqual(_ a: Event, _ b: Event) -> Bool {
    var other = b
    (other.context, other.source) = (a.context, a.source)
    (other.line, other.lost, other.isContradicted) = (a.line, a.lost, a.isContradicted)
    return a == other
  }

  private static func hasSameCore(_ a: Event, _ b: Event, _ symbols: Symbols) -> Bool {
    let (first, second) = (symbols.signature(a), symbols.signature(b))
    return a.time == b.time && a.uptime == b.uptime && a.scene == b.scene && a.sceneInstance == b.sceneInstance
      && a.viewInstance == b.viewInstance && a.task == b.task && first.kind == second.kind
      && first.unknownName == second.unknownName && first.phase == second.phase && first.view == second.view
  }
}
