import TraceModel

/// What one app's recorder writes, by all its launches: decides which kinds a missing event can be held against.
final class RecorderProfile: Sendable {
  /// An app, its version, and the input format.
  typealias Key = SIMD4<Int32>

  /// How sure it is that a kind would have been recorded.
  enum Knowledge { case recorded, unrecorded, unknown }

  /// Due so often and never seen, a kind is taken for not recorded: this project's number.
  static let dueLimit = 20
  /// So many launches with a kind show that it is recorded, however many lack it: this project's number.
  static let heldLimit = 20

  let app, appVersion: TextID
  private let counts: Counts

  fileprivate struct Counts {
    var launches = 0
    /// Launches that hold a kind, and steps that would have needed it.
    var holdings = KindCounts()
    var dues = KindCounts()
  }

  /// A recorder of which no launch is known.
  convenience init(_ context: Context) { self.init(context, Counts()) }

  fileprivate init(_ context: Context, _ counts: Counts) {
    app = context.app
    appVersion = context.appVersion
    self.counts = counts
  }

  static func key(_ context: Context) -> Key {
    Key(context.app.rawValue, context.appVersion.rawValue, context.format.rawValue, 0)
  }

  func holding(_ kind: EventKind) -> Int { counts.holdings[kind] }

  /// How far a kind is known to be recorded that neither a launch nor its declaration holds.
  func knowledge(_ kind: EventKind) -> Knowledge {
    let holding = holding(kind)
    if holding >= Self.heldLimit || holding > 0 && holding * 10 >= counts.launches { return .recorded }
    return holding == 0 && counts.dues[kind] >= Self.dueLimit ? .unrecorded : .unknown
  }

  func doubt(_ kind: EventKind) -> Sentence {
    let due = counts.dues[kind]
    let holding = holding(kind)
    let came: Sentence = holding == 0 ? "never came" : "came in \(holding) of \(counts.launches) launches"
    return "; \(name: kind.name) was due \(due) \(due == 1 ? "time" : "times") and \(came):"
      + " not recorded, or never called; --records with all kinds that are recorded settles it"
  }
}

extension RecorderProfile {
  struct Counter {
    /// The index of the recorder of each context, -1 until the context was looked at.
    private var indices: [Int32]
    private var indicesByKey: [RecorderProfile.Key: Int] = [:]
    private var contexts: [Context] = []
    private var counts: [RecorderProfile.Counts] = []

    init(contextCount: Int = 0) { indices = [Int32](repeating: -1, count: contextCount) }

    /// Counts a launch with these kinds; returns the index of its recorder, to count what would explain its candidates.
    @inline(__always) mutating func add(_ kinds: KindSet, in id: ContextID, _ symbols: Symbols) -> Int {
      let number = Int(id.rawValue)
      if indices[number] < 0 { indices[number] = Int32(index(of: symbols.context(id))) }
      let index = Int(indices[number])
      addLaunches(1, with: kinds, at: index)
      return index
    }

    /// Counts launches with these kinds, for the recorder with this index.
    mutating func addLaunches(_ count: Int, with kinds: KindSet, at index: Int) {
      counts[index].launches += count
      counts[index].holdings.add(kinds, count)
    }

    /// Counts the kinds that would explain `count` candidates, for the recorder of their launch.
    mutating func addDue(_ kinds: KindSet, _ count: Int = 1, at index: Int) { counts[index].dues.add(kinds, count) }

    mutating func index(of context: Context) -> Int {
      let key = RecorderProfile.key(context)
      if let known = indicesByKey[key] { return known }
      let index = counts.count
      indicesByKey[key] = index
      contexts.append(context)
      counts.append(RecorderProfile.Counts())
      return index
    }

    var recorders: [RecorderProfile.Key: RecorderProfile] {
      indicesByKey.mapValues { RecorderProfile(contexts[$0], counts[$0]) }
    }
  }
}

/// How many of some sets hold each kind.
///
/// For speed the counts of all kinds are added up at once: a launch holds some twenty kinds, and is added in six steps.
private struct KindCounts {
  /// The bits of the counts, by the kinds' bits in a `KindSet`: first the ones, then the twos, the fours and so on.
  private var digits: [UInt128] = []

  mutating func add(_ kinds: KindSet, _ count: Int) {
    for digit in 0..<(Int.bitWidth - count.leadingZeroBitCount) where count >> digit & 1 == 1 {
      add(kinds.bits, at: digit)
    }
  }

  private mutating func add(_ bits: UInt128, at digit: Int) {
    var carried = bits
    var index = digit
    while digits.count < index { digits.append(0) }
    while carried != 0 {
      if index == digits.count { digits.append(0) }
      let digit = digits[index]
      digits[index] = digit ^ carried
      carried &= digit
      index += 1
    }
  }

  subscript(kind: EventKind) -> Int {
    digits.enumerated().reduce(0) { sum, digit in
      KindSet(bits: digit.element).contains(kind) ? sum + 1 << digit.offset : sum
    }
  }
}
