package import TraceModel

/// Turns the events of one stream into the summaries of its launches: a pure function, whatever the order of events.
package struct StreamReplay: Sendable {
  /// Makes the observer of a launch with these facts; it may begin the one `before`, no longer used, anew.
  typealias ObserverMaker = @Sendable (_ facts: LaunchFacts, _ before: (any StepObserver)?) -> any StepObserver

  private let tables: MachineTables
  private let showsAll: Bool
  private let wanted: JudgedDetails?
  private let makeObserver: ObserverMaker

  /// A replay by the five `machines` in their order.
  ///
  /// - `showsAll` shows every event to every builder and computes each position: slower, with an equal result.
  /// - `wanted` are the only details written down, if findings rest on no others.
  /// - `makeObserver` is called once for each launch, on any thread.
  init(
    machines: [Machine], showsAll: Bool = false, wanted: JudgedDetails? = nil, makeObserver: @escaping ObserverMaker
  ) {
    tables = MachineTables(machines, showsAll: showsAll)
    self.showsAll = showsAll
    self.wanted = wanted
    self.makeObserver = makeObserver
  }

  /// The launches of a stream, in their order; none without events.
  ///
  /// - `events` are the stream's, each once, in any order.
  /// - `fills` are the `seq` numbers of its rejected records, which leave no hole.
  /// - Several threads may share `symbols`: `ReplayedLaunch.summary` adds the contexts of launches later.
  package func launches(of stream: StreamID, events: [Event], fills: [Int64], words: InternedNames, symbols: Symbols)
    -> [ReplayedLaunch]
  {
    var launches: [ReplayedLaunch] = []
    var storage = ReplayStorage()
    add(
      stream, Self.eventsByLaunch(of: stream, events, fills, symbols), Lexicon(words, symbols), to: &launches,
      in: &storage)
    return launches
  }

  /// Adds the launches of a stream to `launches`, in order; `storage` is the memory of this thread's last launch.
  package func add(
    _ stream: StreamID, _ eventsByLaunch: [LaunchEvents], _ lexicon: Lexicon, to launches: inout [ReplayedLaunch],
    in storage: inout ReplayStorage
  ) {
    let mixing = Mixing(stream, eventsByLaunch, lexicon.symbols)
    for (ordinal, own) in eventsByLaunch.enumerated() {
      var launch = launch(stream, ordinal, ordered(own.events, lexicon), own.fills, lexicon, in: &storage)
      if let mixing { launch.leaveUnjudged(for: mixing) }
      launches.append(launch)
    }
  }

  /// Adds the launches of a stream whose events are in pieces, all of which are unpacked if the events are not in
  /// order, or may be of several launches; `fills` are the `seq` numbers of its rejected records.
  package func add(
    _ stream: StreamID, _ events: EventPieces, _ fills: [Int64], _ lexicon: Lexicon,
    to launches: inout [ReplayedLaunch], in storage: inout ReplayStorage
  ) {
    let symbols = lexicon.symbols
    if events.areSeveral, symbols.stream(stream).isLaunch, LaunchOrder.isInOrder(events.lazy),
      !LaunchSplitter.mayBeShared(events.lazy, symbols), !MeasuredSplitter.mayBeSeveral(events.lazy, symbols)
    {
      launches.append(launch(stream, 0, OrderedPieces(events, symbols), fills, lexicon, in: &storage))
    } else {
      add(stream, Self.eventsByLaunch(of: stream, events.all, fills, symbols), lexicon, to: &launches, in: &storage)
    }
  }

  /// The events of each launch of a stream, and the `seq` numbers of its rejected records.
  package static func eventsByLaunch(of stream: StreamID, _ events: [Event], _ fills: [Int64], _ symbols: Symbols)
    -> [LaunchEvents]
  {
    if events.isEmpty { return [] }
    if symbols.stream(stream).isLaunch {
      let isShared = LaunchSplitter.mayBeShared(events, symbols)
      if !isShared, !MeasuredSplitter.mayBeSeveral(events, symbols) { return [(events, fills)] }
      let owned = isShared ? LaunchSplitter.split(events, symbols) : [events]
      let split = owned.flatMap { MeasuredSplitter.split($0, symbols) }
      // A rejected record does not show which of several launches it belongs to.
      return split.map { ($0, split.count == 1 ? fills : []) }
    }
    let earlier = events.filter { EarlierLaunch.isAbout($0, symbols) }
    if !earlier.isEmpty {
      let own = events.filter { !EarlierLaunch.isAbout($0, symbols) }
      // A store hands them over in the order of time, a log in any.
      let inOrder = LaunchOrder.ordered(earlier, usesSeq: false, symbols)
      return eventsByLaunch(of: stream, own, fills, symbols) + inOrder.map { ([$0.event], []) }
    }
    let orderedEvents = LaunchOrder.orderedForCutting(events, symbols)
    let key = symbols.stream(stream)
    let format = InputFormat(ofStream: symbols.texts.string(key.source))
    let starts = LaunchCutter.starts(
      in: orderedEvents, isNameless: key.pid == Event.absent, isSession: format == .measure, isOfSDK: format == .otlp)
    if format == .copiedText, let sources = LaunchCutter.eventsBySource(orderedEvents, starts) {
      return sources.flatMap { eventsByLaunch(of: stream, $0, [], symbols) }
    }
    // A rejected record does not show which of several launches it belongs to.
    let fills = starts.count == 1 ? fills : []
    return zip(starts, starts.dropFirst() + [orderedEvents.count]).map { (orderedEvents[$0..<$1].map(\.event), fills) }
  }

  /// The events of a launch whose id names others as well, each with the device, app and version of that launch.
  package static func named(_ events: [Event], _ symbols: inout Symbols) -> [Event] {
    LaunchSplitter.named(events, &symbols)
  }

  func launch(
    _ stream: StreamID, _ ordinal: Int, _ events: [Event], _ fills: [Int64], _ lexicon: Lexicon,
    keepsHistory: Bool = false
  ) -> ReplayedLaunch {
    var storage = ReplayStorage()
    return launch(
      stream, ordinal, ordered(events, lexicon), fills, lexicon, keepsHistory: keepsHistory, in: &storage)
  }

  private func ordered(_ events: [Event], _ lexicon: Lexicon) -> OrderedEvents {
    LaunchOrder.ordered(events, usesSeq: true, lexicon.symbols, looksForEach: showsAll)
  }

  /// One launch of a stream; with `isByLine`, its events stand by line, else by `seq` or by their clocks.
  private func launch(
    _ stream: StreamID, _ ordinal: Int, _ orderedEvents: some ReplayOrder, _ fills: [Int64], _ lexicon: Lexicon,
    keepsHistory: Bool = false, isByLine: Bool = false, in storage: inout ReplayStorage
  ) -> ReplayedLaunch {
    var facts = LaunchFacts(orderedEvents, lexicon, in: &storage)
    facts.summary.stream = stream
    facts.summary.ordinal = Int32(ordinal)
    if facts.summary.kinds.contains(.launchEarlier) {
      let own = orderedEvents.map(\.event).filter { !EarlierLaunch.isAbout($0, lexicon.symbols) }
      if own.isEmpty { return EarlierLaunch.replayed(facts, orderedEvents) }
      // The launch's own events are here: no stand-in is needed.
      var launch = self.launch(
        stream, ordinal, ordered(own, lexicon), fills, lexicon, keepsHistory: keepsHistory, in: &storage)
      launch.summary.eventCount += Int64(orderedEvents.count - own.count)
      return launch
    }
    if lexicon.words.formats[facts.context.format] == .metricKit {
      // A stream is one payload, which may have been delivered twice: its counts are numbered.
      var seen: Set<TextID> = []
      let distinct = orderedEvents.filter { seen.insert($0.event.attributes).inserted }
      facts.summary.metrics = distinct.compactMap { MetricCount($0, lexicon.words, lexicon.symbols) }
    }
    let context = ReplayContext(tables, facts, lexicon, wanted)
    let observer = makeObserver(context.facts, storage.observer)
    storage.observer = observer
    var replay = Replay(
      context, fills: fills.isEmpty ? [] : Set(fills).sorted(), observer: observer, in: &storage)
    if keepsHistory { replay.history = HistoryBuilder(orderedEvents, context) }
    let summary = replay.run(orderedEvents)
    let doubts =
      (context.facts.isOrderInDoubt ? ["the wall clock steps back: the order is in doubt"] : [])
      + (replay.machines.scenes.isMerged ? ["scenes without ids can't be distinguished"] : [])
    let first = orderedEvents.first?.event.context ?? summary.context
    var launch = ReplayedLaunch(
      summary: summary, context: context.facts.context,
      known: context.facts.context == lexicon.symbols.context(first) ? first : nil,
      events: replay.history?.events ?? [],
      machines: replay.history?.machines ?? [], doubts: doubts)
    launch.milestoneOrigin = replay.history?.milestoneOrigin ?? 0
    storage.last = consume replay
    if context.facts.isOrderInDoubt, !isByLine, launch.isIllegal,
      let setBack = LaunchOrder.setBack(orderedEvents.map(\.event), lexicon.symbols)
    {
      let other = self.launch(
        stream, ordinal, setBack.events, fills, lexicon, keepsHistory: keepsHistory, isByLine: true, in: &storage)
      if !other.isIllegal { return other }
    }
    return launch
  }
}

/// A launch's events, and the `seq` numbers of its rejected records.
package typealias LaunchEvents = (events: [Event], fills: [Int64])

/// A launch's summary without its context's number, and the context itself.
package struct ReplayedLaunch: Sendable {
  var summary: LaunchSummary
  let context: Context
  let known: ContextID?
  /// The effect of each event, and all machines with their last states, if asked for.
  let events: [HistoryEntry]
  let machines: [MachineStanding]
  /// What the clock of its milestones reads at its first event, if the history was asked for.
  var milestoneOrigin: Int64 = 0
  /// Why states that look certain may not be.
  let doubts: [String]
  /// The sign of its nature, if the stream decides that.
  private var sign: String?

  init(
    summary: LaunchSummary, context: Context, known: ContextID?, events: [HistoryEntry], machines: [MachineStanding],
    doubts: [String]
  ) {
    self.summary = summary
    self.context = context
    self.known = known
    self.events = events
    self.machines = machines
    self.doubts = doubts
  }

  /// Leaves of the summary what identifies its events, not what could be judged.
  mutating func leaveUnjudged(for mixing: Mixing) {
    var bare = LaunchSummary()
    bare.nature = .mixed
    bare.stream = summary.stream
    bare.ordinal = summary.ordinal
    bare.kinds = summary.kinds
    bare.firstInstant = summary.firstInstant
    bare.lastInstant = summary.lastInstant
    bare.eventCount = summary.eventCount
    bare.unknownCount = summary.unknownCount
    bare.unmappedCount = summary.unmappedCount
    bare.stepsSeen = summary.stepsSeen
    summary = bare
    sign = mixing.sign
  }

  /// True if an event is illegal in every order.
  fileprivate var isIllegal: Bool {
    summary.candidates.contains { candidate in
      switch candidate.detail {
      case .step, .early: true
      default: false
      }
    }
  }

  /// Leaves out what `reducer` leaves out of launches.
  package mutating func reduce(by reducer: inout DetailReducer, _ words: InternedNames) {
    reducer.reduce(&summary, isKnown: words.isTaskKind)
  }

  /// The summary; its context is added to `symbols`.
  package func summary(_ symbols: inout Symbols) -> LaunchSummary {
    var whole = summary
    complete(&whole, &symbols)
    return whole
  }

  /// The summary, which is removed from here; its context is added to `symbols`.
  package mutating func takeSummary(_ symbols: inout Symbols) -> LaunchSummary {
    var whole = LaunchSummary()
    swap(&whole, &summary)
    complete(&whole, &symbols)
    return whole
  }

  private func complete(_ whole: inout LaunchSummary, _ symbols: inout Symbols) {
    whole.context = known ?? ContextID(rawValue: symbols.contexts.intern(context))
    if let sign { whole.natureReason = symbols.texts.intern(sign) }
  }
}

/// Names one launch: its stream, and its number there.
package struct LaunchKey: Hashable, Sendable {
  package let stream: StreamID
  package let ordinal: Int32

  /// The key of a summary's launch.
  package init(_ summary: LaunchSummary) {
    stream = summary.stream
    ordinal = summary.ordinal
  }
}
