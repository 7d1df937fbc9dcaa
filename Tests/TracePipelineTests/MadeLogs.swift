import TraceModel
import TraceStore

/// Logs of a few streams that overlap, and what is to be kept of them.
struct MadeLogs {
  private struct Life {
    var stream: StreamID
    var context: ContextID
    /// Whose launch it is, where an id is shared.
    var owner: String
    var isLaunch: Bool
    /// Of ten events so many have a number.
    var numbered: Int
  }

  private(set) var symbols = Symbols()
  /// The events of each log, as its lines stand.
  private(set) var logs: [[Event]] = []
  private var random: SeededRandom
  private var owners: [ContextID: String] = [:]

  init(seed: UInt64, hasContradictions: Bool = true) {
    random = SeededRandom(state: seed)
    var lives = [
      life(launch: "alone", numbered: 10), life(launch: "plain", numbered: 0), life(launch: "some", numbered: 7),
      life(launch: nil, numbered: 0), life(launch: nil, numbered: 6),
    ]
    for owner in ["A", "B", "C"] {
      lives.append(life(launch: "shared", owner: owner, numbered: [10, 0, 8][Int(seed % 3)]))
    }
    let truths = lives.map { life in events(of: life) }
    for number in 1...Int.random(in: 2...4, using: &random) {
      let source = SourceID(rawValue: Int32(number))
      var log = truths.flatMap { part(of: $0, hasContradictions) }
      // Launch after launch, by time, or in no order.
      switch Int.random(in: 0..<3, using: &random) {
      case 0: break
      case 1: log = log.map(\.time).risingIndices().map { log[Int($0)] }
      default: log.shuffle(using: &random)
      }
      let sign: Int32 = Int.random(in: 0..<4, using: &random) == 0 ? -1 : 1
      for place in log.indices {
        log[place].source = source
        log[place].line = sign * Int32(place + 1)
      }
      logs.append(log)
    }
  }

  private mutating func life(launch: String?, owner: String = "", numbered: Int) -> Life {
    var key = StreamKey()
    if let launch {
      key.launch = symbols.texts.intern(launch)
    } else {
      key.device = symbols.texts.intern("device")
      key.pid = Int64(numbered)
    }
    var context = Context()
    context.device = symbols.texts.intern(owner)
    let id = ContextID(rawValue: symbols.contexts.intern(context))
    owners[id] = owner
    return Life(
      stream: StreamID(rawValue: symbols.streams.intern(key)), context: id, owner: owner, isLaunch: launch != nil,
      numbered: numbered)
  }

  /// The events of a life, many of them at one instant or a nanosecond later, some of them equal.
  private mutating func events(of life: Life) -> [Event] {
    let instants = Int64.random(in: 1...12, using: &random)
    return (0..<Int.random(in: 5...60, using: &random)).map { number in
      var event = event()
      event.stream = life.stream
      event.context = life.context
      event.time = 1_760_000_000_000_000_000 + Int64(number) * instants / 60
      if Int.random(in: 0..<10, using: &random) < life.numbered { event.seq = Int64(number) }
      return event
    }
  }

  private mutating func event() -> Event {
    var signature = Signature()
    signature.kind = [.processStart, .appDidBecomeActive, .viewDidLoad].randomElement(using: &random) ?? .processStart
    signature.name = symbols.texts.intern(["", "", "n"].randomElement(using: &random) ?? "")
    var event = Event()
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
    event.scene = symbols.texts.intern(["", "s", "7"].randomElement(using: &random) ?? "")
    event.attributes = symbols.texts.intern(["", "", #"{"a":1}"#, #"{"b":2}"#].randomElement(using: &random) ?? "")
    if Int.random(in: 0..<5, using: &random) == 0 { event.memory = Int64.random(in: 1...2, using: &random) }
    return event
  }

  /// Most of these events, in their order, a few of them twice, and a few of them changed.
  private mutating func part(of events: [Event], _ hasContradictions: Bool) -> [Event] {
    let least = Int.random(in: 0...3, using: &random)
    return events.flatMap { event -> [Event] in
      let chance = Int.random(in: 0..<20, using: &random)
      if chance < least { return [] }
      var other = event
      if hasContradictions, chance == 18 {
        other.signature = self.event().signature
        return [other, event]
      }
      return chance == 19 ? [event, event] : [event]
    }
  }

  /// The same logs in another order.
  mutating func shuffledLogs() -> [[Event]] { logs.shuffled(using: &random) }

  /// Events cut into parts of any lengths.
  mutating func parts(of events: [Event]) -> [[Event]] {
    var parts: [[Event]] = []
    var start = 0
    let most = Int.random(in: 1...4, using: &random) * 25
    while start < events.count {
      let end = min(events.count, start + Int.random(in: 1...most, using: &random))
      parts.append(Array(events[start..<end]))
      start = end
    }
    return parts
  }

  /// What is kept by the rules, told one record after the other with all that came before it.
  func expected(_ events: [Event]) -> IdentityPropertyTests.Answer {
    var answer = IdentityPropertyTests.Answer()
    var numbered: [String: [Event]] = [:]
    var copies: [String: Int] = [:]
    var reports: [String: Int] = [:]
    for event in events {
      let key = symbols.stream(event.stream)
      let life = "\(event.stream.rawValue) \(owners[event.context] ?? "")"
      var isNew = false
      if event.seq == Event.absent {
        let record = "\(life) \(Self.content(event, symbols))"
        reports["\(record) \(event.source.rawValue)", default: 0] += 1
        isNew = reports["\(record) \(event.source.rawValue)", default: 0] > copies[record, default: 0]
        if isNew { copies[record, default: 0] += 1 } else { answer.duplicates += 1 }
      } else {
        let place = key.isLaunch ? "\(life) \(event.seq)" : "\(life) \(event.seq) \(core(event))"
        let known = numbered[place]?.first
        isNew = known == nil
        numbered[place, default: []].append(event)
        if let known {
          let isSame = Self.content(known, symbols) == Self.content(event, symbols)
          if isSame { answer.duplicates += 1 } else { answer.refused += 1 }
        }
      }
      if isNew {
        answer.new += 1
        answer.events.append(Self.words(event, symbols))
      }
    }
    answer.events.sort()
    return answer
  }

  private func core(_ event: Event) -> String {
    "\(event.time) \(symbols.signature(event).kind.name) \(symbols.texts.string(event.scene))"
  }

  private static func content(_ event: Event, _ symbols: Symbols) -> String {
    let signature = symbols.signature(event)
    let texts = [signature.name, event.scene, event.attributes].map(symbols.texts.string)
    let stream = symbols.streamName(event.stream)
    return "\(stream) \(event.time) \(event.seq) \(event.memory) \(signature.kind.name) \(texts)"
  }

  /// An event in words: what it says, behind `@` its source and its line.
  static func words(_ event: Event, _ symbols: Symbols) -> String {
    let device = symbols.texts.string(symbols.context(event.context).device)
    return "\(content(event, symbols)) \(device) @\(event.source.rawValue):\(event.line)"
  }
}
