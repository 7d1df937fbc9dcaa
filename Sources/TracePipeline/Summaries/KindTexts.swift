import TraceModel

/// What texts about kinds of events mean, as lines of summaries hold them: each is read once.
///
/// The launches of an app record the same kinds in few orders, so that most lines repeat a text of an earlier
/// one. To find its bytes in a table takes a tenth of the instructions that it takes to read the words and numbers in it.
///
/// ```swift
/// let key = texts.key(of: bytes, launch.kinds)
/// if let kinds = texts.numberedSets[key] { return kinds }
/// texts.numberedSets[key] = …
/// ```
struct KindTexts {
  /// A text, and the kinds of its launch, by whose numbers it names others.
  struct Key: Hashable {
    let text: TextID
    let kinds: KindSet
  }

  private var texts = TextTable()
  /// The texts that mean kinds by their numbers among the kinds of their launch.
  var numberedSets: [Key: KindSet] = [:]
  /// Those that mean sets of kinds.
  var lists: [Key: [KindSet]] = [:]
  /// Those that mean pairs of kinds.
  var pairs: [Key: [EventPair]] = [:]

  /// The key of a text in a launch with these kinds.
  mutating func key(of text: Span<UInt8>, _ kinds: KindSet = KindSet()) -> Key {
    Key(text: texts.intern(text), kinds: kinds)
  }
}
