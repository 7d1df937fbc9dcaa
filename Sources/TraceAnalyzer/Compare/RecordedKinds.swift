import TraceModel

/// The kinds of events that the recorders of some launches write, as far as the launches show it.
struct RecordedKinds {
  /// The kinds that some launch holds, or that a recorder declares in `records`.
  let kinds: KindSet
  /// True if a recorder declares what it writes.
  let areDeclared: Bool

  /// The kinds of these launches.
  init(_ launches: [Launch]) {
    var kinds = KindSet()
    // A million launches share a few declarations: each is split once.
    var known: Set<TextID> = [.none]
    for launch in launches {
      kinds = kinds.union(launch.kinds)
      guard known.insert(launch.declaredKinds).inserted else { continue }
      let names = launch.text(launch.declaredKinds).split(separator: ",")
      kinds = kinds.union(KindSet(names.compactMap { EventNames.meaning(of: String($0))?.kind }))
    }
    self.kinds = kinds
    areDeclared = known.count > 1
  }
}
