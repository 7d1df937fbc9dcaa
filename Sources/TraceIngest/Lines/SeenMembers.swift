import TraceModel

/// Remembers members of earlier lines, so that lines that repeat them are read in fewer instructions.
///
/// `LineScan` and `JSONScanner` read each byte, with some 5,000 instructions for a line of 340 bytes; this takes a
/// third. It reads the lines that have no shape (`LineShapes`): the first ones with a structure, and logs whose members
/// come in any order or are no fields. Two lines, of which the first was read:
///
/// ```
/// {"event":"scene.didActivate","time":1760000000332000000,"launch":"a3","level":"info","thread":"main"}
/// {"level":"info","event":"app.willTerminate","time":1760000000644427486,"thread":"main","launch":"a3"}
/// ```
///
/// The second line is read member by member:
///
/// 1. *The member as a whole.* A hash of the key's bytes up to the quote chooses a key (`guesses`), which holds the
///    last member with that key. `"level":"info"` and `"thread":"main"` have the bytes of that member, up to a comma,
///    and so its meaning: most members take a hundred instructions. Its length is beside the guess (`lengths`).
/// 2. *The key.* If the value is another one, only the key is compared: all bytes from the quote to the value, colon
///    and white space included. So a key has an entry for each way of writing it.
/// 3. *The value* is looked up: a hash of its bytes up to the closing quote chooses an entry (`values`), and the bytes
///    are compared with those of the entry, which holds their meaning. `"app.willTerminate"` is not found:
///    `JSONScanner` and `FieldValues` read it, and it is kept. Numbers differ on every line and are always read, and of
///    times all after the day (`SeenDay`).
/// 4. *The context*, a run of members that `LineShapes` keeps as one, is read by that.
/// 5. *A member that is no field* has a number for its bytes, by which `EventBuilder` finds the attributes of the line.
///
/// The numbers that `EventBuilder` makes an event from are those that reading each byte gives:
///
/// - Each byte of the line equals one that was validated in the same role, or is validated now.
/// - Values end where the validated ones end: texts, objects and arrays by themselves, and a number before a comma or a
///   brace.
/// - No field comes twice on the line, none has a wrong type, and no other rule joins two members. All other lines are
///   for `LineScan`: `MemberCache.read` returns nil, and the line is read from its start.
///
/// Members are kept as offsets in the buffer, which lasts as long as the reader. The tables have a fixed size; an entry
/// that replaces another one with its slot costs time, not correctness.
struct SeenMembers: ~Copyable {
  /// A key as it was written, and its meaning.
  struct Key: BitwiseCopyable {
    enum Kind: UInt8 {
      /// An attribute.
      case extra
      case attributes
      /// A time or a number, which differs on each line.
      case number
      /// A field whose values repeat.
      case value
      /// As `value`, for a field of a line's context.
      case context
    }

    /// Its start in the buffer, and the number of bytes to the value.
    var start: Int32 = 0
    var length: Int32 = 0
    var kind = Kind.extra
    /// Its field, if any, and its number in `LineScan`.
    var field = Field.event
    var number: UInt8 = 0
    /// In `LineFields`; no bit if it is no field.
    var slot: UInt8 = 0
    var bit: UInt64 = 0
    /// The start and the length of the last member with this key and a value that repeats, up to the end of its value;
    /// a length beyond any line if there is none.
    var latestStart: Int32 = 0
    var latestLength = Int32.max
    var guessSlot: Int32 = 0
    /// The meaning of the latest value, and its label.
    var latestMeaning: Int64 = 0
    var latestLabel: UInt64 = 0
  }

  struct Entry: BitwiseCopyable {
    /// Made of its hash and its key; 0 in an empty slot.
    var label: UInt64 = 0
    var start: Int32 = 0
    var length: Int32 = 0
    /// `Event.absent` if the value counts as absent; for a member that is no field, its number (`newExtra`).
    var meaning: Int64 = 0
  }

  /// Read bytes that must follow a line: up to eight that loops read beyond it, and the hashed bytes of a value.
  static let margin = hashedWords * 8 + 16
  private static let hashedWords = 8
  /// With number 0, which is no key.
  private static let keyLimit = 256
  /// A power of two.
  private static let valueCount = 2048

  /// The day of the last time that was a text.
  private var day: SeenDay?
  /// By their numbers, from 1.
  private var keys = FixedBuffer(repeating: Key(), count: keyLimit)
  private var keyCount = 1
  /// The numbers of keys, by their bytes, hashed to eleven bits; a key whose slot is taken has the one beside it.
  private var guesses = FixedBuffer(repeating: 0 as UInt8, count: 2048)
  /// By the same hash, the length of the last member with that key: it gives the offset of the next member before the
  /// key is compared, so that no look-up waits for the one before it.
  private var lengths = FixedBuffer(repeating: Int32.max, count: 2048)
  private var values = FixedBuffer(repeating: Entry(), count: valueCount)
  private var extraCount: Int64 = 0

  /// Reads nineteen digits, in nanoseconds, or a text with the last day, at `at`, which moves after it; else nil.
  @inline(__always) func time(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    if unsafe text.byte(unchecked: at) == UInt8(ascii: "\"") { return day?.time(text, &at) }
    return text.nineteenDigits(&at)
  }

  mutating func noteDay(of time: Int64, _ text: Span<UInt8>, _ at: Int) { day = SeenDay(of: time, text, at) ?? day }

  /// The key with this number, which is below `keyLimit`: `guess` or `add` gave it.
  @inline(__always) func key(_ number: Int) -> Key { unsafe keys[unchecked: number] }

  /// The end of the member at `at` if it has the bytes of the last one with this slot; a number may continue.
  @inline(__always) func endOfLatest(_ slot: Int, _ number: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int? {
    let length = unsafe Int(lengths[unchecked: slot])
    let next = at &+ length
    let key = key(number)
    guard next < end, unsafe text.isSameText(unchecked: at, Int(key.latestStart), length),
      Int(key.latestLength) == length
    else { return nil }
    return next
  }

  @inline(__always) func isKey(_ key: Int, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    let key = self.key(key)
    let length = Int(key.length)
    return unsafe length > 0 && at &+ length < end && text.isSameText(unchecked: at, Int(key.start), length)
  }

  /// The slot in `guesses` of the key at `at`, by its bytes up to a quote.
  @inline(__always) func slot(_ text: Span<UInt8>, _ at: Int) -> Int {
    Int(Self.hashOfKey(text, at &+ 1) >> 53)
  }

  /// 0 if no key has this slot.
  @inline(__always) func guess(_ slot: Int) -> Int { unsafe Int(guesses[unchecked: slot]) }

  @inline(__always) func otherGuess(_ slot: Int) -> Int { unsafe Int(guesses[unchecked: slot ^ 1]) }

  /// Keeps a key and returns its number; nil if the table is full.
  mutating func add(_ key: Key, _ text: Span<UInt8>) -> Int? {
    let earlier = (1..<keyCount).first { number in
      keys[number].length == key.length && text.isSame(Int(key.start), Int(keys[number].start), Int(key.length))
    }
    guard earlier != nil || keyCount < Self.keyLimit else { return nil }
    let number = earlier ?? keyCount
    if earlier == nil {
      keyCount += 1
      keys[number] = key
    }
    let slot = slot(text, Int(key.start))
    let free = guesses[slot] == 0 ? slot : slot ^ 1
    guesses[free] = UInt8(number)
    lengths[free] = keys[number].latestLength
    keys[number].guessSlot = Int32(truncatingIfNeeded: free)
    return number
  }

  /// The label of a value of `key` at `at`: a hash of its bytes up to one that mostly ends it.
  @inline(__always) func label(_ key: Int, _ text: Span<UInt8>, _ at: Int) -> UInt64 {
    let first = unsafe text.byte(unchecked: at)
    let hash =
      first == UInt8(ascii: "\"")
      ? Self.hash(text, at &+ 1, until: first)
      : first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        ? Self.hash(text, at &+ 1, until: first &+ 2) : Self.hashOfWord(text, at)
    return hash & ~0xFF | UInt64(UInt8(truncatingIfNeeded: key))
  }

  @inline(__always) mutating func setLatest(_ key: Int, _ entry: Entry) {
    let keyLength = self.key(key).length
    // A value's label includes its key, so the bytes of the key precede the value.
    keys[key].latestStart = entry.start &- keyLength
    keys[key].latestLength = entry.length &+ keyLength
    keys[key].latestMeaning = entry.meaning
    keys[key].latestLabel = entry.label
    lengths[Int(keys[key].guessSlot)] = entry.length &+ keyLength
  }

  /// A number for a new member that is no field; its lowest byte is the kind of the value.
  mutating func newExtra(_ kind: Token.Kind) -> Int64 {
    extraCount += 1
    return extraCount << 8 | Int64(kind.rawValue)
  }

  @inline(__always) static func kind(ofExtra number: Int64) -> Token.Kind {
    Token.Kind(rawValue: UInt8(truncatingIfNeeded: number)) ?? .null
  }

  /// The entry of a value with this label, if its bytes are at `at`.
  @inline(__always) func value(_ label: UInt64, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Entry? {
    let slot = Int(label >> 53)
    // The slot is eleven bits of the hash, and there are 2^11 values.
    let first = unsafe values[unchecked: slot]
    if first.label == label, Self.isSame(first, text, at, end) { return first }
    let second = unsafe values[unchecked: slot ^ 1]
    return second.label == label && Self.isSame(second, text, at, end) ? second : nil
  }

  /// Keeps the meaning of the value at `range`, in place of the older of its slot's two entries.
  mutating func addValue(_ label: UInt64, _ range: Range<Int>, _ meaning: Int64) -> Entry {
    let slot = Int(label >> 53)
    let entry = Entry(
      label: label, start: Int32(truncatingIfNeeded: range.lowerBound), length: Int32(truncatingIfNeeded: range.count),
      meaning: meaning)
    values[slot ^ 1] = values[slot]
    values[slot] = entry
    return entry
  }

  @inline(__always) private static func isSame(_ entry: Entry, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    unsafe at &+ Int(entry.length) < end && text.isSameText(unchecked: at, Int(entry.start), Int(entry.length))
  }

  private static let factor = 0x9E37_79B9_7F4A_7C15 as UInt64
  private static let ones = 0x0101_0101_0101_0101 as UInt64

  /// The highest bit of each byte of `word` that is `byte`; bytes above the lowest of them may be marked by mistake.
  @inline(__always) private static func hits(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    let other = word ^ ones &* UInt64(byte)
    return (other &- ones) & ~other & ones << 7
  }

  /// The bytes of `word` up to the first hit, or all.
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
      let word = unsafe text.eight(unchecked: at)
      let hits = hits(byte, word)
      if hits != 0 { return add(through(hits, word), to: hash) &* factor }
      hash = add(word, to: hash)
      at = at &+ 8
    }
    return hash &* factor
  }

  /// As `hash`, for a key up to its quote; no branch depends on the length of keys of up to fifteen bytes, as most are.
  @inline(__always) private static func hashOfKey(_ text: Span<UInt8>, _ start: Int) -> UInt64 {
    let quote = UInt8(ascii: "\"")
    let first = unsafe text.eight(unchecked: start)
    let second = unsafe text.eight(unchecked: start &+ 8)
    let firstHits = hits(quote, first)
    let secondHits = hits(quote, second)
    if firstHits | secondHits == 0 { return hash(text, start, until: quote) }
    let behind = firstHits == 0 ? through(secondHits, second) : 0
    return (through(firstHits, first) ^ (behind << 23 | behind >> 41)) &* factor
  }

  /// As `hash`, for a number, `true`, `false` or `null`, by two words at most.
  @inline(__always) private static func hashOfWord(_ text: Span<UInt8>, _ start: Int) -> UInt64 {
    let word = unsafe text.eight(unchecked: start)
    let hits = ends(word)
    let first = add(through(hits, word), to: 0)
    if hits != 0 { return first &* factor }
    let next = unsafe text.eight(unchecked: start &+ 8)
    return add(through(ends(next), next), to: first) &* factor
  }

  @inline(__always) private static func ends(_ word: UInt64) -> UInt64 {
    hits(UInt8(ascii: ","), word) | hits(UInt8(ascii: "}"), word)
  }
}

/// The day of the last time in a text: another time of that day is read with a fifth of the instructions.
///
/// `Timestamp.parse` and its callers take some 1,100 instructions for a time such as `"2025-10-09T08:53:20.332Z"`, and
/// most times of a log are of the same day as the time before. The 11 bytes of the day are compared, and the digits
/// after them are read. Other forms, with an offset or without a zone, are for `Timestamp.parse`.
private struct SeenDay: BitwiseCopyable {
  /// The bytes of `2025-10-09T`.
  private static let length = 11

  private let start: Int32
  /// In nanoseconds since 1970, UTC.
  private let nanoseconds: Int64

  /// Nil for a text in another form; `SeenMembers.margin` bytes must follow the time.
  init?(of time: Int64, _ text: Span<UInt8>, _ at: Int) {
    var end = at &+ 1 &+ Self.length
    guard let sinceMidnight = Self.sinceMidnight(text, &end) else { return nil }
    let (nanoseconds, isOverflow) = time.subtractingReportingOverflow(sinceMidnight)
    if isOverflow { return nil }
    start = Int32(truncatingIfNeeded: at &+ 1)
    self.nanoseconds = nanoseconds
  }

  /// Reads a time of this day at `at`, with its quote, which moves after it; `SeenMembers.margin` bytes must follow.
  @inline(__always) func time(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    precondition(at >= 0 && at <= text.count &- SeenMembers.margin, "no such offset")
    guard unsafe text.byte(unchecked: at) == UInt8(ascii: "\""), isSame(text, at &+ 1) else { return nil }
    var end = at &+ 1 &+ Self.length
    guard let sinceMidnight = Self.sinceMidnight(text, &end) else { return nil }
    let (time, isOverflow) = nanoseconds.addingReportingOverflow(sinceMidnight)
    if isOverflow { return nil }
    at = end
    return time
  }

  @inline(__always) private func isSame(_ text: Span<UInt8>, _ at: Int) -> Bool {
    unsafe text.isSameText(unchecked: at, Int(start), Self.length)
  }

  /// A text like `08:53:20.332Z"`, with up to nine digits after the seconds, in nanoseconds; `at` moves after it.
  @inline(__always) private static func sinceMidnight(_ text: Span<UInt8>, _ at: inout Int) -> Int64? {
    // Digits become their values, colons zeros.
    let clock = unsafe text.eight(unchecked: at) ^ 0x3030_3A30_303A_3030
    // The sum sets the highest bit of each byte above its maximum in `29:59:59`. A second 60 is not read here.
    let excess = (clock &+ 0x767A_7F76_7A7F_767D) | clock
    // Each byte times ten, plus the one after it.
    let pairs = clock &* 10 &+ clock >> 8
    let hour = Int64(pairs & 0xFF)
    let minute = Int64(pairs >> 24 & 0xFF)
    let second = Int64(pairs >> 48 & 0xFF)
    guard excess & 0x8080_8080_8080_8080 == 0, hour < 24 else { return nil }
    at = at &+ 8
    var fraction: UInt64 = 0
    if unsafe text.byte(unchecked: at) == UInt8(ascii: ".") {
      at = at &+ 1
      var (digits, count) = unsafe text.leadingDigits(unchecked: at)
      let last = unsafe text.byte(unchecked: at &+ count) &- UInt8(ascii: "0")
      if count == 8, last < 10 {
        digits = digits &* 10 &+ UInt64(last)
        count = 9
      }
      if count == 0 { return nil }
      for _ in count..<9 { digits = digits &* 10 }
      fraction = digits
      at = at &+ count
    }
    let zone = unsafe text.byte(unchecked: at)
    let mark = unsafe text.byte(unchecked: at &+ 1)
    guard zone == UInt8(ascii: "Z"), mark == UInt8(ascii: "\"") else { return nil }
    at = at &+ 2
    let seconds = (hour &* 60 &+ minute) &* 60 &+ second
    return seconds &* 1_000_000_000 &+ Int64(fraction)
  }
}
