package import TraceModel

/// How much of what was recorded could be judged.
package struct Coverage: Sendable, Encodable {
  /// Kinds of events that a version of an app should have recorded, and never did.
  package struct NeverRecorded: Sendable, Encodable {
    /// The bundle id of the app, and its version.
    package var app, appVersion: String
    /// The names of the kinds.
    package var kinds: [String]
  }

  /// How often a name came.
  package struct NameCount: Sendable, Encodable {
    /// The name.
    package var name: String
    /// The number of events with it.
    package var count: Int64

    /// A name and its count.
    package init(name: String, count: Int64) {
      self.name = name
      self.count = count
    }
  }

  /// Launches whose events are mixed for one cause.
  package struct Mixed: Sendable, Encodable {
    /// The sign by which the launches are known to be mixed.
    package var mixing: Mixing
    /// How many launches the events look like.
    package var launches: Int64

    private enum CodingKeys: CodingKey { case key, values, map, launches }

    /// As in `{"key": "boot_id", "values": 3, "map": "launch=boot_id", "launches": 4}`.
    package func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      if let key = mixing.key {
        try members.encode(key, forKey: .key)
        try members.encode(mixing.values, forKey: .values)
        try members.encodeIfPresent(mixing.map, forKey: .map)
      }
      try members.encode(launches, forKey: .launches)
    }

    /// By the numbers of launches with a sign, the most frequent first.
    static func list(_ counts: [TextID: Int64], _ texts: TextTable) -> [Mixed] {
      let signs = counts.map { (sign: texts.string($0.key), launches: $0.value) }
      return signs.sorted { ($1.launches, $0.sign) < ($0.launches, $1.sign) }
        .map { Mixed(mixing: Mixing(sign: $0.sign), launches: $0.launches) }
    }

    /// The mixed launches of an input; nil if there are none.
    package static func all(_ summaries: [LaunchSummary], _ symbols: Symbols) -> [Mixed]? {
      var counts: [TextID: Int64] = [:]
      // Summaries are large: members are read without a copy of the summary.
      for index in summaries.indices where summaries[index].nature == .mixed {
        counts[summaries[index].natureReason, default: 0] += 1
      }
      return counts.isEmpty ? nil : list(counts, symbols.texts)
    }
  }

  /// The number of launches.
  package var launches: Int64 = 0
  /// The number of their events.
  package var events: Int64 = 0
  /// Events whose name in the log is not in the vocabulary.
  package var unknownEvents: Int64 = 0
  /// Events of other formats whose record is not in the vocabulary: their reader named them, as in `log.message`.
  package var unmappedEvents: Int64 = 0
  /// The number of steps of state machines.
  package var stepsSeen: Int64 = 0
  /// The number of steps that were judged.
  package var stepsJudged: Int64 = 0
  /// Why the other steps were not judged, the most frequent cause first.
  package var notJudged: [NotJudged] = []
  /// Launches of which only the length is recorded; nil if there are none.
  package var lengthsOnly: Int64?
  /// Launches whose time, or the length of whose hangs or work, was compared with a budget; nil if there are none.
  package var lengthsCompared: Int64?
  /// Launches over the budget of a launch whose time ends elsewhere, as at the activation; nil if there are none.
  package var timesWithoutBudget: Int64?
  /// Launches of which the end of the process is recorded; nil if there are none.
  package var endsRead: Int64?
  /// True if a launch holds a start, a state, an end or a length; not in documents.
  package var holdsLifeCycle = false
  /// Launches whose events are mixed, so that they were not judged; nil if there are none.
  package var mixed: [Mixed]?
  /// How many launches were not judged by their times, by `ExcludedEnvironment`; nil if all were; a launch in the
  /// Simulator under a debugger counts under the Simulator.
  package var timesNotJudged: [String: Int64]?
  /// The kinds of events that versions of apps never recorded.
  package var neverRecorded: [NeverRecorded] = []
  /// The names of rules whose findings the configuration leaves out; nil if there are none.
  package var rulesOff: [String]?
  /// Counted names that are not in the vocabulary, the most frequent first.
  package var unknownNames: [NameCount]?
  /// What became of the lines that were read, for a check.
  package var reading: Reading?
  /// Task kinds and exit reasons of the logs that are in no vocabulary; shown on screens only, not in documents.
  package var unknownWords: [UnknownWord] = []

  private enum CodingKeys: String, CodingKey {
    case launches, events, unknownEvents, unmappedEvents, stepsSeen, stepsJudged, notJudged, lengthsOnly
    case lengthsCompared, timesWithoutBudget, endsRead, mixed, timesNotJudged, neverRecorded
    case rulesOff, unknownNames, reading
  }

  /// What became of all that was read, whichever launches are selected.
  package struct Reading: Sendable, Encodable {
    /// Events and rejected records.
    package var records: Int64
    /// The rejected records among them.
    package var rejected: Int64
    /// Records that `--keep lifecycle` dropped; nil if there are none.
    package var dropped: Int64?
    /// Their names, the most frequent first; nil for a store, which does not keep them.
    package var droppedNames: [NameCount]?
    /// Events whose name is in no vocabulary; nil without any, and if `Coverage` counts them.
    package var unknown: Int64?
    /// Sources that were not read to their end.
    package var unreadSources: Int64
    /// All sources; nil if all were read to their end.
    package var sources: Int64?
    /// True if logs were read for this answer alone, and no store keeps how far each was read; not in documents.
    package var isOfLogs: Bool

    private enum CodingKeys: String, CodingKey {
      case records, rejected, dropped, droppedNames, unknown, unreadSources, sources
    }

    /// Counts of what was read.
    package init(
      records: Int64, rejected: Int64, unreadSources: Int64 = 0, sources: Int64 = 0, isOfLogs: Bool = false
    ) {
      self.isOfLogs = isOfLogs
      self.records = records
      self.rejected = rejected
      self.unreadSources = unreadSources
      self.sources = unreadSources > 0 ? sources : nil
    }
  }
}

extension Coverage {
  /// Kinds of events that say that an app started, in which state it was, that it ended, or how long it took: without
  /// them a log may show work or views, but not an app's life.
  private static let lifeCycle: KindSet = [
    .processStart, .processMain, .launchRequest, .appWillFinishLaunching, .appDidFinishLaunching, .sceneWillConnect,
    .appWillEnterForeground, .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground,
    .sceneWillEnterForeground, .sceneDidActivate, .sceneWillDeactivate, .sceneDidEnterBackground, .processSuspend,
    .processResume, .logSceneForeground, .logSceneBackground, .logSceneReady, .processExit, .appWillTerminate,
    .sceneDidDisconnect, .launchMeasured, .mainHang,
  ]

  /// Kinds of events whose length a budget is compared with, though they are no steps of a machine.
  private static let measured: KindSet = [.mainHang, .workEnd]

  /// Counts the events of a launch, or of what is none, and those whose names are unknown.
  package mutating func noteNames(of summary: LaunchSummary) {
    // Wrapping, as a store that was tampered with may hold any count.
    events &+= summary.eventCount
    unknownEvents &+= summary.unknownCount &- summary.unmappedCount
    unmappedEvents &+= summary.unmappedCount
  }

  /// Notes what of a launch a verdict may rest on; its end only if `readsEnd`.
  mutating func noteGrounds(of launch: Launch, isOver: Bool, readsEnd: Bool) {
    let kinds = launch.kinds
    let time = launch.time
    let isTimed = time.nanos != nil && time.notCounted == nil && !time.isLeftOut
    if isTimed, !launch.isCompared, isOver { timesWithoutBudget = (timesWithoutBudget ?? 0) + 1 }
    let isCompared = isTimed && launch.isCompared
    if isCompared || kinds.intersection(Self.measured).count > 0 { lengthsCompared = (lengthsCompared ?? 0) + 1 }
    if readsEnd, kinds.contains(.processExit) { endsRead = (endsRead ?? 0) + 1 }
    if kinds.intersection(Self.lifeCycle).count > 0 { holdsLifeCycle = true }
  }

  /// Crashes in launches without a begin: it is unknown whether they came at the launch.
  package var crashesWithoutBegin: Int64 {
    notJudged.first { $0.cause == NotJudged.crashWithoutBegin }?.steps ?? 0
  }

  var isJudged: Bool { stepsJudged > 0 || lengthsCompared != nil || endsRead != nil }
}

/// How many steps were not judged for one cause.
package struct NotJudged: Sendable, Encodable {
  /// The cause, as in `invalidTask`: the launch's own, or one of those below.
  package var cause: String
  /// The number of steps.
  package var steps: Int64
  /// The system of the launches on which the cause is not judged, as in `watchOS`.
  package var system: String?

  /// The number of steps that were not judged for one cause.
  package init(cause: String, steps: Int64, system: String? = nil) {
    self.cause = cause
    self.steps = steps
    self.system = system
  }

  /// Causes that are known only when all launches are.
  static let otherSystem = "otherSystem"
  static let inExtension = "extension"
  static let mixed = "mixed"
  static let neverRecorded = "neverRecorded"
  static let maybeLost = "maybeLost"
  static let crashWithoutBegin = "crashWithoutBegin"
}

struct NotJudgedTally: Sendable {
  private struct Key: Hashable {
    var cause: String
    var system: String?
  }

  /// By `UnjudgedCause.rawValue`; and the others, of which there are few.
  private var own = [Int64](repeating: 0, count: UnjudgedCause.allCases.count)
  private var others: [Key: Int64] = [:]

  mutating func add(_ steps: UnjudgedSteps) {
    for cause in UnjudgedCause.allCases { own[Int(cause.rawValue)] &+= Int64(steps[cause]) }
  }

  mutating func add(_ steps: Int64, _ cause: String, system: String? = nil) {
    others[Key(cause: cause, system: system), default: 0] &+= steps
  }

  static func += (sum: inout Self, part: Self) {
    for index in sum.own.indices { sum.own[index] &+= part.own[index] }
    sum.others.merge(part.others) { $0 &+ $1 }
  }

  /// The causes above 0, the most frequent first.
  var list: [NotJudged] {
    let own = UnjudgedCause.allCases.map { NotJudged(cause: "\($0)", steps: self.own[Int($0.rawValue)]) }
    let all = own + others.map { NotJudged(cause: $0.key.cause, steps: $0.value, system: $0.key.system) }
    return all.filter { $0.steps > 0 }.sorted { a, b in
      (b.steps, a.cause, a.system ?? "") < (a.steps, b.cause, b.system ?? "")
    }
  }
}

/// A word of a log that is in no vocabulary: it is kept as it is, and no rule or budget looks at it.
package struct UnknownWord: Sendable, Equatable {
  /// Where such a word stands.
  package enum Field: Sendable, CaseIterable {
    /// The kind of a background task: `TaskKind` has no such case.
    case taskKind
    /// Why a process ended: `ExitReason` has no such case.
    case exitReason

    /// The field of the event record.
    package var name: String {
      switch self {
      case .taskKind: TraceModel.Field.kind.name
      case .exitReason: TraceModel.Field.reason.name
      }
    }
  }

  /// The field that holds the word.
  package var field: Field
  /// The word as the log has it.
  package var word: String
  /// How many tasks or exits have it.
  package var count: Int64

  /// A word of a field, with the number of tasks or exits that have it.
  package init(field: Field, word: String, count: Int64) {
    self.field = field
    self.word = word
    self.count = count
  }
}

struct UnknownWordTally: Sendable {
  private struct Key: Hashable {
    var field: UnknownWord.Field
    var text: TextID
  }

  private var counts: [Key: Int64] = [:]

  /// Counts those of one launch; `names` are of the symbols that its numbers are of.
  mutating func add(_ summary: LaunchSummary, _ names: InternedNames) {
    for task in summary.tasks where !task.kind.isNone && names.taskKinds[task.kind] == nil {
      counts[Key(field: .taskKind, text: task.kind), default: 0] += 1
    }
    if !summary.exitReason.isNone, names.exitReasons[summary.exitReason] == nil {
      counts[Key(field: .exitReason, text: summary.exitReason), default: 0] += 1
    }
  }

  static func += (sum: inout Self, part: Self) { sum.counts.merge(part.counts, uniquingKeysWith: +) }

  /// By field, the most frequent first.
  func list(_ texts: TextTable) -> [UnknownWord] {
    UnknownWord.Field.allCases.flatMap { field in
      counts.filter { $0.key.field == field }
        .map { UnknownWord(field: field, word: texts.string($0.key.text), count: $0.value) }
        .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
  }
}
