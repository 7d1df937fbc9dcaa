import Testing
import TraceModel

@Suite(.tags(.small)) struct FingerprintTests {
  /// Source: the FNV test vectors of RFC 9923.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func `a hash is FNV-1a's`(_ text: String, _ hex: String) {
    var hash = Fingerprint()
    hash.add(text.utf8)
    #expect(hash.hex == hex)
  }
}

@Suite(.tags(.small)) struct TextTableTests {
  @Test func `a text is in lower case if lowercasing leaves it as it is, whatever its letters and its length`() {
    var table = TextTable()
    for length in [1, 7, 8, 9, 16, 17] {
      for place in 0..<length {
        for scalar in (1...0x17F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
          var scalars = [Unicode.Scalar](repeating: "z", count: length)
          scalars[place] = scalar
          let text = scalars.map(String.init).joined()
          let isLower = scalar.isASCII && text.lowercased() == text
          let id = table.intern(text)
          if table.isLowercaseASCII(id) != isLower { Issue.record("\(text)") }
        }
      }
    }
    #expect(table.isLowercaseASCII(.none))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each text has one number and comes back as it was`(_ seed: UInt64) {
    var random = Generator(state: seed)
    var table = TextTable()
    var known: [String: TextID] = [:]
    for _ in 0..<3000 {
      let length = Int.random(in: 0...6, using: &random)
      let text = String((0..<length).map { _ in "ab\u{0}ü🙂".randomElement(using: &random) ?? "a" })
      let id = table.intern(text)
      #expect(known[text, default: id] == id, "seed \(seed)")
      #expect(table.string(id) == text, "seed \(seed)")
      known[text] = id
    }
    #expect(table.count == known.keys.count { !$0.isEmpty }, "seed \(seed)")
    #expect(Set(known.values).count == known.count, "seed \(seed)")
  }

  @Test func `the empty text is no text`() {
    var table = TextTable()
    #expect(table.intern("").isNone)
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    /// SplitMix64.
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}

@Suite(.tags(.small)) struct IdentityTests {
  /// A record that comes after `record(seq: 3)`, and what it is in a launch, and elsewhere.
  struct Row: Sendable {
    var name: String
    var inLaunch: StreamIdentity.Outcome
    var elsewhere: StreamIdentity.Outcome
    var change: @Sendable (inout Event, inout Symbols) -> Void
  }

  private static let first = StreamIdentity.Outcome.new(position: 0)
  private static let repeated = StreamIdentity.Outcome.duplicate(of: 0, isClaim: false)
  private static let altered = StreamIdentity.Outcome.refused(.duplicateWithOtherFields)
  private static let contradicting = StreamIdentity.Outcome.refused(.conflict)

  static let rows = [
    Row(name: "line", inLaunch: repeated, elsewhere: repeated) { event, _ in event.line = 9 },
    Row(name: "lost lines", inLaunch: repeated, elsewhere: repeated) { event, _ in event.lost = 2 },
    Row(name: "context", inLaunch: repeated, elsewhere: repeated) { event, symbols in
      var context = Context()
      context.pid = 7
      event.context = ContextID(rawValue: symbols.contexts.intern(context))
    },
    Row(name: "memory", inLaunch: altered, elsewhere: altered) { event, _ in event.memory = 5 },
    Row(name: "duration", inLaunch: altered, elsewhere: altered) { event, _ in event.duration = 5 },
    Row(name: "attributes", inLaunch: altered, elsewhere: altered) { event, symbols in
      event.attributes = symbols.texts.intern("{}")
    },
    Row(name: "reason", inLaunch: altered, elsewhere: altered) { event, symbols in
      change(&event, &symbols) { $0.reason = $1.texts.intern("user") }
    },
    Row(name: "time", inLaunch: contradicting, elsewhere: first) { event, _ in event.time += 1 },
    Row(name: "uptime", inLaunch: contradicting, elsewhere: first) { event, _ in event.uptime = 1 },
    Row(name: "seq", inLaunch: first, elsewhere: first) { event, _ in event.seq = 4 },
    Row(name: "scene", inLaunch: contradicting, elsewhere: first) { event, symbols in
      event.scene = symbols.texts.intern("s")
    },
    Row(name: "task", inLaunch: contradicting, elsewhere: first) { event, symbols in
      event.task = symbols.texts.intern("1")
    },
    Row(name: "kind", inLaunch: contradicting, elsewhere: first) { event, symbols in
      change(&event, &symbols) { signature, _ in signature.kind = .processMain }
    },
    Row(name: "phase", inLaunch: contradicting, elsewhere: first) { event, symbols in
      change(&event, &symbols) { signature, _ in signature.phase = .begin }
    },
    Row(name: "view", inLaunch: contradicting, elsewhere: first) { event, symbols in
      change(&event, &symbols) { $0.view = $1.texts.intern("v") }
    },
  ]

  private static func change(
    _ event: inout Event, _ symbols: inout Symbols, _ body: (inout Signature, inout Symbols) -> Void
  ) {
    var signature = symbols.signature(event)
    body(&signature, &symbols)
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
  }

  @Test(arguments: rows.indices, [false, true])
  func `what differs decides whether two records are one event`(_ index: Int, isLaunch: Bool) {
    let row = Self.rows[index]
    var symbols = Symbols()
    var event = Event()
    event.time = 1_760_000_000_000_000_000
    event.seq = 3
    event.signature = SignatureID(rawValue: symbols.signatures.intern(Signature()))
    let known = IdentityRecord(event, isLaunch: isLaunch, symbols)
    row.change(&event, &symbols)
    let record = IdentityRecord(event, isLaunch: isLaunch, symbols)
    // The known event is there already, or comes just before it.
    for isAdded in [true, false] {
      var identity = StreamIdentity()
      if isAdded {
        identity.begin(record)
        if known.position <= identity.end { identity.add(known) }
      } else {
        identity.begin(known)
        #expect(identity.outcome(of: known) == .new(position: known.position))
        identity.begin(record)
      }
      let outcome = identity.outcome(of: record)
      let expected = isLaunch ? row.inLaunch : row.elsewhere
      switch (outcome, expected) {
      case (.new, .new): break
      case (.duplicate(let position, _), .duplicate): #expect(position == known.position, "\(row.name)")
      default: #expect(outcome == expected, "\(row.name)")
      }
    }
  }

  @Test func `equal records of one source are several events, and those of another are the same ones`() {
    var symbols = Symbols()
    var event = Event()
    event.time = 10
    event.signature = SignatureID(rawValue: symbols.signatures.intern(Signature()))
    var identity = StreamIdentity()
    func outcome(_ source: Int32, _ line: Int32) -> StreamIdentity.Outcome {
      event.source = SourceID(rawValue: source)
      event.line = line
      let record = IdentityRecord(event, isLaunch: false, symbols)
      identity.begin(record)
      return identity.outcome(of: record)
    }
    let place = IdentityRecord.position(of: event, isLaunch: false)
    // More than are compared one by one.
    for line in 1...20 as ClosedRange<Int32> {
      #expect(outcome(1, line) == .new(position: place + Int64(line) - 1))
    }
    for line in 1...20 as ClosedRange<Int32> {
      #expect(outcome(2, 2 * line) == .duplicate(of: place + Int64(line) - 1, isClaim: true))
      #expect(outcome(2, 2 * line) == .duplicate(of: place + Int64(line) - 1, isClaim: false))
    }
    #expect(outcome(2, 41) == .new(position: place + 20))
    // A log that is newest first has its lines below 0.
    #expect(outcome(3, -1) == .duplicate(of: place, isClaim: true))
    #expect(outcome(3, -2) == .duplicate(of: place + 1, isClaim: true))
    // What was reported already is, line by line, what it was.
    #expect(outcome(1, 5) == .duplicate(of: place + 4, isClaim: false))
  }

  @Test func `a word is found in a text wherever it stands`() {
    var texts = TextTable()
    let word = Array("Scene".utf8)
    for count in 0..<40 {
      for place in 0...count {
        // Beginnings of the word stand before it and behind it.
        let around = String(repeating: "ScenS", count: 8)
        let text = around.prefix(place) + "Scene" + around.prefix(count - place)
        let whole = texts.intern(String(text))
        let broken = texts.intern(String(text.replacing("Scene", with: "scenE")))
        #expect(texts.holds(word, whole), "\(text)")
        #expect(!texts.holds(word, broken), "\(text)")
      }
    }
    #expect(!texts.holds(word, .none))
  }
}
