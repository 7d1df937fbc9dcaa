import TraceModel

/// Which kinds of events each source of a launch reports.
///
/// Sources report the same occurrence twice only where a kind comes from two of them: in an app that marks its delegate's
/// methods, and tasks of which no source is known, none is.
struct KindsOfSources {
  private static let sourceCount = EventSource.allCases.count

  /// By the source's number.
  private var kinds = [KindSet](repeating: KindSet(), count: sourceCount)
  private var all = KindSet()
  /// Some kind comes from several sources.
  private(set) var areRetold = false

  /// Notes that the source reports events of this kind.
  mutating func insert(_ kind: EventKind, from source: EventSource) {
    let number = Int(source.rawValue)
    if all.contains(kind), !kinds[number].contains(kind) { areRetold = true }
    kinds[number].insert(kind)
    all.insert(kind)
  }
}
