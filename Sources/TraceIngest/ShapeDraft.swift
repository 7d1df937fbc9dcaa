import TraceModel

/// How a line is built that is being read by its members: what `LineShapes` keeps of it if it is built of head, place and
/// rest.
struct ShapeDraft: BitwiseCopyable {
  private enum Stage: UInt8 { case head, place, rest, end, none }

  private var stage = Stage.head
  private var hasName = false
  private var hasTime = false
  /// Its head is that of a known shape.
  private(set) var isOfKnownShape = false
  /// How many parts the head has.
  private(set) var partCount = 0
  /// Where the place begins and ends, without its first key.
  private(set) var placeStart = 0
  private(set) var placeEnd = 0
  /// The label and the fields of the place.
  var placeLabel: UInt64 = 0
  var met: UInt64 = 0
  /// Where the value of the last member begins, if it may be a number that is no part of the rest, and its field.
  private(set) var numberStart = -1
  private(set) var lastField = Field.event

  /// Of a line whose shape nobody asks for.
  static var refused: ShapeDraft {
    var draft = ShapeDraft()
    draft.stage = .none
    return draft
  }

  /// Of a line whose head was read, and is the first `partCount` parts of a known shape.
  static func headed(_ partCount: Int) -> ShapeDraft {
    var draft = ShapeDraft()
    draft.hasName = true
    draft.hasTime = true
    draft.isOfKnownShape = true
    draft.partCount = partCount
    return draft
  }

  /// True if the line has a head with a name and a time, and a place.
  var isShape: Bool { stage != .head && stage != .none && hasName && hasTime }

  /// False once the line has something that is no part of a shape.
  @inline(__always) var isOpen: Bool { stage != .none }

  /// Takes members up to the end of `value` into account, most often one: the first has `key`, which begins with the
  /// bytes behind `start`.
  @inline(__always) mutating func note(
    _ known: KnownMembers.Key, _ key: Int, from start: Int, _ value: Range<Int>,
    _ parts: inout FixedBuffer<LineShapes.HeadPart>
  ) {
    switch known.kind {
    case .extra, .attributes: stage = .none
    case .place:
      if stage == .head {
        stage = .place
        placeStart = value.lowerBound
        add(.place, known, key, start, value, &parts)
      } else if stage != .place {
        stage = .none
        return
      }
      placeEnd = value.upperBound
    case .number where stage == .head && known.field != .duration:
      hasTime = hasTime || known.field == .time
      add(known.field == .time ? .time : .number, known, key, start, value, &parts)
    case .value where stage == .head && known.field == .event:
      hasName = true
      add(.name, known, key, start, value, &parts)
    default:
      // A number ends a rest: only one is read there.
      let isNumber = known.kind == .number
      let isTime = known.field == .time || known.field == .seq
      let isMisplaced = stage == .head || stage == .end || isTime || known.field == .event
      stage = isMisplaced ? .none : isNumber ? .end : .rest
      numberStart = isNumber || known.field == .task ? value.lowerBound : -1
      lastField = known.field
    }
  }

  private mutating func add(
    _ kind: LineShapes.HeadPart.Kind, _ known: KnownMembers.Key, _ key: Int, _ start: Int, _ value: Range<Int>,
    _ parts: inout FixedBuffer<LineShapes.HeadPart>
  ) {
    guard partCount < parts.count else {
      stage = .none
      return
    }
    parts[partCount] = LineShapes.HeadPart(
      start: Int32(truncatingIfNeeded: start), length: Int32(truncatingIfNeeded: value.lowerBound - start), kind: kind,
      field: known.field, key: UInt8(truncatingIfNeeded: key))
    partCount += 1
  }
}
