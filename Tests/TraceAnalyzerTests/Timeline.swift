import Testing
import TraceAnalyzer
import TraceModel

/// Traces as text, one event a line: `▸ 1.2 s scene.didActivate scene=A source=delegate`.
///
/// `▸` marks where something must be found, `✗` stands for a rejected record, `… 3` for three lost
/// events, `-` for no time; what follows `#` is a comment.
struct Timeline {
  /// How the records of one stream are written.
  struct Options {
    /// Number the events from 0.
    var hasSeq = false
    /// Give each event the `uptime` that its time says.
    var hasUptime = false
    /// The launch that the records name; without it the stream is named by its process id.
    var launch: String? = "L"
    var pid: Int64 = 1
    /// Nanoseconds later than written.
    var shift: Int64 = 0
    /// How many lines at the front are cut off.
    var dropped = 0
    var app = "app"
  }

  /// The events of one stream.
  struct Stream {
    var id: StreamID
    var events: [Event] = []
    var fills: [Int64] = []
  }

  /// When every timeline begins, in nanoseconds since 1970: no whole second, as a log of whole seconds is judged less.
  static let epoch: Int64 = 1_790_000_000_000_000_001

  private(set) var symbols = Symbols()
  private(set) var streams: [Stream] = []
  /// Lines with a mark.
  private(set) var marked: [Int32] = []
  private var lineCount: Int32 = 0

  /// The signature of an event without a name, which each timeline knows.
  static let unknown = SignatureID(rawValue: 0)

  init() {
    symbols.sourceNames = ["trace.jsonl"]
    _ = symbols.signatures.intern(Signature())
  }

  init(_ text: String, _ options: Options = Options()) {
    self.init()
    add(text, options)
  }

  /// Adds one stream.
  mutating func add(_ text: String, _ options: Options = Options()) {
    var key = StreamKey()
    if let launch = options.launch {
      key.launch = symbols.texts.intern(launch)
    } else {
      key.app = symbols.texts.intern(options.app)
      key.pid = options.pid
    }
    var stream = Stream(id: StreamID(rawValue: symbols.streams.intern(key)))
    var nextSeq: Int64 = 0
    var lost: Int32 = 0
    for line in text.split(separator: "\n").dropFirst(options.dropped) {
      let written = line.prefix { $0 != "#" }
      var words = written.split(separator: " ")[...]
      guard let first = words.first else { continue }
      switch first {
      case "✗":
        if options.hasSeq { stream.fills.append(nextSeq) } else { lost += 1 }
        nextSeq += 1
        lineCount += 1
        continue
      case "…":
        nextSeq += words.dropFirst().first.flatMap { Int64($0) } ?? 1
        continue
      default: break
      }
      lineCount += 1
      if first == "▸" {
        words = words.dropFirst()
        marked.append(lineCount)
      }
      var event = parse(words, options)
      event.stream = stream.id
      event.line = lineCount
      event.lost += lost
      lost = 0
      if options.hasSeq, event.seq == Event.absent {
        event.seq = nextSeq
        nextSeq += 1
      } else if event.seq != Event.absent {
        nextSeq = event.seq + 1
      }
      stream.events.append(event)
    }
    streams.append(stream)
  }

  private mutating func parse(_ words: ArraySlice<Substring>, _ options: Options) -> Event {
    var words = words
    var event = Event()
    var signature = Signature()
    var context = Context()
    context.app = symbols.texts.intern(options.app)
    if words.first == "-" {
      words = words.dropFirst()
    } else {
      let unit = words.dropFirst().first.map(String.init) ?? ""
      let offset = Self.nanoseconds((words.first.map(String.init) ?? "") + unit)
      event.time = Self.epoch + offset + options.shift
      if options.hasUptime { event.uptime = offset + 1_000_000_001 }
      words = words.dropFirst(2)
    }
    let name = words.first.map(String.init) ?? ""
    if let meaning = EventNames.meaning(of: name) {
      signature.kind = meaning.kind
      signature.eventSource = meaning.eventSource
    } else {
      signature.unknownName = symbols.texts.intern(name)
    }
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        Issue.record("'\(word)' is no field")
        continue
      }
      set(String(parts[0]), String(parts[1]), &event, &signature, &context)
    }
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
    event.context = ContextID(rawValue: symbols.contexts.intern(context))
    return event
  }

  private mutating func set(
    _ key: String, _ value: String, _ event: inout Event, _ signature: inout Signature,
    _ context: inout Context
  ) {
    let text = symbols.texts.intern(value)
    switch key {
    case "source": signature.eventSource = EventSource.allCases.first { $0.name == value } ?? .unknown
    case "phase":
      signature.phase = ["begin": .begin, "end": .end][value] ?? .unknown
      if signature.phase == .unknown { signature.kind = .unknown }
    case "thread": signature.thread = text
    case "reason": signature.reason = text
    case "view": signature.view = text
    case "name": signature.name = text
    case "kind": signature.taskKind = text
    case "role": signature.sceneRole = text
    case "prewarmed": signature.prewarmed = value == "true"
    case "scene": event.scene = text
    case "instance":
      if signature.kind.family == "view" {
        event.viewInstance = text
      } else {
        event.sceneInstance = text
      }
    case "task": event.task = text
    case "attributes": event.attributes = text
    case "duration": event.duration = Self.nanoseconds(value)
    case "uptime": event.uptime = Self.nanoseconds(value)
    case "seq": event.seq = Int64(value) ?? Event.absent
    case "memory": event.memory = Int64(value) ?? Event.absent
    case "success": signature.success = value == "true"
    case "lost": event.lost = Int32(value) ?? 0
    case "device": context.device = text
    case "boot": context.boot = text
    case "osVersion": context.osVersion = text
    case "sdkVersion": context.sdkVersion = text
    case "deviceModel": context.deviceModel = text
    case "platform": context.platform = text
    case "processKind": context.processKind = text
    case "appVersion": context.appVersion = text
    case "format": context.format = text
    case "records": context.records = text
    case "debugger": context.debugger = value == "true"
    case "simulator": context.simulator = value == "true"
    default: Issue.record("'\(key)' is no field")
    }
  }

  /// `1.5s`, `20ms` or `3min` as nanoseconds.
  static func nanoseconds(_ text: String) -> Int64 {
    let units: [(String, Int64)] = [
      ("ms", 1_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
    ]
    guard let (suffix, scale) = units.first(where: { text.hasSuffix($0.0) }) else {
      return Int64(text) ?? 0
    }
    let digits = text.dropLast(suffix.count).split(separator: ".")
    let whole = (Int64(digits.first ?? "") ?? 0) * scale
    guard digits.count == 2, let fraction = Int64(digits[1]) else { return whole }
    return whole + fraction * scale / digits[1].reduce(into: 1) { power, _ in power *= 10 }
  }
}

extension Timeline {
  /// The launches of all streams; the words that replay learns are forgotten again.
  func summaries(_ analyzer: StreamReplay = StreamReplay()) -> [LaunchSummary] {
    replayed(analyzer).0
  }

  /// The launches of all streams, with the symbols that replay has added to.
  func replayed(_ analyzer: StreamReplay = StreamReplay()) -> ([LaunchSummary], Symbols) {
    var copy = self
    let launches = copy.replay(analyzer)
    return (launches, copy.symbols)
  }

  private mutating func replay(_ analyzer: StreamReplay) -> [LaunchSummary] {
    let words = InternedNames(&symbols)
    return streams.flatMap { stream in
      analyzer.launches(
        of: stream.id, events: stream.events, fills: stream.fills, words: words, symbols: symbols
      )
      .map { $0.summary(&symbols) }
    }
  }

  /// The launch of a timeline that holds one.
  func launch(_ analyzer: StreamReplay = StreamReplay()) throws -> LaunchSummary {
    let launches = summaries(analyzer)
    try #require(launches.count == 1)
    return launches[0]
  }

  /// What a check says of all launches.
  func report(_ options: JudgingOptions = .init()) -> CheckReport {
    var copy = self
    let launches = copy.replay(StreamReplay())
    return Judgement(Launch.all(launches, copy.symbols), of: launches, copy.symbols, options).report()
  }

  /// The same events in another order of arrival, which the lines do not show.
  func reordered(_ order: ([Event]) -> [Event]) -> Timeline {
    var copy = self
    for index in copy.streams.indices { copy.streams[index].events = order(streams[index].events) }
    return copy
  }

  /// Hands every rejected record in twice.
  mutating func repeatFills() {
    for index in streams.indices { streams[index].fills += streams[index].fills }
  }

  /// Each finding as `line rule severity`, a `?` after what is only possible, in order of lines.
  ///
  /// Pattern rules show themselves by their examples: they are left out unless asked for, but for
  /// the one that stands beside the stays.
  func found(
    _ severities: Set<String> = ["error", "warning", "note"], patterns: Bool = false
  ) -> [String] {
    let patternRules = Catalogue.descriptions
      .filter { !$0.found.isEmpty && $0.id != .`background.handler-overrun` }.map(\.id)
    return report().findings
      .filter { severities.contains($0.severity.name) && (patterns || !patternRules.contains($0.rule)) }
      .sorted { ($0.source?.line ?? 0, $0.rule.name) < ($1.source?.line ?? 0, $1.rule.name) }
      .map { finding in
        let doubt = finding.confidence == .certain ? "" : "?"
        let place = finding.source.map { "\($0.line) " } ?? ""
        return "\(place)\(finding.rule.name) \(finding.severity.name)\(doubt)"
      }
  }
}

extension LaunchSummary {
  /// What may be reported, without what is legal and only surprises.
  var illegal: [Candidate] {
    candidates.filter { found in
      let machine = Machines.all.first { RuleID($0.id) == found.rule }
      return machine?.quirk(in: machine?.states[Int(CandidateColumns(found.detail).state)] ?? "", on: found.kind) == nil
    }
  }
}

/// Names a row of a table by its first word.
struct Row: Sendable, CustomTestStringConvertible {
  var title: String
  var text: String
  var expected: [String]

  init(_ title: String, _ text: String, _ expected: [String] = []) {
    self.title = title
    self.text = text
    self.expected = expected
  }

  var testDescription: String { title }
}
