import TraceModel

/// Lines that are built as earlier ones: how `LineShapes` is used.
extension CanonicalReader {
  /// Where the parts of a line begin, and the values of its head.
  private struct Head {
    var name = TextID.none
    var time = Event.absent
    var seq = Event.absent
    var uptime = Event.absent
    var memory = Event.absent
    /// Where the place begins, and the key of its first value.
    var end = 0
    var placeKey: UInt8 = 0
  }

  /// Reads a line that has a known shape into `event`; false, and nothing is changed, if it is to be read by its
  /// members.
  mutating func readShaped(_ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols)
    -> Bool
  {
    let end = range.upperBound
    guard end &+ KnownMembers.margin <= text.count,
      var head = head(shapes.current, text, range) ?? otherHead(text, range)
    else { return false }
    let isPlaceSame: Bool
    let place: LineShapes.Place
    if let last = shapes.lastPlace(head.placeKey, text, head.end, end) {
      place = last
      isPlaceSame = true
    } else {
      let label = known.label(Int(head.placeKey), text, head.end)
      guard let other = shapes.place(label, text, head.end, end, into: &fields) else { return false }
      place = other
      isPlaceSame = false
    }
    let restStart = head.end &+ Int(place.length)
    let numberStart = LineShapes.number(text, restStart, end)
    guard let rest = shapes.rest(text, restStart..<numberStart), (rest.number == .event) == (numberStart == end),
      let signature = shapes.signature(head.name, rest.sort)
    else { return false }
    var duration = Event.absent
    var task = rest.task
    if numberStart < end {
      var at = numberStart
      guard let number = text.wholeNumber(&at), at == end &- 1 else { return false }
      switch rest.number {
      case .duration: duration = Int64(number)
      case .uptime where head.uptime == Event.absent: head.uptime = Int64(number)
      case .memory where head.memory == Event.absent: head.memory = Int64(number)
      case .task: task = symbols.texts.intern(text.extracting(numberStart..<end &- 1))
      default: return false
      }
    }
    if !isPlaceSame {
      findPlace(&symbols)
      shapes.lastPlace = LineShapes.index(place.label)
    }
    event.stream = self.place.stream
    event.context = self.place.context
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
    duplicates = 0
    return true
  }

  /// The head of a line that has another shape than the line before.
  @inline(never) private mutating func otherHead(_ text: Span<UInt8>, _ range: Range<Int>) -> Head? {
    for shape in 0..<shapes.count where shape != shapes.current {
      guard let head = head(shape, text, range) else { continue }
      shapes.current = shape
      return head
    }
    return nil
  }

  /// The head of a line that has this shape.
  ///
  /// `mutating` only for speed: for a method that is not the compiler copies the whole reader, 840 bytes a line.
  @inline(__always) private mutating func head(_ shape: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Head? {
    guard shape < shapes.count else { return nil }
    let end = range.upperBound
    var head = Head()
    var at = range.lowerBound
    var index = shape &* LineShapes.partCount
    while true {
      let part = shapes.parts[index]
      guard shapes.isPart(part, text, at, end) else { return nil }
      at = at &+ Int(part.length)
      index = index &+ 1
      switch part.kind {
      case .name:
        let label = known.label(Int(part.key), text, at)
        guard let name = known.value(label, text, at, end), name.meaning != Event.absent else { return nil }
        head.name = TextID(rawValue: Int32(truncatingIfNeeded: name.meaning))
        at = at &+ Int(name.length)
      case .time:
        guard let time = Self.time(text, &at, known.day) else { return nil }
        head.time = time
      case .number:
        guard let number = text.wholeNumber(&at) else { return nil }
        switch part.field {
        case .seq: head.seq = Int64(number)
        case .uptime: head.uptime = Int64(number)
        default: head.memory = Int64(number)
        }
      case .place:
        head.end = at
        head.placeKey = part.key
        return head
      }
    }
  }

  /// The time at `at`, of nineteen digits or of a day that is known; nil for any other.
  @inline(__always) private static func time(_ text: Span<UInt8>, _ at: inout Int, _ day: KnownDay?) -> Int64? {
    if text[at] == UInt8(ascii: "\"") { return day?.time(text, &at) }
    return text.nineteenDigits(&at)
  }
}
