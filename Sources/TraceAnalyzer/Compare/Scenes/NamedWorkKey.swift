import TraceModel

/// Something that the app has given a name, by which both sides know it.
struct NamedWorkKey: Hashable {
  var kind: NamedWork.Kind
  var name: String

  /// As in `work 'refreshFeed'`.
  var words: String {
    if name.isEmpty { return EventKind.dataSave.name }
    return kind == .save ? "\(EventKind.dataSave.name) '\(name)'" : "\(kind.name) '\(name)'"
  }

  /// True if `a` stands before `b` in rows.
  static func isOrdered(_ a: NamedWorkKey, _ b: NamedWorkKey) -> Bool {
    a.kind == b.kind ? Normalised.isOrdered(a.name, b.name) : a.kind.rawValue < b.kind.rawValue
  }
}
