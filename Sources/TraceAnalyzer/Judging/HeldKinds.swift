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
      let index = counter.add(all[launch].kinds, in: all[launch].context, symbols)
      let candidates = launches.candidates(at: launch)
      for candidate in candidates.indices where !candidates[candidate].explanations.isEmpty {
        counter.addDue(KindSet(union: candidates[candidate].explanations), at: index)
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
    private let ofApp: TextID
    private var recorders: RecorderProfile.Counter
    /// By the number of a context, the kinds of its launches; nil of one without launches.
    private var kinds: [KindSet?]

    /// Nothing counted yet, of launches whose contexts are all in `symbols`.
    package init(_ symbols: Symbols) {
      self.symbols = symbols
      ofApp = symbols.texts.find(Array(LaunchNature.ofApp.utf8).span)
      kinds = [KindSet?](repeating: nil, count: symbols.contexts.count)
      recorders = RecorderProfile.Counter(contextCount: symbols.contexts.count)
    }

    /// Counts a launch.
    ///
    /// - Parameters:
    ///   - launch: The launch, with the kinds of its events.
    ///   - dues: For each of its candidates that a missing event would explain, the kinds of which one would.
    package mutating func add(_ launch: borrowing LaunchSummary, _ dues: [KindSet]) {
      let number = Int(launch.context.rawValue)
      // The store was changed from outside: nothing that is counted in it will be asked for.
      guard self.kinds.indices.contains(number) else { return }
      if !launch.isEarlier {
        let index = recorders.add(launch.kinds, in: launch.context, symbols)
        for kinds in dues { recorders.addDue(kinds, at: index) }
      }
      let shown = Extensions.kinds(of: launch, ofApp)
      kinds[number] = kinds[number]?.union(shown) ?? shown
    }

    /// The kinds of events that the launches counted so far hold.
    package consuming func counted() -> HeldKinds {
      var apps = Extensions.AppKinds()
      for (kinds, context) in zip(kinds, symbols.contexts.values) {
        if let kinds { apps.add(kinds, in: context) }
      }
      return HeldKinds(recorders.recorders, Extensions(apps, symbols))
    }
  }
}
