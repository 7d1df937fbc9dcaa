import Testing
import TraceModel

@testable import TraceStore

/// Makes values of every field at random.
struct Randomizer {
  var generator: SeededGenerator
  var symbols = Symbols()

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  mutating func number(_ upper: Int) -> Int { Int.random(in: 0..<upper, using: &generator) }

  mutating func text() -> TextID {
    let texts = [
      "", "", "main", "nul\0inside", "naïve 日本", "7", "007", "-3", "12345678901234567890",
      "01234567-89ab-cdef-0123-456789abcdef", "01234567-89AB-CDEF-0123-456789ABCDEF",
      "01234567-89aB-cdef-0123-456789abcdef", "01234567-8901-2345-6789-012345678901",
      "01234567089ab-cdef-0123-456789abcdef", " ", "0", "text \(number(5))",
    ]
    return symbols.texts.intern(texts[number(texts.count)])
  }

  mutating func flag() -> Bool? { [nil, true, false][number(3)] }

  mutating func instant() -> Int64 {
    [Event.absent, 0, -5, 1_760_000_000_000_000_000 + Int64(number(1 << 40))][number(4)]
  }

  mutating func context() -> ContextID {
    var value = Context()
    value.device = text()
    value.deviceModel = text()
    value.osVersion = text()
    value.platform = text()
    value.processKind = text()
    value.app = text()
    value.appVersion = text()
    value.appBuild = text()
    value.sdkVersion = text()
    value.boot = text()
    value.records = text()
    value.format = text()
    value.pid = [Event.absent, 0, 4711][number(3)]
    value.simulator = flag()
    value.debugger = flag()
    return ContextID(rawValue: symbols.contexts.intern(value))
  }

  mutating func signature() -> SignatureID {
    var value = Signature()
    value.kind = EventKind.allCases[number(EventKind.allCases.count)]
    if value.kind == .unknown { value.unknownName = text() }
    value.eventSource = EventSource.allCases[number(EventSource.allCases.count)]
    value.phase = [.instant, .begin, .end][number(3)]
    value.thread = text()
    value.reason = text()
    value.view = text()
    value.name = text()
    value.taskKind = text()
    value.sceneRole = text()
    value.success = flag()
    value.prewarmed = flag()
    return SignatureID(rawValue: symbols.signatures.intern(value))
  }

  mutating func stream() -> StreamID {
    var key = StreamKey()
    switch number(3) {
    case 0: key.launch = [text(), symbols.texts.intern("launch")].first { !$0.isNone } ?? .none
    case 1:
      key.device = symbols.texts.intern("d\(number(3))")
      key.app = text()
      key.boot = text()
      key.pid = [Event.absent, 1, 2][number(3)]
    default: key.source = symbols.texts.intern("source:\(number(3))")
    }
    return StreamID(rawValue: symbols.streams.intern(key))
  }

  mutating func event(_ line: Int32) -> Event {
    var event = Event()
    event.stream = stream()
    event.context = context()
    event.signature = signature()
    event.time = instant()
    event.uptime = event.time == Event.absent ? Int64(number(1 << 50)) : instant()
    event.seq = number(2) == 0 ? Event.absent : Int64(line)
    event.duration = [Event.absent, 0, 17][number(3)]
    event.memory = [Event.absent, 1 << 40][number(2)]
    event.scene = text()
    event.sceneInstance = text()
    event.viewInstance = text()
    event.task = text()
    event.attributes = number(3) == 0 ? symbols.texts.intern("{\"n\":\(number(9))}") : .none
    event.source = SourceID(rawValue: Int32(1 + number(3)))
    event.line = line
    event.lost = Int32(number(3))
    return event
  }

  mutating func place() -> EventLocation {
    var place = EventLocation()
    place.time = instant()
    place.uptime = instant()
    place.seq = [Event.absent, 0, 9][number(3)]
    place.source = SourceID(rawValue: Int32(number(3)))
    place.line = Int32(number(100))
    return place
  }

  mutating func kinds() -> KindSet {
    KindSet(
      (0...number(4)).map { _ in EventKind.allCases[1 + number(EventKind.allCases.count - 1)] })
  }

  mutating func order(of kinds: KindSet) -> EventOrder {
    var order = EventOrder()
    let all = kinds.kinds
    let pairs = (0..<number(6)).map { _ in
      EventPair(previous: ([.unknown] + all)[number(all.count + 1)], next: all[number(all.count)])
    }
    order.pairs = Set(pairs).sorted()
    order.untilFirstFrame = KindSet(all.filter { _ in number(2) == 0 })
    order.withFirstFrame = KindSet(all.filter { _ in number(4) == 0 })
    return order
  }

  mutating func summary(_ stream: StreamID, _ ordinal: Int32) -> LaunchSummary {
    var value = LaunchSummary()
    value.stream = stream
    value.ordinal = ordinal
    value.context = context()
    value.firstInstant = instant()
    value.lastInstant = instant()
    value.eventCount = Int64(number(1000))
    value.unknownCount = Int64(number(10))
    value.unmappedCount = Int64(number(10))
    for cause in UnjudgedCause.allCases { value.unjudged[cause] = Int32(number(3)) }
    value.use = use()
    value.named = (0..<number(3)).map { _ in named() }
    value.kinds = kinds()
    value.order = order(of: value.kinds)
    value.model = LifecycleModel.allCases[number(LifecycleModel.allCases.count)]
    value.nature = LaunchNature.allCases[number(LaunchNature.allCases.count)]
    value.natureReason = text()
    value.exitReason = text()
    for name in Milestones.Name.allCases { value.milestones[name] = instant() }
    value.milestones.resumed = instant()
    value.milestones.approximate = UInt16(number(1024))
    value.isSeenFromStart = number(2) == 0
    value.isInterrupted = number(2) == 0
    value.hasClockStep = number(2) == 0
    value.hasMilestonesOutOfOrder = number(2) == 0
    value.milestones.isUptime = number(2) == 0
    value.milestones.isFirstFrameFromLog = number(2) == 0
    value.watchdogNanos = [Event.absent, 19_970_000_000][number(2)]
    value.lock = DeviceLock.allCases[number(DeviceLock.allCases.count)]
    value.readsKeychainLocked = number(2) == 0
    value.clockSlack = [0, 2_000_000, 2_000_000_000][number(3)]
    value.stepsSeen = Int64(number(99))
    value.stepsJudged = Int64(number(99))
    value.scenes = (0..<number(3)).map { _ in scene() }
    value.tasks = (0..<number(3)).map { _ in task() }
    value.stays = (0..<number(3)).map { _ in stay() }
    value.resumes = (0..<number(3)).map { _ in Int64(number(3)) * 400_000_000 + LaunchSummary.unendedResume }
    value.candidates = (0..<number(3)).map { _ in candidate() }
    value.metrics = number(4) == 0 ? [metric()] : []
    return value
  }

  private mutating func metric() -> MetricCount {
    var part = MetricCount()
    part.event = text()
    part.reason = text()
    part.begin = instant()
    part.end = instant()
    part.lower = [Event.absent, 0, 100_000_000][number(3)]
    part.upper = [Event.absent, 200_000_000][number(2)]
    part.count = [Event.absent, Int64(number(99))][number(2)]
    return part
  }

  private mutating func use() -> LaunchUse {
    var use = LaunchUse()
    for move in LifecycleMove.allCases {
      use.appHandled[move] = number(2) * number(65_536)
      use.appUnhandled[move] = number(2) * number(300)
      use.sceneHandled[move] = number(2)
      use.sceneUnhandled[move] = number(2) * number(65_536)
    }
    for entry in LaunchEntry.allCases {
      use.coldEntries[entry] = number(2)
      use.warmEntries[entry] = number(9)
    }
    use.restoration = StateRestoration.allCases[number(StateRestoration.allCases.count)]
    use.reasonedConnects = UInt16(number(3))
    use.restoredConnects = UInt16(number(3))
    use.reconnects = UInt16(number(3))
    use.secondWindows = UInt16(number(3))
    use.interruptions = UInt16(number(3))
    use.windowConnects = UInt16(number(3))
    use.returns = UInt16(number(65_536))
    return use
  }

  private mutating func named() -> NamedWork {
    var work = NamedWork()
    work.kind = NamedWork.Kind.allCases[number(NamedWork.Kind.allCases.count)]
    work.name = text()
    work.runs = UInt16(number(65_536))
    work.atLaunch = UInt16(number(2) * number(65_536))
    work.atConnect = UInt16(number(3))
    work.atReturn = UInt16(number(2))
    return work
  }

  private mutating func scene() -> SceneSummary {
    var part = SceneSummary()
    part.scene = text()
    part.instance = text()
    part.role = text()
    part.firstInstant = instant()
    part.lastInstant = instant()
    return part
  }

  private mutating func task() -> TaskSummary {
    var part = TaskSummary()
    part.task = text()
    part.name = text()
    part.kind = text()
    part.outcome = TaskOutcome.allCases[number(TaskOutcome.allCases.count)]
    part.begin = place()
    part.end = place()
    part.expire = place()
    let throughout = part.end.time &- part.begin.time
    part.backgroundNanos = [Event.absent, Int64(number(1 << 40)), throughout][number(3)]
    part.longestStayNanos = [part.backgroundNanos, Int64(number(1 << 40))][number(2)]
    part.expirationNanos = [Event.absent, 3][number(2)]
    part.isCovered = number(2) == 0
    part.isSystem = number(2) == 0
    part.isUnended = number(2) == 0
    return part
  }

  private mutating func stay() -> StaySummary {
    var part = StaySummary()
    part.begin = place()
    part.nanos = Int64(number(1 << 40))
    part.end = StayEnd.allCases[number(StayEnd.allCases.count)]
    part.handlerNanos = [Event.absent, 3][number(2)]
    part.awayNanos = [Event.absent, part.nanos, Int64(number(1 << 40))][number(3)]
    part.assertionNanos = Int64(number(1 << 40))
    part.assertionLocation = place()
    part.isCovered = number(2) == 0
    return part
  }

  private mutating func candidate() -> Candidate {
    var part = Candidate()
    part.rule = RuleID.allCases[number(RuleID.allCases.count)]
    part.kind = EventKind.allCases[number(EventKind.allCases.count)]
    part.location = place()
    part.doubts = DoubtSet(DoubtSet.Cause.allCases.filter { _ in number(9) == 0 })
    part.scene = text()
    part.view = text()
    part.task = text()
    part.name = text()
    part.explanations = (0..<number(4)).map { _ in kinds() }
    var columns = CandidateColumns()
    columns.form = CandidateColumns.Form.allCases[number(CandidateColumns.Form.allCases.count)]
    columns.states = StateSet(bits: UInt16(number(1 << 16)))
    columns.state = UInt8(number(16))
    columns.lostCount = Int64(number(9))
    columns.measured = [Event.absent, 0, 400_000_000][number(3)]
    columns.slack = [0, 2_000_000_000][number(2)]
    columns.subject = text()
    columns.place = Candidate.Place.allCases[number(Candidate.Place.allCases.count)]
    columns.other = place()
    part.detail = Candidate.Detail(columns)
    return part
  }
}

extension Context {
  fileprivate var texts: [TextID] {
    [
      device, deviceModel, osVersion, platform, processKind, app, appVersion, appBuild, sdkVersion,
      boot, records, format,
    ]
  }
}

@Suite(.tags(.medium)) struct RoundTripTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `events come back with every field`(seed: UInt64) throws {
    let folder = Folder()
    var random = Randomizer(seed: seed)
    let events = (1...400).map { random.event(Int32($0)) }
    let store = try EventStore(path: folder.store, mode: .write)
    for path in ["a", "b", "c"] { _ = try store.addSource(path) }
    for start in stride(from: 0, to: 400, by: 130) {
      let counts = try store.add(Array(events[start..<min(start + 130, 400)]), random.symbols)
      #expect(counts.refused.isEmpty && counts.known.count == 0, "seed \(seed)")
    }
    var back: [String] = []
    let reader = try EventStore(path: folder.store, mode: .read)
    var stored = try StoredSymbols(of: reader)
    for row in try reader.allStreams() {
      back += try reader.readStream(row, into: &stored).events.map { reported($0, stored.symbols) }
    }
    #expect(back.sorted() == events.map { reported($0, random.symbols) }.sorted(), "seed \(seed)")
  }

  /// An event with its numbers resolved, so that events of two `Symbols` compare.
  private func reported(_ event: Event, _ symbols: Symbols) -> String {
    let texts = symbols.texts
    var bare = event
    let own = [event.scene, event.sceneInstance, event.viewInstance, event.task, event.attributes]
      .map(texts.string)
    bare.stream = StreamID(rawValue: 0)
    bare.context = ContextID(rawValue: 0)
    bare.signature = SignatureID(rawValue: 0)
    bare.scene = .none
    bare.sceneInstance = .none
    bare.viewInstance = .none
    bare.task = .none
    bare.attributes = .none
    let signature = symbols.signature(event)
    let context = symbols.context(event.context)
    let shared =
      [
        signature.unknownName, signature.thread, signature.reason, signature.view, signature.name,
        signature.taskKind, signature.sceneRole,
      ] + context.texts
    return """
      \(bare) \(own) \(symbols.streamName(event.stream)) \(shared.map(texts.string)) \
      \(signature.kind) \(signature.eventSource) \(signature.phase) \(signature.success as Any) \
      \(signature.prewarmed as Any) \(context.pid) \(context.simulator as Any) \
      \(context.debugger as Any)
      """
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func `summaries come back with every part`(seed: UInt64) throws {
    let folder = Folder()
    var random = Randomizer(seed: seed)
    let store = try EventStore(path: folder.store, mode: .write)
    for path in ["a", "b", "c"] { _ = try store.addSource(path) }
    var events = (1...60).map { random.event(Int32($0)) }
    events.sort { $0.stream < $1.stream }
    let streams = Set(events.map(\.stream)).sorted()
    // Ids as the reader gives them are needed to compare: summaries are written, read, written
    // again from what was read, and read once more.
    _ = try store.add(events, random.symbols)
    try store.begin()
    var first: [LaunchSummary] = []
    for stream in streams {
      let list = (0..<Int32(random.number(4))).map { random.summary(stream, $0) }
      try store.writeSummaries(list, of: stream, symbols: random.symbols)
      first += list
    }
    try store.commit()
    #expect(try store.outdatedStreams().isEmpty)
    var stored = try StoredSymbols(of: store)
    let back = try store.readSummaries(into: &stored, .all)
    let reported = { (list: [LaunchSummary], symbols: Symbols) in
      list.map { Self.reported($0, symbols) }.sorted()
    }
    #expect(reported(back, stored.symbols) == reported(first, random.symbols), "seed \(seed)")
    let plain = try store.readSummaries(into: &stored, .launches)
    #expect(plain.allSatisfy { $0.tasks.isEmpty } && plain.count == back.count)
    #expect(plain.map(\.milestones) == back.map(\.milestones))
    #expect(try store.streamsWithOtherTimes(than: back, stored) == [], "seed \(seed)")

    try store.begin()
    try store.dropProjections()
    #expect(try store.outdatedStreams().count == streams.count)
    store.startGeneration()
    for stream in Set(back.map(\.stream)).sorted() {
      let list = back.filter { $0.stream == stream }
      try store.writeSummaries(list, of: stream, symbols: stored.symbols)
    }
    try store.commit()
    #expect(try store.readSummaries(into: &stored, .all) == back, "seed \(seed)")
  }

  private static func reported(_ summary: LaunchSummary, _ symbols: Symbols) -> String {
    var bare = summary
    var words = [symbols.streamName(summary.stream)]
    let context = symbols.context(summary.context)
    words += context.texts.map(symbols.texts.string)
    words.append("\(context.pid) \(context.simulator as Any) \(context.debugger as Any)")
    bare.stream = StreamID(rawValue: 0)
    bare.context = ContextID(rawValue: 0)
    func resolve(_ id: inout TextID) {
      words.append(symbols.texts.string(id))
      id = .none
    }
    resolve(&bare.natureReason)
    resolve(&bare.exitReason)
    for index in bare.named.indices { resolve(&bare.named[index].name) }
    for index in bare.scenes.indices {
      resolve(&bare.scenes[index].scene)
      resolve(&bare.scenes[index].instance)
      resolve(&bare.scenes[index].role)
    }
    for index in bare.tasks.indices {
      resolve(&bare.tasks[index].task)
      resolve(&bare.tasks[index].name)
      resolve(&bare.tasks[index].kind)
    }
    for index in bare.candidates.indices {
      resolve(&bare.candidates[index].scene)
      resolve(&bare.candidates[index].view)
      resolve(&bare.candidates[index].task)
      resolve(&bare.candidates[index].name)
      var columns = CandidateColumns(bare.candidates[index].detail)
      resolve(&columns.subject)
      bare.candidates[index].detail = Candidate.Detail(columns)
    }
    for index in bare.metrics.indices {
      resolve(&bare.metrics[index].event)
      resolve(&bare.metrics[index].reason)
    }
    return "\(words) \(bare)"
  }
}
