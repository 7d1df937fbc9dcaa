package import TraceModel

extension LaunchSample {
  /// A launch on its way into a sample, in a stream of the store.
  fileprivate struct Entry: Sendable {
    let stream: Int64
    let context: ContextID
    let first: Int64
    let kind: LaunchKind
    let isEarlier: Bool

    init(_ launch: borrowing LaunchSummary, _ stream: Int64, _ kind: LaunchKind) {
      self.stream = stream
      context = launch.context
      first = launch.firstInstant
      self.kind = kind
      isEarlier = launch.isEarlier
    }
  }

  /// Finds the launches before the named ones on their devices, from launches that come in any order.
  package struct PreviousFinder {
    private let contexts: LaunchContexts
    private var named: [(stream: Int64, owner: Int, first: Int64)] = []
    /// By the streams of named launches.
    fileprivate private(set) var found: [Int64: Entry] = [:]

    /// An empty finder.
    package init(_ named: [LaunchSummary], _ streams: [Int64], _ symbols: Symbols) {
      contexts = LaunchContexts(symbols)
      for (launch, stream) in zip(named, streams) {
        self.named.append((stream, contexts.owner(of: launch), launch.firstInstant))
      }
    }

    /// True if there is one for each: no launch that began earlier than all so far is asked for.
    package var isComplete: Bool { found.count == named.count }

    /// Looks at the start of a launch.
    package mutating func look(at launch: borrowing LaunchSummary, _ stream: Int64) {
      if launch.nature == .extension { return }
      let owner = contexts.owner(of: launch)
      for named in named where named.owner == owner && named.first > launch.firstInstant {
        if let last = found[named.stream], last.first >= launch.firstInstant { continue }
        found[named.stream] = Entry(launch, stream, .unclassified)
      }
    }
  }

  /// The kinds of all launches, if those of a device come in another order than that in which they began.
  package struct Kinds {
    fileprivate let list: [LaunchKind]
    /// By the streams of named launches, the one before each on its device.
    fileprivate let before: [Int64: Entry]

    /// The kinds of launches, in the order of `times` and `streams`.
    ///
    /// `named` are the streams of the named launches; `symbols` hold every context in full; `held` is of the whole
    /// input.
    package init(
      _ named: [Int64], among times: TimedSummaries, _ streams: [Int64], _ symbols: Symbols, _ held: HeldKinds
    ) {
      let table = LaunchTable(times, symbols, DeviceClasses(), held.extensions)
      var kinds = [LaunchKind](repeating: .unclassified, count: streams.count)
      var before: [Int64: Entry] = [:]
      table.forEachKind { index, kind, previous in
        kinds[Int(index)] = kind
        guard let previous, named.contains(streams[Int(index)]) else { return }
        var launch = LaunchSummary()
        launch.context = table.contextID(previous)
        launch.firstInstant = table.firstInstant(previous)
        launch.nature = table.nature(previous)
        before[streams[Int(index)]] = Entry(launch, streams[Int(previous)], kinds[Int(previous)])
      }
      list = kinds
      self.before = before
    }
  }

  /// Collects the sample for named launches from all launches, each of which comes once.
  ///
  /// They come in the order in which those of an app on a device began; if they do not, their kinds must be given. Most
  /// launches are looked at by their starts alone.
  package struct Collector {
    /// The streams of the named launches, rising.
    private let named: [Int64]
    private let held: HeldKinds
    private let contexts: LaunchContexts
    /// Set if launches come out of order.
    private let kinds: Kinds?
    /// By stream, the named launches, and the one before each on its device.
    private var found: [Int64: Entry] = [:]
    private var before: [Int64: Entry]
    /// By context, the app and device of launches in it; -1 if no named launch is of the app.
    private var owners: [Int32] = []
    /// The last launch of each app on each device, for each clock that instants are read on, without extensions.
    private var last: [Entry?]
    /// When the last launch of each began, also of extensions.
    private var lastInstants: [Int64]
    private var count = 0
    /// The kind of the launch that was begun last.
    private var kind = LaunchKind.unclassified
    /// The launches whose times are still to be added.
    private var pending: [ComparedTimes.Addition] = []
    /// So many are handed on at once: memory for a longer list would come from the system each time.
    private static let mostPending = 512
    /// The times, to which those of the launches that `add` and `takePending` return are to be added.
    package let times: ComparedTimes
    /// False once a launch came that needs its whole summary.
    private var isEachPlain = true
    /// False once a launch of a named app came out of order, without kinds; then no more is collected.
    package private(set) var isInOrder = true

    /// An empty collector of launches that come in order.
    ///
    /// `streams`, rising, are those of the named launches as numbers of the store; `symbols` hold every context in
    /// full; `held` is of the whole input.
    package init(
      _ named: [LaunchSummary], _ streams: [Int64], after previous: PreviousFinder, _ symbols: Symbols,
      _ held: HeldKinds
    ) {
      self.init(named, streams, nil, previous.found, symbols, held)
    }

    /// An empty collector of launches whose kinds are known.
    package init(
      _ named: [LaunchSummary], _ streams: [Int64], of kinds: Kinds, _ symbols: Symbols, _ held: HeldKinds
    ) {
      self.init(named, streams, kinds, kinds.before, symbols, held)
    }

    private init(
      _ named: [LaunchSummary], _ streams: [Int64], _ kinds: Kinds?, _ before: [Int64: Entry], _ symbols: Symbols,
      _ held: HeldKinds
    ) {
      self.named = streams
      self.held = held
      self.kinds = kinds
      self.before = before
      let contexts = LaunchContexts(symbols)
      self.contexts = contexts
      last = Array(repeating: nil, count: 2 * contexts.ownerCount)
      lastInstants = Array(repeating: .min, count: last.count)
      func app(_ context: Context) -> String { Normalised.id(symbols.texts.string(context.app)) }
      let alike = zip(named, streams).map { launch, stream in
        let kind = Self.kind(of: launch, after: before[stream], contexts, held)
        return ComparedTimes.AppKind(app: app(contexts.value(of: launch.context)), kind: kind)
      }
      times = ComparedTimes(alike, contexts, symbols)
      let apps = Set(alike.map(\.app))
      owners = symbols.contexts.values.indices.map { index in
        let context = ContextID(rawValue: Int32(index))
        return apps.contains(app(contexts.value(of: context))) ? contexts.traits(of: context).owner : -1
      }
    }

    private static func kind(
      of launch: borrowing LaunchSummary, after before: Entry?, _ contexts: LaunchContexts, _ held: HeldKinds
    ) -> LaunchKind {
      let first = launch.firstInstant
      // A launch whose last instant matters needs its whole summary.
      return LaunchKind.of(
        launch.nature, first...first, in: launch.context, contexts, held.extensions, recordsActivations: false,
        after: before.map { ($0.context, $0.first) }
      ).0
    }

    private func isNamed(_ stream: Int64) -> Bool {
      guard let first = named.first, let last = named.last, first <= stream, stream <= last else { return false }
      return named.contains(stream)
    }

    /// True if all counted launches have come, in order or with kinds given, and what is stored of times is enough.
    package var isComplete: Bool {
      isEachPlain && isInOrder && count == held.launchCount && found.count == named.count
    }

    /// Begins the next launch by its start; true if `add` is to get its times.
    package mutating func begin(_ launch: borrowing LaunchSummary, _ stream: Int64) -> Bool {
      defer { count += 1 }
      if launch.needsWholeSummary { isEachPlain = false }
      let appOnDevice = owners[Int(launch.context.rawValue)]
      if appOnDevice < 0 { return false }
      if let kinds {
        kind = kinds.list[count]
      } else {
        let owner = LaunchContexts.owner(appOnDevice, launch.firstInstant)
        if lastInstants[owner] >= launch.firstInstant { isInOrder = false }
        lastInstants[owner] = launch.firstInstant
        let previous = last[owner]
        kind = Self.kind(of: launch, after: previous, contexts, held)
        if isNamed(stream) {
          if kind != .extension, before[stream]?.stream != previous?.stream { isInOrder = false }
          before[stream] = previous
        }
        if kind != .extension { last[owner] = Entry(launch, stream, kind) }
      }
      if isNamed(stream) { found[stream] = Entry(launch, stream, kind) }
      return !launch.isEarlier && times.isCompared(launch.context, kind)
    }

    /// Adds the launch that was begun, with its times, `isKilled` if the watchdog ended it; as `takePending`, returns
    /// the launches whose times are still to be added, once they are many.
    package mutating func add(_ launch: borrowing LaunchSummary, isKilled: Bool) -> [ComparedTimes.Addition]? {
      pending.append(ComparedTimes.Addition(summary: copy launch, kind: kind, isKilled: isKilled))
      return pending.count < Self.mostPending ? nil : takePending()
    }

    /// Removes and returns the launches whose times are still to be added.
    package mutating func takePending() -> [ComparedTimes.Addition] {
      defer {
        pending = []
        pending.reserveCapacity(Self.mostPending)
      }
      return pending
    }

    /// The sample, once all launches have come and their times were added, and the streams, rising, of its launches:
    /// their summaries are asked for in this order.
    package consuming func sample(_ times: ComparedTimes) -> (sample: LaunchSample, streams: [Int64]) {
      let streams = Set(named).union(before.values.map(\.stream)).sorted()
      func index(_ entry: Entry) -> Int32 { Int32(streams.partitioningIndex { $0 >= entry.stream }) }
      let earlier = before.values.filter { !$0.isEarlier }.map { ($0.stream, $0) }
      let entries = found.merging(earlier) { own, _ in own }
      let members = streams.compactMap { entries[$0] }.map { entry in
        Member(index: index(entry), kind: entry.kind, first: entry.first, previous: before[entry.stream].map(index))
      }
      return (LaunchSample(held, members, times), streams)
    }
  }
}

extension LaunchContexts {
  /// Equal for launches of one app on one device, whose instants are read on one clock, from 0.
  fileprivate func owner(of launch: borrowing LaunchSummary) -> Int {
    Self.owner(traits(of: launch.context).owner, launch.firstInstant)
  }

  fileprivate static func owner(_ appOnDevice: Int32, _ first: Int64) -> Int {
    2 * Int(appOnDevice) + (LaunchSummary.isOnWallClock(first) ? 1 : 0)
  }
}
