import TraceModel

/// Lines that are built as earlier ones: how `LineShapes` is used.
extension CanonicalReader {
  /// How much of a line the shapes of earlier lines account for.
  enum Shaped {
    /// All of it: its event was read.
    case read
    /// Its head alone, which `knownHead` holds then.
    case headed
    case unknown
    /// It was not compared with the shapes: few lines have one here, or it is no plain record.
    case untried
  }

  /// Where the parts of a line begin, and the values of its head.
  struct Head: BitwiseCopyable {
    var name = TextID.none
    var time = Event.absent
    var seq = Event.absent
    var uptime = Event.absent
    var memory = Event.absent
    /// Where the last value of the head ends, how many there are, and which fields they are.
    var lastEnd = 0
    var count = 0
    var met: UInt64 = 0
    /// Where the place begins, and the key of its first value.
    var end = 0
    var placeKey: UInt8 = 0
  }

  /// Reads the line that lies at `range` in `text` into `event`, if it is likely to have a known shape and has one.
  ///
  /// If it has not, `event` is as it was, and `read` is to be called.
  @inline(__always) mutating func readLikely(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols
  ) -> Shaped {
    guard hasShapes, shapes.isLikely else { return .untried }
    let shaped = readShaped(text, range, into: &event, &symbols)
    if shaped == .read { shapes.noteHit() }
    return shaped
  }

  /// Reads a line that has a known shape into `event`; if it is to be read by its members, `event` is as it was.
  private mutating func readShaped(
    _ text: Span<UInt8>, _ range: Range<Int>, into event: inout Event, _ symbols: inout Symbols
  ) -> Shaped {
    let end = range.upperBound
    guard end &+ KnownMembers.margin <= text.count,
      var head = head(shapes.current, text, range) ?? otherHead(text, range)
    else { return .unknown }
    let isPlaceSame: Bool
    let place: LineShapes.Place
    if let last = shapes.lastPlace(head.placeKey, text, head.end, end) {
      place = last
      isPlaceSame = true
    } else {
      let label = known.label(Int(head.placeKey), text, head.end)
      guard let other = shapes.place(label, text, head.end, end, into: &fields) else { return headed(head) }
      place = other
      isPlaceSame = false
    }
    let restStart = head.end &+ Int(place.length)
    let rest: LineShapes.Rest
    let signature: SignatureID
    if let latest = shapes.latestRest(of: head.name, text, restStart, end) {
      rest = latest.rest
      signature = latest.signature
    } else {
      guard let other = otherRest(head.name, text, restStart, end) else { return headed(head) }
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
      else { return headed(head) }
      switch rest.number {
      case .duration: duration = Int64(number)
      case .uptime where head.uptime == Event.absent: head.uptime = Int64(number)
      case .memory where head.memory == Event.absent: head.memory = Int64(number)
      case .task: task = symbols.texts.intern(text.extracting(numberStart..<at))
      default: return .unknown
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
    return .read
  }

  /// Keeps the head of a line whose members behind it are to be read.
  @inline(never) private mutating func headed(_ head: Head) -> Shaped {
    knownHead = head
    return .headed
  }

  /// The rest from `start` to the end of the line, which is another than that of the last line with this name, and the
  /// signature that it has with the name.
  @inline(never) private mutating func otherRest(_ name: TextID, _ text: Span<UInt8>, _ start: Int, _ end: Int) -> (
    rest: LineShapes.Rest, signature: SignatureID
  )? {
    let numberStart = LineShapes.number(text, start, end)
    guard let (rest, place) = shapes.rest(text, start..<numberStart), (rest.number == .event) == (numberStart == end),
      let signature = shapes.signature(name, rest.sort)
    else { return nil }
    shapes.noteRest(place, of: name, rest.sort, signature)
    return (rest, signature)
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
      head.lastEnd = at
      at = at &+ Int(part.length)
      index = index &+ 1
      switch part.kind {
      case .name:
        let label = known.label(Int(part.key), text, at)
        guard let name = known.value(label, text, at, end), name.meaning != Event.absent else { return nil }
        head.name = TextID(rawValue: Int32(truncatingIfNeeded: name.meaning))
        head.met |= Field.event.bit
        at = at &+ Int(name.length)
      case .time:
        guard let time = Self.time(text, &at, known.day) else { return nil }
        head.time = time
        head.met |= Field.time.bit
      case .number:
        guard let number = text.wholeNumber(&at) else { return nil }
        head.met |= part.field.bit
        switch part.field {
        case .seq: head.seq = Int64(number)
        case .uptime: head.uptime = Int64(number)
        default: head.memory = Int64(number)
        }
      case .place:
        head.end = at
        head.count = index &- 1 &- shape &* LineShapes.partCount
        head.placeKey = part.key
        return head
      }
    }
  }

  /// The time at `at`, of nineteen digits or of a day that is known; nil for any other.
  @inline(__always) private static func time(_ text: Span<UInt8>, _ at: inout Int, _ day: KnownDay?) -> Int64? {
    if unsafe text.byte(unchecked: at) == UInt8(ascii: "\"") { return day?.time(text, &at) }
    return text.nineteenDigits(&at)
  }
}
