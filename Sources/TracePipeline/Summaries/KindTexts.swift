import TraceModel

/// What texts about kinds of events mean, as lines of summaries hold them: each is read once.
///
/// The launches of an app record the same kinds in few orders, so that most lines repeat a text of an earlier
/// one. To find its bytes in a table takes a tenth of the instructions that it takes to read the words and numbers in it.
///
/// ```swift
/// let number = texts.number(of: bytes, launch.kinds)
/// if let kinds = texts.sets[number] { return kinds }
/// texts.sets[number] = …
/// ```
struct KindTexts {
  /// A text, and the kinds of its launch, by whose numbers it names others.
  private struct Key: Internable {
    var text: TextID
    var kinds: KindSet

    var internHash: UInt64 {
      var hash = WordHash()
      hash.add(text, .none)
      hash.add(UInt64(truncatingIfNeeded: kinds.bits))
      hash.add(UInt64(truncatingIfNeeded: kinds.bits >> 64))
      return hash.value
    }
  }

  private var texts = TextTable()
  private var keys = InternTable<Key>()
  /// The texts that mean kinds, by their numbers.
  var sets: [KindSet?] = []
  /// Those that mean kinds by their numbers among the kinds of their launch.
  var numberedSets: [KindSet?] = []
  /// Those that mean sets of kinds.
  var lists: [[KindSet]?] = []
  /// Those that mean pairs of kinds.
  var pairs: [[EventPair]?] = []

  /// The number of a text in a launch with these kinds; a new one has no meaning yet.
  mutating func number(of text: Span<UInt8>, _ kinds: KindSet = KindSet()) -> Int {
    let number = Int(keys.intern(Key(text: texts.intern(text), kinds: kinds)))
    if number == sets.count {
      sets.append(nil)
      numberedSets.append(nil)
      lists.append(nil)
      pairs.append(nil)
    }
    return number
  }
}
