package import TraceModel

/// What all launches of an input hold, as far as the findings in one of them rest on it: what each recorder writes, and
/// which apps are extensions.
package struct HeldKinds: Sendable {
  let recorders: [RecorderProfile.Key: RecorderProfile]
  let extensions: Extensions

  /// What these launches hold, whose numbers are of `symbols`.
  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    var counter = RecorderProfile.Counter(contextCount: symbols.contexts.count)
    let all = launches.span  // Summaries are large: what is needed of one is read in its place.
    for launch in all.indices where !all[launch].isEarlier {
      let place = counter.add(all[launch].kinds, in: all[launch].context, symbols)
      let candidates = launches.candidates(at: launch)
      for candidate in candidates.indices where !candidates[candidate].explanations.isEmpty {
        counter.addDue(candidates[candidate].explanations.union, at: place)
      }
    }
    recorders = counter.recorders
    extensions = Extensions(launches, symbols)
  }

  fileprivate init(_ recorders: [RecorderProfile.Key: RecorderProfile], _ extensions: Extensions) {
    self.recorders = recorders
    self.extensions = extensions
  }
}

extension HeldKinds {
  /// Counts what launches hold that are read one after the other and not kept.
  package struct Counter {
    private let symbols: Symbols
    private var recorders: RecorderProfile.Counter
    private var apps = Extensions.AppKinds()

    /// Nothing counted yet, of launches whose contexts are all in `symbols`.
    package init(_ symbols: Symbols) {
      self.symbols = symbols
      recorders = RecorderProfile.Counter(contextCount: symbols.contexts.count)
    }

    /// Counts a launch, which has events of its own.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of its events.
    ///   - explanations: For each of its candidates that a missing event would explain, the sets of kinds of which one would.
    ///   - context: Its context.
    package mutating func add(_ kinds: KindSet, _ explanations: [[KindSet]], in context: ContextID) {
      let place = recorders.add(kinds, in: context, symbols)
      for sets in explanations { recorders.addDue(sets.union, at: place) }
      apps.add(kinds, in: symbols.context(context))
    }

    /// The kinds of events that the launches counted so far hold.
    package consuming func counted() -> HeldKinds { HeldKinds(recorders.recorders, Extensions(apps, symbols)) }
  }
}

extension [KindSet] {
  /// The kinds of all sets.
  fileprivate var union: KindSet { reduce(KindSet()) { $0.union($1) } }
}
