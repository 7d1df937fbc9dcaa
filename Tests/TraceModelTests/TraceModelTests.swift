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
  struct Row: Sendable {
    var change: @Sendable (inout Event, inout Symbols) -> Void
    var expected: Identity
    var name: String
  }

  static let rows = [
    Row(change: { event, _ in event.line = 9 }, expected: .same, name: "line"),
    Row(change: { event, _ in event.lost = 2 }, expected: .same, name: "lost lines"),
    Row(change: { event, _ in event.memory = 5 }, expected: .sameWithOtherFields, name: "memory"),
    Row(change: { event, _ in event.time += 1 }, expected: .different, name: "time"),
    Row(change: { event, _ in event.seq = 4 }, expected: .different, name: "seq"),
    Row(
      change: { event, symbols in
        var signature = symbols.signature(event)
        signature.reason = symbols.texts.intern("user")
        event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
      }, expected: .sameWithOtherFields, name: "reason"),
    Row(
      change: { event, symbols in
        var signature = symbols.signature(event)
        signature.kind = .processMain
        event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
      }, expected: .different, name: "kind"),
  ]

  @Test(arguments: rows.indices)
  func `what differs decides whether two records are one event`(_ index: Int) {
    let row = Self.rows[index]
    var symbols = Symbols()
    var known = Event()
    known.time = 1_760_000_000_000_000_000
    known.seq = 3
    known.signature = SignatureID(rawValue: symbols.signatures.intern(Signature()))
    var record = known
    row.change(&record, &symbols)
    #expect(Identity.of(record, known, symbols) == row.expected, "\(row.name)")
  }

  @Test func `a word is found in a text wherever it stands`() {
    var texts = TextTable()
    let word = SearchedText("Scene")
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
