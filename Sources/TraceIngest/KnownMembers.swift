import TraceModel

/// Members of lines that were read before, by which lines that say the same again are read in fewer instructions.
///
/// It exists for speed alone: `LineScan` and `JSONScanner` look at each byte and take some 5,000 instructions a line of
/// 340 bytes; this takes half of it. It reads the lines that have no shape (`LineShapes`): the first ones that are built
/// in a way, and all of a log whose members come in any order or are no fields. Two lines, of which the first was read:
///
/// ```
/// {"event":"scene.didActivate","time":1760000000332000000,"launch":"a3","level":"info","thread":"main"}
/// {"event":"app.willTerminate","level":"warning","time":1760000000644427486,"launch":"a3","thread":"main"}
/// ```
///
/// The second is read member by member.
///
/// 1. *The key.* After the first member of the last line came `"time":`, so it is compared with that. If something else
///    stands there, its first eight bytes choose another guess (`guesses`). A key is known with all its bytes from the
///    quote to the value, colon and white space included, and so in each way in which it is written.
/// 2. *The value* is compared with the last one of its key (`latest`): `"a3"` and `"main"` are equal to it. Any other
///    value is looked up: its bytes up to the closing quote are hashed, the hash chooses an entry (`values`), and
///    the bytes are compared with those of the entry, which holds what they mean. `"app.willTerminate"` is not found:
///    `JSONScanner` and `CanonicalReader.value` read it, and it is kept. Numbers differ on every line and are read anew,
///    and of times what follows the day (`KnownDay`); so are members that are no field.
/// 3. *The place*, a run of members that `LineShapes` keeps as one, is taken from there.
///
/// So the numbers that `CanonicalReader` makes an event of are those that reading each byte gives:
///
/// - Each byte of the line is equal to one that was validated in the same role, or is validated now.
/// - Values end where the validated ones end. A text, an object and an array end by themselves; behind a number stands a
///   comma or a brace, or it is another number.
/// - No field stands on the line twice, none is of a wrong type, no other rule joins two members. All else is for
///   `LineScan`: `readKnown` returns false, and the line is read from its start.
///
/// What is kept are places in the buffer, which lasts as long as the reader. The tables have a fixed size; what falls into
/// the place of something else replaces it, and costs time, not correctness.
struct KnownMembers: ~Copyable {
  /// A key as it was written, and its meaning.
  struct Key: BitwiseCopyable {
    enum Kind: UInt8 {
      /// No field: it becomes an attribute.
      case extra
      /// The object that holds attributes.
      case attributes
      /// A clock or a number: each line has another.
      case number
      /// A field whose values repeat.
      case value
      /// The same, of the fields that say where a line belongs.
      case place
    }

    /// Its start in the buffer, and the number of bytes to the value.
    var start: Int32 = 0
    var length: Int32 = 0
    var kind = Kind.extra
    /// The field that it names, if any, and its number in `LineScan`.
    var field = Field.event
    var number: UInt8 = 0
    /// The key that came next.
    var successor: UInt8 = 1
  }

  /// A value.
  struct Entry: BitwiseCopyable {
    /// Of the hash and the key; 0 if there is no such value.
    var label: UInt64 = 0
    /// Its start in the buffer.
    var start: Int32 = 0
    var length: Int32 = 0
    /// Its meaning, `Event.absent` if it counts as none.
    var meaning: Int64 = 0
  }

  /// So many bytes that were read must follow a line: the loops below look at eight more than there are, and at the
  /// bytes of a value that are hashed.
  static let margin = hashedWords * 8 + 16
  /// So many words of a value choose its entry.
  private static let hashedWords = 8
  /// So many keys are known at most, with one that stands for the beginning of a line.
  private static let keyLimit = 256
  /// So many values are known; a power of two.
  private static let valueCount = 2048

  /// The day of the last time that was a text.
  var day: KnownDay?
  /// By number; 0 stands for the beginning of a line, and 1 is not used until there is a key.
  var keys = FixedBuffer(repeating: Key(), count: keyLimit)
  private var keyCount = 1
  /// By the first eight bytes of a key, hashed to thirteen bits, the key that had them last.
  private var guesses = FixedBuffer(repeating: 0 as UInt8, count: 8192)
  private var values = FixedBuffer(repeating: Entry(), count: valueCount)
  /// By the number of a key, the value that came with it last.
  private var latest = FixedBuffer(repeating: Entry(), count: keyLimit)

  /// True if the key stands at `at`, and a value may follow before `end`.
  @inline(__always) func isKey(_ key: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    let known = keys[key]
    let length = Int(known.length)
    return length > 0 && at &+ length < end && text.isSame(at, Int(known.start), length)
  }

  /// The key that had the eight bytes at `at` last; 0 if there is none.
  @inline(__always) func guess(_ text: Span<UInt8>, _ at: Int) -> Int { Int(guesses[Self.slot(text.eight(at))]) }

  /// Keeps a key; nothing if there is no room for it.
  mutating func add(_ key: Key, _ text: Span<UInt8>) -> Int? {
    let known = (1..<keyCount).first { number in
      keys[number].length == key.length && text.isSame(Int(key.start), Int(keys[number].start), Int(key.length))
    }
    guard known != nil || keyCount < Self.keyLimit else { return nil }
    let number = known ?? keyCount
    if known == nil {
      keyCount += 1
      keys[number] = key
    }
    // Of two keys that have one place there, the one that came last is guessed.
    guesses[Self.slot(text.eight(Int(key.start)))] = UInt8(number)
    return number
  }

  /// The place in `guesses` of a key that begins with these bytes.
  @inline(__always) private static func slot(_ word: UInt64) -> Int {
    // What follows a short key is no part of it.
    Int((through(quoteAfter(first: word), word) &* factor) >> 51)
  }

  /// The hash of the bytes of a value of `key` at `at` by which it is found again, up to a byte that mostly ends it.
  @inline(__always) func label(_ key: Int, _ text: Span<UInt8>, _ at: Int) -> UInt64 {
    let first = text[at]
    let hash =
      first == UInt8(ascii: "\"")
      ? Self.hash(text, at &+ 1, until: first)
      : first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        ? Self.hash(text, at &+ 1, until: first &+ 2) : Self.hashOfWord(text, at)
    return hash & ~0xFF | UInt64(UInt8(truncatingIfNeeded: key))
  }

  /// The value that came with a key last, if its bytes stand at `at` and end there.
  @inline(__always) func latestValue(_ key: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Entry? {
    let entry = latest[key]
    guard entry.label != 0, Self.isSame(entry, text, at, end) else { return nil }
    let next = text[at &+ Int(entry.length)]
    return next == UInt8(ascii: ",") || next == UInt8(ascii: "}") ? entry : nil
  }

  /// Keeps the value that came with a key.
  @inline(__always) mutating func setLatest(_ key: Int, _ entry: Entry) { latest[key] = entry }

  /// The entry of a value with this label, if its bytes stand at `at`.
  @inline(__always) func value(_ label: UInt64, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Entry? {
    let place = Int(label >> 53)
    let first = values[place]
    if first.label == label, Self.isSame(first, text, at, end) { return first }
    let second = values[place ^ 1]
    return second.label == label && Self.isSame(second, text, at, end) ? second : nil
  }

  /// Keeps what the value at `range` means, and returns that; the older of two that have its place goes.
  @discardableResult mutating func addValue(_ label: UInt64, _ range: Range<Int>, _ meaning: Int64) -> Entry {
    let place = Int(label >> 53)
    let entry = Self.entry(label, range, meaning)
    values[place ^ 1] = values[place]
    values[place] = entry
    return entry
  }

  private static func entry(_ label: UInt64, _ range: Range<Int>, _ meaning: Int64) -> Entry {
    Entry(
      label: label, start: Int32(truncatingIfNeeded: range.lowerBound), length: Int32(truncatingIfNeeded: range.count),
      meaning: meaning)
  }

  @inline(__always) private static func isSame(_ entry: Entry, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    at &+ Int(entry.length) < end && text.isSame(at, Int(entry.start), Int(entry.length))
  }

  // MARK: - Hashes

  private static let factor = 0x9E37_79B9_7F4A_7C15 as UInt64
  private static let ones = 0x0101_0101_0101_0101 as UInt64

  /// The highest bit of each byte of `word` that is `byte`; above the lowest of them there may be more.
  @inline(__always) private static func hits(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    let other = word ^ ones &* UInt64(byte)
    return (other &- ones) & ~other & ones << 7
  }

  /// The same for quotes, but for one that is the first byte.
  @inline(__always) private static func quoteAfter(first word: UInt64) -> UInt64 { hits(0x22, word | 1) }

  /// The bytes of `word` up to the first hit; all if there is none.
  @inline(__always) private static func through(_ hits: UInt64, _ word: UInt64) -> UInt64 {
    word & (hits ^ (hits &- 1))
  }

  @inline(__always) private static func add(_ word: UInt64, to hash: UInt64) -> UInt64 {
    let product = (hash ^ word) &* factor
    return product ^ product >> 32
  }

  @inline(__always) private static func hash(_ text: Span<UInt8>, _ start: Int, until byte: UInt8) -> UInt64 {
    var hash: UInt64 = 0
    var at = start
    for _ in 0..<hashedWords {
      let word = text.eight(at)
      let hits = hits(byte, word)
      if hits != 0 { return add(through(hits, word), to: hash) &* factor }
      hash = add(word, to: hash)
      at = at &+ 8
    }
    return hash &* factor
  }

  /// The same of a number, `true`, `false` or `null`, by two words at most.
  @inline(__always) private static func hashOfWord(_ text: Span<UInt8>, _ start: Int) -> UInt64 {
    let word = text.eight(start)
    let hits = ends(word)
    let first = add(through(hits, word), to: 0)
    if hits != 0 { return first &* factor }
    let next = text.eight(start &+ 8)
    return add(through(ends(next), next), to: first) &* factor
  }

  /// The commas and braces in `word`.
  @inline(__always) private static func ends(_ word: UInt64) -> UInt64 {
    hits(UInt8(ascii: ","), word) | hits(UInt8(ascii: "}"), word)
  }
}
