import TraceModel

/// Which kinds of events each source of a launch reports.
///
/// An event may be reported twice only if two sources report events of its kind. In many logs no kind has two: delegate
/// methods come from one source, tasks from another.
struct KindsOfSources {
  private static let sourceCount = EventSource.allCases.count

  /// The kinds that each source reports, by the source's number.
  private var kinds = [KindSet](repeating: KindSet(), count: sourceCount)
  private var all = KindSet()
  /// True if several sources report events of one kind.
  private(set) var areRetold = false

  /// Notes that the source reports events of this kind.
  mutating func insert(_ kind: EventKind, from source: EventSource) {
    let number = Int(source.rawValue)
    if all.contains(kind), !kinds[number].contains(kind) { areRetold = true }
    kinds[number].insert(kind)
    all.insert(kind)
  }
}
