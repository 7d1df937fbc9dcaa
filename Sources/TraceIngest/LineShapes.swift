import TraceModel

/// How lines that were read are built, by which a line that is built alike is read as three parts, and not member by
/// member.
///
/// It exists for speed alone: with it, `check` of a log of `Tests/Benchmarks` takes a fifth fewer instructions. Two
/// lines of such a log, of which the first was read by its members:
///
/// ```
/// {"event":"scene.didActivate","time":1760000000332000000,"seq":8,"launch":"a3","app":"shop","pid":7,"thread":"main"}
/// {"event":"scene.willConnect","time":1760000000644427486,"seq":9,"launch":"a3","app":"shop","pid":7,"thread":"main"}
/// ```
///
/// 1. *The head* is what stands before the place: the name, the time, and numbers. The shape holds the bytes between
///    them, `{"event":"…,"time":…,"seq":…,"launch":`, and in which order they come. The second line has the same bytes
///    there. Its name is looked up (`KnownMembers`), and its time and `seq` are read.
/// 2. *The place* says where the line belongs, and is the same in all lines of a launch: `"a3","app":"shop","pid":7` is
///    compared with the place of the line before. Of a log in which launches alternate, it is found by its first value.
/// 3. *The rest* is all that follows, `,"thread":"main"}`. It is compared with the one that the last line of this name
///    had (`LatestRest`); another one is found by a hash of its bytes, and compared. What it means is a sort, which stands
///    for the fields of its signature, and the texts of its scene and task. A number at its end, as in
///    `,"duration":3500}` or `,"task":12}`, is no part of it, and is read.
///
/// Name and sort together give the signature of an earlier line that had both.
///
/// Of a line whose head is known and whose place or rest is new, as the first of each launch, the members behind the head
/// are read.
///
/// So the event is the one that `LineScan` and `JSONScanner` make, which define what a line holds:
///
/// - Parts are kept only of a line that was read by its members with nothing wrong, nothing twice and nothing left over
///   (`CanonicalReader.readKnown`), and which gave an event.
/// - Each byte is equal to one of such a line in the same part, or is a digit of a number that is read. A number ends
///   where the digits end: the part behind it begins with a comma or a brace.
/// - The parts hold different fields: the head those of `HeadPart.Kind`, the place those of `Field.place`, and the rest
///   those of the signature, `scene`, `sceneInstance`, `viewInstance` and `task`. A number at the end is refused if the
///   head has it.
/// - All texts of the line stood in lines before it, but for a task's number; so texts are numbered in the same order.
///
/// On any doubt the line is read by its members. What is kept are places in the buffer, which lasts as long as the reader.
/// The tables have a fixed size; what falls into the place of something else replaces it.
struct LineShapes: ~Copyable {
  /// The bytes before a value of the head, and how the value is read.
  struct HeadPart: BitwiseCopyable {
    enum Kind: UInt8 {
      /// The event's name.
      case name
      case time
      /// `seq`, `uptime` or `memory`.
      case number
      /// No value of the head: here the place begins.
      case place
    }

    var start: Int32 = 0
    var length: Int32 = 0
    var kind = Kind.name
    var field = Field.event
    /// The number of the value's key in `KnownMembers`.
    var key: UInt8 = 0
  }

  /// The members from `launch` to the last of the fields that say where a line belongs, without the first key.
  struct Place: BitwiseCopyable {
    /// Of its first value; 0 if there is no such place.
    var label: UInt64 = 0
    var start: Int32 = 0
    var length: Int32 = 0
    /// The fields in it.
    var met: UInt64 = 0
  }

  /// What follows the place, up to the line's end or to the number there.
  struct Rest: BitwiseCopyable {
    /// A hash of its bytes; 0 if there is no such rest.
    var label: UInt64 = 0
    var start: Int32 = 0
    var length: Int32 = 0
    /// Stands for the fields of its signature, without the name.
    var sort: Int32 = 0
    var scene = TextID.none
    var sceneInstance = TextID.none
    var viewInstance = TextID.none
    var task = TextID.none
    /// The field whose number follows; `event` if none does.
    var number = Field.event
  }

  /// The signature of lines with this name and a rest of this sort.
  struct Meaning: BitwiseCopyable {
    var name = TextID.none
    var sort: Int32 = 0
    var signature = SignatureID(rawValue: 0)
  }

  /// The rest that the last line with a name had, by its place in the table.
  struct LatestRest: BitwiseCopyable {
    var name = TextID.none
    var place: Int32 = 0
    var sort: Int32 = 0
    var signature = SignatureID(rawValue: 0)
  }

  private static let shapeCount = 8
  static let partCount = 8
  /// The following are powers of two.
  private static let placeCount = 256
  private static let restCount = 1024
  private static let meaningCount = 1024
  private static let latestCount = 64
  private static let factor = 0x9E37_79B9_7F4A_7C15 as UInt64
  /// The fields of a signature but for the name.
  private static let sorted = LineFields.signature.dropFirst()

  /// So many parts for each shape; the last of them is that of the place.
  var parts = FixedBuffer(repeating: HeadPart(), count: shapeCount * partCount)
  /// How many shapes there are.
  private(set) var count = 0
  /// The shape that the next line is thought to have.
  var current = 0
  /// The shape that the next new one replaces if there is no room.
  private var next = 0
  private var places = FixedBuffer(repeating: Place(), count: placeCount)
  /// The numbers of `LineFields.place` that each place gives.
  private var placeFields = FixedBuffer<Int64>(room: placeCount * LineFields.place.count)
  /// The place of the line before, by its place in the table; nil if that was read by its members, and was not kept.
  var lastPlace: Int?
  private var rests = FixedBuffer(repeating: Rest(), count: restCount)
  private var meanings = FixedBuffer(repeating: Meaning(), count: meaningCount)
  private var latestRests = FixedBuffer(repeating: LatestRest(), count: latestCount)
  private var sorts = ValueGroups(width: sorted.count)
  private var sortCount: Int32 = 0
  /// How the line that is being read by its members is built.
  var draft = ShapeDraft()
  var draftParts = FixedBuffer(repeating: HeadPart(), count: partCount)

  /// How many lines in a row had no known shape.
  private var misses = 0

  /// True if the next line is to be compared with the known shapes.
  ///
  /// After 64 lines without a known shape only every sixteenth line is compared: in a log whose members come in any order
  /// no line has one.
  @inline(__always) var isLikely: Bool { misses < 64 || misses & 15 == 0 }

  /// Notes that a line had a known shape.
  @inline(__always) mutating func noteHit() { misses = 0 }

  /// Notes that a line is read by its members.
  @inline(__always) mutating func noteMiss() {
    misses = misses &+ 1
    lastPlace = nil
  }

  /// True if the bytes of a part stand at `at`, and more may follow before `end`.
  @inline(__always) func isPart(_ part: HeadPart, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
    unsafe at &+ Int(part.length) < end && text.isSame(unchecked: at, Int(part.start), Int(part.length))
  }

  // MARK: - Places

  /// The place that stands at `at` behind this key, if it is that of the line before.
  @inline(__always) func lastPlace(_ key: UInt8, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Place? {
    guard let lastPlace else { return nil }
    let place = places[lastPlace]
    // The key is in the lowest byte of the label, and is no part of the place.
    return UInt8(truncatingIfNeeded: place.label) == key && Self.isSame(place.start, place.length, text, at, end)
      ? place : nil
  }

  /// The place whose first value has this label, if its bytes stand at `at`; its numbers are put into `fields`.
  @inline(__always) func place(
    _ label: UInt64, _ text: Span<UInt8>, _ at: Int, _ end: Int, into fields: inout LineFields
  ) -> Place? {
    let index = Self.index(label)
    let place = places[index]
    guard place.label == label, Self.isSame(place.start, place.length, text, at, end) else { return nil }
    fields.values.copy(placeFields, from: index &* LineFields.place.count, to: LineFields.place)
    return place
  }

  /// Where a place with this label is kept.
  @inline(__always) static func index(_ label: UInt64) -> Int { Int(label >> 56) }

  @inline(__always) private static func isSame(
    _ start: Int32, _ length: Int32, _ text: Span<UInt8>, _ at: Int, _ end: Int
  ) -> Bool {
    unsafe at &+ Int(length) < end && text.isSame(unchecked: at, Int(start), Int(length))
  }

  // MARK: - Rests

  /// Where the number begins with which the line from `start` on ends: digits before a brace; the line's end if none
  /// does.
  @inline(__always) static func number(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = end &- 1
    if text[at] != UInt8(ascii: "}") { return end }
    while at > start, text[at &- 1] &- UInt8(ascii: "0") < 10 { at = at &- 1 }
    return at == end &- 1 ? end : at
  }

  /// The rest whose bytes stand at `range`, and its place in the table.
  @inline(__always) func rest(_ text: Span<UInt8>, _ range: Range<Int>) -> (rest: Rest, place: Int)? {
    let label = Self.label(text, range)
    let place = Int(label >> 54)
    let rest = unsafe rests[unchecked: place]
    guard rest.label == label, Int(rest.length) == range.count,
      unsafe text.isSameText(unchecked: range.lowerBound, Int(rest.start), range.count)
    else { return nil }
    return (rest, place)
  }

  /// The rest that the last line with this name had, and the signature of lines with both, if its bytes stand at `start`.
  ///
  /// In most logs a launch says the same with a name each time, so that no hash of it is needed.
  @inline(__always) func latestRest(of name: TextID, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> (
    rest: Rest, signature: SignatureID
  )? {
    let latest = unsafe latestRests[unchecked: Int(name.rawValue) & (Self.latestCount &- 1)]
    guard latest.name == name else { return nil }
    let rest = unsafe rests[unchecked: Int(latest.place)]
    let restEnd = start &+ Int(rest.length)
    // Another rest may stand there now; of the same sort, it means the same with the name.
    guard rest.sort == latest.sort, rest.number == .event ? restEnd == end : restEnd < end,
      unsafe text.isSameText(unchecked: start, Int(rest.start), Int(rest.length))
    else { return nil }
    return (rest, latest.signature)
  }

  /// Notes which rest the last line with this name had.
  @inline(__always) mutating func noteRest(_ place: Int, of name: TextID, _ sort: Int32, _ signature: SignatureID) {
    let index = Int(name.rawValue) & (Self.latestCount &- 1)
    latestRests[index] = LatestRest(
      name: name, place: Int32(truncatingIfNeeded: place), sort: sort, signature: signature)
  }

  /// A hash of the bytes at `range`; eight more must follow.
  @inline(__always) private static func label(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash = UInt64(range.count)
    let rest = text.withWords(range) { word in
      hash = (hash ^ word) &* factor
      hash = hash ^ hash >> 32
    }
    hash = (hash ^ rest) &* factor
    return (hash ^ hash >> 32) &* factor | 1
  }

  /// The signature of lines with this name and a rest of this sort, if it is known.
  @inline(__always) func signature(_ name: TextID, _ sort: Int32) -> SignatureID? {
    let meaning = meanings[Self.index(name, sort)]
    return meaning.name == name && meaning.sort == sort ? meaning.signature : nil
  }

  @inline(__always) private static func index(_ name: TextID, _ sort: Int32) -> Int {
    let both = UInt64(UInt32(bitPattern: name.rawValue)) << 32 | UInt64(UInt32(bitPattern: sort))
    return Int((both &* factor) >> 54)
  }

  // MARK: - Learning

  /// Keeps the parts of the line that ends at `end`, was read by its members, and is `event`; nothing if it is not built
  /// of head, place and rest.
  mutating func learn(_ text: Span<UInt8>, _ end: Int, _ fields: borrowing LineFields, _ event: Event) {
    guard draft.isShape else { return }
    let numberStart = Self.number(text, draft.placeEnd, end)
    guard numberStart == end || numberStart == draft.numberStart else { return }
    if !draft.isOfKnownShape { addShape(text) }
    addPlace(fields)
    var rest = Rest()
    let range = draft.placeEnd..<numberStart
    rest.label = Self.label(text, range)
    rest.start = Int32(truncatingIfNeeded: range.lowerBound)
    rest.length = Int32(truncatingIfNeeded: range.count)
    rest.sort = sort(fields)
    rest.scene = event.scene
    rest.sceneInstance = event.sceneInstance
    rest.viewInstance = event.viewInstance
    rest.task = event.task
    if numberStart < end { rest.number = draft.lastField }
    rests[Int(rest.label >> 54)] = rest
    let name = fields.text(.event)
    meanings[Self.index(name, rest.sort)] = Meaning(name: name, sort: rest.sort, signature: event.signature)
    noteRest(Int(rest.label >> 54), of: name, rest.sort, event.signature)
  }

  private mutating func addShape(_ text: Span<UInt8>) {
    if let known = (0..<count).first(where: { isDraft($0, text) }) {
      current = known
      return
    }
    current = next
    count = max(count, next + 1)
    next = (next + 1) % Self.shapeCount
    for index in 0..<draft.partCount { parts[current * Self.partCount + index] = draftParts[index] }
  }

  /// True if the line that was read has this shape.
  private func isDraft(_ shape: Int, _ text: Span<UInt8>) -> Bool {
    for index in 0..<draft.partCount {
      let part = parts[shape * Self.partCount + index]
      let other = draftParts[index]
      guard part.kind == other.kind, part.length == other.length,
        text.isSame(Int(part.start), Int(other.start), Int(part.length))
      else { return false }
    }
    return true
  }

  private mutating func addPlace(_ fields: borrowing LineFields) {
    let index = Self.index(draft.placeLabel)
    let count = LineFields.place.count
    places[index] = Place(
      label: draft.placeLabel, start: Int32(truncatingIfNeeded: draft.placeStart),
      length: Int32(truncatingIfNeeded: draft.placeEnd - draft.placeStart), met: draft.met)
    placeFields.copy(fields.values, from: LineFields.place.lowerBound, to: index * count..<(index + 1) * count)
    lastPlace = index
  }

  /// The number that stands for the fields of the signature, without the name.
  private mutating func sort(_ fields: borrowing LineFields) -> Int32 {
    let known = sorts.find(Self.sorted, of: fields.values)
    if let meaning = known.meaning { return Int32(truncatingIfNeeded: meaning.0) }
    sortCount += 1
    sorts.set(Self.sorted, of: fields.values, at: known.place, to: (Int64(sortCount), 0))
    return sortCount
  }
}
