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

    /// None found yet.
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

  /// The kinds of all launches, where those of a device come in another order than that in which they began.
  package struct Kinds {
    fileprivate let list: [LaunchKind]
    /// By the streams of named launches, the one before each on its device.
    fileprivate let before: [Int64: Entry]

    /// The kinds of launches, in the order of `times`.
    ///
    /// - Parameters:
    ///   - named: The streams of the named launches.
    ///   - times: What the kinds rest on.
    ///   - streams: The stream of each.
    ///   - symbols: What the numbers in `times` mean, with every context in full.
    ///   - held: Which kinds of events the launches of the whole input hold.
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

  /// Collects the sample for some launches from all launches, each of which comes once.
  ///
  /// They come in the order in which those of an app on a device began; where they do not, their kinds must be given. Most
  /// launches are looked at by their starts alone.
  package struct Collector {
    /// The streams of the launches that are named, rising.
    private let named: [Int64]
    /// Their apps and kinds, and the device models of each of these.
    private var groups: [ComparedTimes.Kind] = []
    private var models: [Set<TextID>] = []
    /// By the index of a context and a kind, the index of the group that the launch is of; -1 of one of no group.
    private var groupNumbers: [Int32] = []
    private let held: HeldKinds
    private let contexts: LaunchContexts
    /// The kinds, where launches come out of order.
    private let kinds: Kinds?
    /// By the streams of the named launches, the one before each on its device.
    private var before: [Int64: Entry]
    /// By the index of a context: true if a named launch is of its app.
    private var isOfNamedApp: [Bool] = []
    /// The last launch of each app on each device, for each clock that instants are read on, without extensions.
    private var last: [Entry?]
    /// When the last launch of each began, also of extensions.
    private var lastInstants: [Int64]
    /// How many launches have come.
    private var count = 0
    /// The launch that was begun last, and the index of its group.
    private var current: (entry: Entry, group: Int32)?
    /// What is known of `summaries`.
    private var entries: [Entry] = []
    private var compared: ComparedTimes
    private static let everywhere = Set(ExcludedEnvironment.allCases)
    /// For so many launches that are compared memory is asked for at once, at most.
    private static let mostAtOnce = 1 << 22
    /// The launches of the sample, in the order in which they came.
    package private(set) var summaries: [LaunchSummary] = []
    /// False once a launch came of which a whole summary is needed.
    private var isEachPlain = true
    /// False once a launch of a named app came that did not begin after the one before it, without kinds: no more is
    /// collected then.
    package private(set) var isInOrder = true

    /// Nothing collected yet, from launches that come in order.
    ///
    /// - Parameters:
    ///   - named: The launches that are named, each of a stream of its own.
    ///   - streams: Their streams, rising, as numbers of the store.
    ///   - previous: What has found the launches before them.
    ///   - symbols: What the numbers in all launches mean, with every context in full.
    ///   - held: Which kinds of events the launches of the whole input hold.
    package init(
      _ named: [LaunchSummary], _ streams: [Int64], after previous: PreviousFinder, _ symbols: Symbols,
      _ held: HeldKinds
    ) {
      self.init(named, streams, nil, previous.found, symbols, held)
    }

    /// The same from launches whose kinds are known.
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
      contexts = LaunchContexts(symbols)
      last = Array(repeating: nil, count: 2 * contexts.ownerCount)
      lastInstants = Array(repeating: .min, count: last.count)
      compared = ComparedTimes([:], capacity: 0)
      func app(_ context: Context) -> String { Normalised.id(symbols.texts.string(context.app)) }
      for (launch, stream) in zip(named, streams) {
        let context = contexts.value(of: launch.context)
        let group = ComparedTimes.Kind(app: app(context), kind: kind(of: launch, after: before[stream]))
        let index = groups.firstIndex(of: group) ?? groups.count
        if index == groups.count {
          groups.append(group)
          models.append([])
        }
        models[index].insert(context.deviceModel)
      }
      groupNumbers = contexts.values.flatMap { context in
        let app = app(context)
        return LaunchKind.allCases.map { kind in
          Int32(groups.firstIndex(of: ComparedTimes.Kind(app: app, kind: kind)) ?? -1)
        }
      }
      let apps = Set(groups.map(\.app))
      isOfNamedApp = contexts.values.map { apps.contains(app($0)) }
      compared = ComparedTimes(
        Dictionary(uniqueKeysWithValues: groups.indices.map { (groups[$0], Int32($0)) }),
        capacity: min(held.launchCount, Self.mostAtOnce))
    }

    private func kind(of launch: borrowing LaunchSummary, after before: Entry?) -> LaunchKind {
      let extensions = held.extensions
      if extensions.areAny, extensions.app(of: contexts.value(of: launch.context).app) != nil { return .extension }
      let first = launch.firstInstant
      let earlier = before.map { (contexts.traits(of: $0.context), $0.first) }
      let traits = contexts.traits(of: launch.context)
      return LaunchKind.of(launch.nature, first...first, traits, recordsActivations: false, after: earlier).0
    }

    private func isNamed(_ stream: Int64) -> Bool {
      guard let first = named.first, let last = named.last, first <= stream, stream <= last else { return false }
      return named.contains(stream)
    }

    /// True if all launches have come that were counted, and what is kept of them is enough.
    package var isComplete: Bool { isEachPlain && count == held.launchCount }

    /// Begins the next launch by its start; true if its times are asked for, which `add` gets then.
    package mutating func begin(_ launch: borrowing LaunchSummary, _ stream: Int64) -> Bool {
      defer { count += 1 }
      if launch.needsWholeSummary { isEachPlain = false }
      let context = contexts.index(of: launch.context)
      if !isOfNamedApp[context] { return false }
      let kind: LaunchKind
      if let kinds {
        kind = kinds.list[count]
      } else {
        let owner = contexts.owner(of: launch)
        if lastInstants[owner] >= launch.firstInstant { isInOrder = false }
        lastInstants[owner] = launch.firstInstant
        let previous = last[owner]
        kind = self.kind(of: launch, after: previous)
        if isNamed(stream) {
          if kind != .extension, before[stream]?.stream != previous?.stream { isInOrder = false }
          before[stream] = previous
        }
        if kind != .extension { last[owner] = Entry(launch, stream, kind) }
      }
      let group = launch.isEarlier ? -1 : groupNumbers[context * LaunchKind.allCases.count + kind.index]
      current = (Entry(launch, stream, kind), group)
      return group >= 0
    }

    /// Adds the launch that was begun, with its times; `isKilled` is true if the watchdog ended it.
    package mutating func add(_ launch: borrowing LaunchSummary, isKilled: Bool) {
      guard let (entry, group) = current else { return }
      let context = contexts.value(of: launch.context)
      let time = LaunchTime(launch.timeFacts, isKilled: isKilled).counted(
        entry.kind, in: context, hostsTests: contexts.traits(of: launch.context).hostsTests, Self.everywhere)
      compared.add(launch, time, in: context, kind: group)
      if !models[Int(group)].contains(context.deviceModel) { return }
      entries.append(entry)
      summaries.append(copy launch)
    }

    /// The sample, once all launches have come.
    ///
    /// - Returns: The sample, whose launches are `summaries` and, behind them, those before named ones that are not among
    ///   these; the stream of each; and the streams, rising, of which whole summaries are needed.
    package consuming func sample() -> (sample: LaunchSample, streams: [Int64], whole: [Int64]) {
      var members = entries.enumerated().map { index, entry in
        Member(index: Int32(index), kind: entry.kind, first: entry.first)
      }
      var streams = entries.map(\.stream)
      for stream in named {
        guard let entry = before[stream], let index = streams.firstIndex(of: stream) else { continue }
        let known = streams.firstIndex(of: entry.stream)
        members[index].previous = Int32(known ?? streams.count)
        if known != nil { continue }
        if !entry.isEarlier {
          members.append(Member(index: Int32(streams.count), kind: entry.kind, first: entry.first))
        }
        streams.append(entry.stream)
      }
      let whole = Set(named).union(before.values.map(\.stream))
      return (LaunchSample(held, members, compared), streams, whole.sorted())
    }
  }
}

extension LaunchContexts {
  /// Equal for launches of one app on one device, whose instants are read on the same clock, from 0.
  fileprivate func owner(of launch: borrowing LaunchSummary) -> Int {
    2 * Int(traits(of: launch.context).owner) + (LaunchSummary.isOnWallClock(launch.firstInstant) ? 1 : 0)
  }
}
