import TraceModel

/// Reads lines that have the shape of an earlier line, as three pieces and not member by member.
///
/// Shapes save `check` a fifth of its instructions on a log of `Tests/Benchmarks`. Two lines of such a log, of which
/// the first was read by its members:
///
/// ```
/// {"event":"scene.didActivate","time":1760000000332000000,"seq":8,"launch":"a3","app":"shop","pid":7,"thread":"main"}
/// {"event":"scene.willConnect","time":1760000000644427486,"seq":9,"launch":"a3","app":"shop","pid":7,"thread":"main"}
/// ```
///
/// 1. *The head* precedes the context: the name, the time, and numbers. The shape holds the bytes between them,
///    `{"event":"…,"time":…,"seq":…,"launch":`, and their order. The second line has the same bytes: its name is looked
///    up (`SeenMembers`), its time and `seq` are read.
/// 2. *The context* names the launch and the process: `"a3","app":"shop","pid":7` is compared with the context of the
///    line before. In a log in which launches alternate, it is found by its first value.
/// 3. *The rest* follows, `,"thread":"main"}`. It is compared with the rest of the last line with this name
///    (`LatestRest`); another one is found by a hash of its bytes, and compared. Its meaning is a *sort*, a number for
///    the fields of its signature, and the texts of its scene and task. A number at its end, as in `,"duration":3500}`
///    or `,"task":12}`, does not belong to it, and is read.
///
/// Name and sort together choose the signature of an earlier line that had both.
///
/// The event is the one that `LineScan` and `JSONScanner`, which define what a line holds, make of it:
///
/// - Pieces are kept only of a line that was read by its members, without a fault, a repeated key or a remainder
///   (`MemberCache`), and that gave an event.
/// - Each byte equals one of such a line in the same piece, or is a digit of a number that is read. A number ends with
///   its digits: the piece after it begins with a comma or a brace.
/// - The pieces hold different fields: the head those of `HeadPiece.Kind`, the context those of `Field.context`, and
///   the rest those of the signature, `scene`, `sceneInstance`, `viewInstance` and `task`. A number at the end is
///   refused if the head has it.
/// - Earlier lines have all texts of the line, except a task's number; so texts are numbered in the same order.
///
/// On any doubt the line is read by its members. Pieces are kept as offsets in the buffer, which lasts as long as the
/// reader. The tables have a fixed size; an entry replaces another one that has its slot.
struct LineShapes: ~Copyable {
  // Only this type uses the types below, but Swift 6.3 cannot compile private ones in a buffer of a noncopyable value.

  /// The bytes before a value of the head, and how the value is read.
  struct HeadPiece: BitwiseCopyable {
    enum Kind: UInt8 {
      case name
      case time
      /// `seq`, `uptime` or `memory`.
      case number
      /// Not in the head: the context begins here.
      case context
    }

    var start: Int32 = 0
    var length: Int32 = 0
    var kind = Kind.name
    var field = Field.event
    /// In `SeenMembers`.
    var key: UInt8 = 0
  }

  /// The members from `launch` to the last field of the context, without the first key.
  struct Context: BitwiseCopyable {
    /// Of the first value; 0 in an empty slot.
    var label: UInt64 = 0
    var start: Int32 = 0
    var length: Int32 = 0
    var met: UInt64 = 0
  }

  /// The bytes after the context, up to the line's end or to a number there.
  struct Rest: BitwiseCopyable {
    /// A hash of the bytes; 0 in an empty slot.
    var label: UInt64 = 0
    var start: Int32 = 0
    var length: Int32 = 0
    /// A number for the fields of the signature without the name.
    var sort: Int32 = 0
    var scene = TextID.none
    var sceneInstance = TextID.none
    var viewInstance = TextID.none
    var task = TextID.none
    /// The field of the number after the rest; `event` without one.
    var number = Field.event
  }

  /// The values of the head of a line, and its end.
  struct Head: BitwiseCopyable {
    var name = TextID.none
    var time = Event.absent
    var seq = Event.absent
    var uptime = Event.absent
    var memory = Event.absent
    /// The offset of the context, and the key of its first value.
    var end = 0
    var contextKey: UInt8 = 0
  }

  /// The signature of lines with this name and a rest of this sort.
  struct Meaning: BitwiseCopyable {
    var name = TextID.none
    var sort: Int32 = 0
    var signature = SignatureID(rawValue: 0)
  }

  /// The rest of the last line with a name, by its slot in the table.
  struct LatestRest: BitwiseCopyable {
    var name = TextID.none
    var slot: Int32 = 0
    var sort: Int32 = 0
    var signature = SignatureID(rawValue: 0)
  }

  private static let shapeCount = 8
  private static let pieceCount = 8
  /// Powers of two.
  private static let contextCount = 256
  private static let restCount = 1024
  private static let meaningCount = 1024
  private static let latestCount = 64
  private static let factor = 0x9E37_79B9_7F4A_7C15 as UInt64
  private static let sorted = LineFields.signature.dropFirst()

  /// The pieces of all shapes, `pieceCount` for each; the last one of a shape is that of the context.
  private var pieces = FixedBuffer(repeating: HeadPiece(), count: shapeCount * pieceCount)
  private var count = 0
  /// The shape with which the next line is compared first.
  private var current = 0
  /// The shape that the next new one replaces if the table is full.
  private var next = 0
  private var contexts = FixedBuffer(repeating: Context(), count: contextCount)
  /// The numbers of `LineFields.context` of each context.
  private var contextFields = FixedBuffer<Int64>(room: contextCount * LineFields.context.count)
  /// The context of the line before; nil if that line was read by its members, and not kept.
  private var lastContext: Int?
  private var rests = FixedBuffer(repeating: Rest(), count: restCount)
  private var meanings = FixedBuffer(repeating: Meaning(), count: meaningCount)
  private var latestRests = FixedBuffer(repeating: LatestRest(), count: latestCount)
  private var sorts = ValueGroups(width: sorted.count)
  private var sortCount: Int32 = 0
  /// Of the line that is being read by its members.
  private var draft = ShapeDraft()
  private var draftPieces = FixedBuffer(repeating: HeadPiece(), count: pieceCount)

  /// The number of lines in a row without a known shape.
  private var misses = 0

  /// After 64 misses only every sixteenth line is compared: without an order of members no line has a shape.
  @inline(__always) var isLikely: Bool { misses < 64 || misses & 15 == 0 }

  @inline(__always) mutating func noteMiss() {
    misses = misses &+ 1
    lastContext = nil
  }

  /// False, with `event` unchanged, if the shape of the line at `range` is unknown.
  mutating func read(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ seen: inout SeenMembers,
    _ builder: inout EventBuilder, _ symbols: inout Symbols
  ) -> Bool {
    let end = range.upperBound
    guard end &+ SeenMembers.margin <= text.count,
      var head = head(current, text, range, &seen) ?? otherHead(text, range, &seen)
    else { return false }
    let isContextSame: Bool
    let context: Context
    if let last = lastContext(head.contextKey, text, head.end, end) {
      context = last
      isContextSame = true
    } else {
      let label = seen.label(Int(head.contextKey), text, head.end)
      guard let other = self.context(label, text, head.end, end, into: &builder.fields) else { return false }
      context = other
      isContextSame = false
    }
    let restStart = head.end &+ Int(context.length)
    let rest: Rest
    let signature: SignatureID
    if let latest = latestRest(of: head.name, text, restStart, end) {
      rest = latest.rest
      signature = latest.signature
    } else {
      guard let other = otherRest(head.name, text, restStart, end) else { return false }
      rest = other.rest
      signature = other.signature
    }
    var duration = Event.absent
    var task = rest.task
    if rest.number != .event {
      let numberStart = restStart &+ Int(rest.length)
      var at = numberStart
      guard let number = text.wholeNumber(&at), at == end &- 1,
        unsafe text.byte(unchecked: at) == UInt8(ascii: "}")
      else { return false }
      switch rest.number {
      case .duration: duration = Int64(number)
      case .uptime where head.uptime == Event.absent: head.uptime = Int64(number)
      case .memory where head.memory == Event.absent: head.memory = Int64(number)
      case .task: task = symbols.texts.intern(text.extracting(numberStart..<at))
      default: return false
      }
    }
    if !isContextSame {
      builder.findContext(&symbols)
      lastContext = Self.slot(context.label)
    }
    event.stream = builder.context.stream
    event.context = builder.context.context
    event.time = head.time
    event.seq = head.seq
    event.uptime = head.uptime
    event.duration = duration
    event.memory = head.memory
    event.signature = signature
    event.scene = rest.scene
    event.sceneInstance = rest.sceneInstance
    event.viewInstance = rest.viewInstance
    event.task = task
    event.attributes = .none
    misses = 0
    return true
  }

  @inline(never) private mutating func otherHead(
    _ text: Span<UInt8>, _ range: Range<Int>, _ seen: inout SeenMembers
  ) -> Head? {
    for shape in 0..<count where shape != current {
      guard let head = head(shape, text, range, &seen) else { continue }
      current = shape
      return head
    }
    return nil
  }

  /// `mutating` and `inout`, as the compiler copies what is borrowed.
  @inline(__always) private mutating func head(
    _ shape: Int, _ text: Span<UInt8>, _ range: Range<Int>, _ seen: inout SeenMembers
  ) -> Head? {
    guard shape < count else { return nil }
    let end = range.upperBound
    var head = Head()
    var at = range.lowerBound
    var index = shape &* Self.pieceCount
    while true {
      let piece = pieces[index]
      guard Self.isSame(piece.start, piece.length, text, at, end) else { return nil }
      at = at &+ Int(piece.length)
      index = index &+ 1
      switch piece.kind {
      case .name:
        let label = seen.label(Int(piece.key), text, at)
        guard let name = seen.value(label, text, at, end), name.meaning != Event.absent else { return nil }
        head.name = TextID(rawValue: Int32(truncatingIfNeeded: name.meaning))
        at = at &+ Int(name.length)
      case .time:
        guard let time = seen.time(text, &at) else { return nil }
        head.time = time
      case .number:
        guard let number = text.wholeNumber(&at) else { return nil }
        switch piece.field {
        case .seq: head.seq = Int64(number)
        case .uptime: head.uptime = Int64(number)
        default: head.memory = Int64(number)
        }
      case .context:
        head.end = at
        head.contextKey = piece.key
        return head
      }
    }
  }

  /// The context at `at`, after this key, if it is that of the line before.
  @inline(__always) private func lastContext(_ key: UInt8, _ text: Span<UInt8>, _ at: Int, _ end: Int) -> Context? {
    guard let lastContext else { return nil }
    let context = contexts[lastContext]
    // The key is in the lowest byte of the label, and does not belong to the context.
    return UInt8(truncatingIfNeeded: context.label) == key && Self.isSame(context.start, context.length, text, at, end)
      ? context : nil
  }

  /// The context whose first value has this label, if its bytes are at `at`; its numbers are copied to `fields`.
  @inline(__always) private func context(
    _ label: UInt64, _ text: Span<UInt8>, _ at: Int, _ end: Int, into fields: inout LineFields
  ) -> Context? {
    let slot = Self.slot(label)
    let context = contexts[slot]
    guard context.label == label, Self.isSame(context.start, context.length, text, at, end) else { return nil }
    fields.values.copy(contextFields, from: slot &* LineFields.context.count, to: LineFields.context)
    return context
  }

  @inline(__always) private static func slot(_ label: UInt64) -> Int { Int(label >> 56) }

  /// True if the bytes of an earlier piece are at `at`, and more may follow before `end`.
  @inline(__always) private static func isSame(
    _ start: Int32, _ length: Int32, _ text: Span<UInt8>, _ at: Int, _ end: Int
  ) -> Bool {
    unsafe at &+ Int(length) < end && text.isSame(unchecked: at, Int(start), Int(length))
  }

  /// The start of the digits before the brace that ends the line; the line's end without any.
  @inline(__always) private static func number(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = end &- 1
    if text[at] != UInt8(ascii: "}") { return end }
    while at > start, text[at &- 1] &- UInt8(ascii: "0") < 10 { at = at &- 1 }
    return at == end &- 1 ? end : at
  }

  /// Finds the rest from `start` to the end of the line, and its signature with `name`, if `latestRest` does not.
  @inline(never) private mutating func otherRest(_ name: TextID, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> (
    rest: Rest, signature: SignatureID
  )? {
    let numberStart = Self.number(text, start, end)
    guard let (rest, slot) = rest(text, start..<numberStart), (rest.number == .event) == (numberStart == end),
      let signature = signature(name, rest.sort)
    else { return nil }
    noteRest(slot, of: name, rest.sort, signature)
    return (rest, signature)
  }

  /// The rest whose bytes are at `range`, and its slot in the table.
  @inline(__always) private func rest(_ text: Span<UInt8>, _ range: Range<Int>) -> (rest: Rest, slot: Int)? {
    let label = Self.label(text, range)
    let slot = Int(label >> 54)
    let rest = unsafe rests[unchecked: slot]
    guard rest.label == label, Int(rest.length) == range.count,
      unsafe text.isSameText(unchecked: range.lowerBound, Int(rest.start), range.count)
    else { return nil }
    return (rest, slot)
  }

  /// The rest of the last line with this name: mostly lines with one name have one rest, and need no hash of it.
  @inline(__always) private func latestRest(of name: TextID, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> (
    rest: Rest, signature: SignatureID
  )? {
    let latest = unsafe latestRests[unchecked: Int(name.rawValue) & (Self.latestCount &- 1)]
    guard latest.name == name else { return nil }
    let rest = unsafe rests[unchecked: Int(latest.slot)]
    let restEnd = start &+ Int(rest.length)
    // Another rest may have the slot by now; if it is of the same sort, its meaning with the name is the same.
    guard rest.sort == latest.sort, rest.number == .event ? restEnd == end : restEnd < end,
      unsafe text.isSameText(unchecked: start, Int(rest.start), Int(rest.length))
    else { return nil }
    return (rest, latest.signature)
  }

  @inline(__always) private mutating func noteRest(
    _ slot: Int, of name: TextID, _ sort: Int32, _ signature: SignatureID
  ) {
    let index = Int(name.rawValue) & (Self.latestCount &- 1)
    latestRests[index] = LatestRest(
      name: name, slot: Int32(truncatingIfNeeded: slot), sort: sort, signature: signature)
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

  /// The signature of lines with this name and a rest of this sort, if known.
  @inline(__always) private func signature(_ name: TextID, _ sort: Int32) -> SignatureID? {
    let meaning = meanings[Self.index(name, sort)]
    return meaning.name == name && meaning.sort == sort ? meaning.signature : nil
  }

  @inline(__always) private static func index(_ name: TextID, _ sort: Int32) -> Int {
    let both = UInt64(UInt32(bitPattern: name.rawValue)) << 32 | UInt64(UInt32(bitPattern: sort))
    return Int((both &* factor) >> 54)
  }

  /// Begins a draft of a line from its first member on, in place of the last draft.
  mutating func beginDraft() { draft = ShapeDraft() }

  /// Begins no draft: the shape of the line is not kept.
  mutating func refuseDraft() { draft = .refused }

  @inline(__always) var isDrafting: Bool { draft.isOpen }

  /// Reads members from `start`, after the first key, if they are a context with this label; returns their end.
  @inline(__always) mutating func takeContext(
    _ label: UInt64, _ text: Span<UInt8>, _ start: Int, _ end: Int, into fields: inout LineFields
  ) -> Int? {
    draft.contextLabel = label
    guard let context = context(label, text, start, end, into: &fields) else { return nil }
    fields.met |= context.met
    return start &+ Int(context.length)
  }

  /// Adds members up to the end of `value`, mostly one; the first has `key`, whose bytes begin after `start`.
  @inline(__always) mutating func note(
    _ key: SeenMembers.Key, _ number: Int, from start: Int, _ value: Range<Int>
  ) {
    draft.note(key, number, from: start, value, &draftPieces)
  }

  @inline(__always) mutating func endDraft(_ met: UInt64) { draft.met = met }

  /// Keeps the pieces of a line that ends at `end`, was read by its members, and gave `event`, if it has a shape.
  mutating func learn(_ text: Span<UInt8>, _ end: Int, _ fields: borrowing LineFields, _ event: Event) {
    guard draft.isShape else { return }
    let numberStart = Self.number(text, draft.contextEnd, end)
    guard numberStart == end || numberStart == draft.numberStart else { return }
    addShape(text)
    addContext(fields)
    var rest = Rest()
    let range = draft.contextEnd..<numberStart
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
    if let earlier = (0..<count).first(where: { isDraft($0, text) }) {
      current = earlier
      return
    }
    current = next
    count = max(count, next + 1)
    next = (next + 1) % Self.shapeCount
    for index in 0..<draft.pieceCount { pieces[current * Self.pieceCount + index] = draftPieces[index] }
  }

  private func isDraft(_ shape: Int, _ text: Span<UInt8>) -> Bool {
    for index in 0..<draft.pieceCount {
      let piece = pieces[shape * Self.pieceCount + index]
      let other = draftPieces[index]
      guard piece.kind == other.kind, piece.length == other.length,
        text.isSame(Int(piece.start), Int(other.start), Int(piece.length))
      else { return false }
    }
    return true
  }

  private mutating func addContext(_ fields: borrowing LineFields) {
    let slot = Self.slot(draft.contextLabel)
    let count = LineFields.context.count
    contexts[slot] = Context(
      label: draft.contextLabel, start: Int32(truncatingIfNeeded: draft.contextStart),
      length: Int32(truncatingIfNeeded: draft.contextEnd - draft.contextStart), met: draft.met)
    contextFields.copy(fields.values, from: LineFields.context.lowerBound, to: slot * count..<(slot + 1) * count)
    lastContext = slot
  }

  private mutating func sort(_ fields: borrowing LineFields) -> Int32 {
    let found = sorts.find(Self.sorted, of: fields.values)
    if let meaning = found.meaning { return Int32(truncatingIfNeeded: meaning.0) }
    sortCount += 1
    sorts.set(Self.sorted, of: fields.values, in: found.slot, to: (Int64(sortCount), 0))
    return sortCount
  }
}

/// A line that is being read by its members, of which `LineShapes` keeps the pieces if it is head, context and rest.
private struct ShapeDraft: BitwiseCopyable {
  private enum Stage: UInt8 { case head, context, rest, end, none }

  private var stage = Stage.head
  private var hasName = false
  private var hasTime = false
  /// In the head.
  private(set) var pieceCount = 0
  /// Without the context's first key.
  private(set) var contextStart = 0
  private(set) var contextEnd = 0
  /// The label of the context, and the bits of its fields.
  var contextLabel: UInt64 = 0
  var met: UInt64 = 0
  /// The start of the last member's value, if it may be a number after the rest, and the member's field.
  private(set) var numberStart = -1
  private(set) var lastField = Field.event

  static var refused: ShapeDraft {
    var draft = ShapeDraft()
    draft.stage = .none
    return draft
  }

  /// True if the line has a head with a name and a time, and a context.
  var isShape: Bool { stage != .head && stage != .none && hasName && hasTime }

  @inline(__always) var isOpen: Bool { stage != .none }

  /// Adds members up to the end of `value`, mostly one; the first has `key`, whose bytes begin after `start`.
  @inline(__always) mutating func note(
    _ member: SeenMembers.Key, _ key: Int, from start: Int, _ value: Range<Int>,
    _ pieces: inout FixedBuffer<LineShapes.HeadPiece>
  ) {
    switch member.kind {
    case .extra, .attributes: stage = .none
    case .context:
      if stage == .head {
        stage = .context
        contextStart = value.lowerBound
        add(.context, member, key, start, value, &pieces)
      } else if stage != .context {
        stage = .none
        return
      }
      contextEnd = value.upperBound
    case .number where stage == .head && member.field != .duration:
      hasTime = hasTime || member.field == .time
      add(member.field == .time ? .time : .number, member, key, start, value, &pieces)
    case .value where stage == .head && member.field == .event:
      hasName = true
      add(.name, member, key, start, value, &pieces)
    default:
      // A number ends a rest: only one is read there.
      let isNumber = member.kind == .number
      let isTime = member.field == .time || member.field == .seq
      let isMisplaced = stage == .head || stage == .end || isTime || member.field == .event
      stage = isMisplaced ? .none : isNumber ? .end : .rest
      numberStart = isNumber || member.field == .task ? value.lowerBound : -1
      lastField = member.field
    }
  }

  private mutating func add(
    _ kind: LineShapes.HeadPiece.Kind, _ member: SeenMembers.Key, _ key: Int, _ start: Int, _ value: Range<Int>,
    _ pieces: inout FixedBuffer<LineShapes.HeadPiece>
  ) {
    guard pieceCount < pieces.count else {
      stage = .none
      return
    }
    pieces[pieceCount] = LineShapes.HeadPiece(
      start: Int32(truncatingIfNeeded: start), length: Int32(truncatingIfNeeded: value.lowerBound - start), kind: kind,
      field: member.field, key: UInt8(truncatingIfNeeded: key))
    pieceCount += 1
  }
}
