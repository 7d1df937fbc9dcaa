package import TraceModel

/// What all launches of an input hold, as far as findings rest on it: what each recorder writes, which apps are
/// extensions, and when devices were first unlocked.
package struct HeldKinds: Sendable {
  let recorders: [RecorderProfile.Key: RecorderProfile]
  let extensions: Extensions
  /// The number of launches, with stand-ins for earlier ones.
  let launchCount: Int
  let firstUnlocks: FirstUnlocks

  /// What these launches hold, whose numbers are of `symbols`.
  init(_ launches: [LaunchSummary], _ symbols: Symbols) {
    var counter = RecorderProfile.Counter(contextCount: symbols.contexts.count)
    var asksForUnlocks = false
    let all = launches.span  // Summaries are large: what is needed of one is read in its place.
    for launch in all.indices where !all[launch].isEarlier && all[launch].nature != .mixed {
      let index = counter.add(all[launch].kinds, in: all[launch].context, symbols)
      let candidates = launches.candidates(at: launch)
      asksForUnlocks = asksForUnlocks || candidates.contains { $0.doubts.contains(.unlockedBefore) }
      for candidate in candidates.indices where !candidates[candidate].explanations.isEmpty {
        counter.addDue(KindSet(union: candidates[candidate].explanations), at: index)
      }
    }
    recorders = counter.recorders
    extensions = Extensions(launches, symbols)
    launchCount = launches.count
    firstUnlocks = asksForUnlocks ? FirstUnlocks(launches, symbols) : FirstUnlocks()
  }

  fileprivate init(_ recorders: [RecorderProfile.Key: RecorderProfile], _ extensions: Extensions, _ launchCount: Int) {
    self.recorders = recorders
    self.extensions = extensions
    self.launchCount = launchCount
    firstUnlocks = FirstUnlocks()
  }
}

extension HeldKinds {
  /// Adds up what a store has counted of its launches.
  package struct Counter {
    private let symbols: Symbols
    private var recorders = RecorderProfile.Counter()
    private var apps: Extensions.AppKinds
    private var launchCount = 0

    /// An empty count of launches whose texts are all in `symbols`.
    package init(_ symbols: Symbols) {
      self.symbols = symbols
      apps = Extensions.AppKinds(symbols.texts)
    }

    /// Counts launches that hold these kinds, or with `areDue` candidates that a missing event of one of the kinds
    /// would explain.
    ///
    /// `earlier` is the reason of the nature of stand-ins, nil for launches.
    package mutating func add(_ context: Context, earlier: TextID?, _ kinds: KindSet, areDue: Bool, _ count: Int) {
      if !areDue {
        apps.add(kinds, earlier: earlier, in: context)
        launchCount += count
      }
      if earlier != nil { return }
      let index = recorders.index(of: context)
      if areDue {
        recorders.addDue(kinds, count, at: index)
      } else {
        recorders.addLaunches(count, with: kinds, at: index)
      }
    }

    /// The kinds of events that the launches counted so far hold.
    package consuming func counted() -> HeldKinds {
      HeldKinds(recorders.recorders, Extensions(apps, symbols), launchCount)
    }
  }
}
