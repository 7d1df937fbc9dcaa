import TraceModel

/// One line of JSON as it is put together, in a buffer that each line uses again.
///
/// By hand: `JSONEncoder` takes ten times as long as the `write` that follows (`Tests/Benchmarks/recorder`), and an app
/// would spend that at each event. A test holds each line against what `JSONEncoder` says.
struct TraceLine {
  private static let openings = EventKind.allCases.map { Array("{\"event\":\"\($0.name)\"".utf8) }

  /// The first `count` of these are the line.
  private(set) var bytes = [UInt8](repeating: 0, count: 1024)
  private(set) var count = 0

  /// Begins the line of an event.
  mutating func open(_ kind: EventKind) {
    count = 0
    add(Self.openings[Int(kind.rawValue)])
  }

  /// Adds what is JSON already.
  mutating func add(_ json: [UInt8]) {
    makeRoom(json.count)
    let (first, from) = (count, json.span)
    var span = bytes.mutableSpan
    for index in from.indices { span[first + index] = from[index] }
    count = first + json.count
  }

  /// Adds a number that is not negative.
  mutating func add(_ key: [UInt8], _ number: Int64) {
    add(key)
    makeRoom(19)
    // From the last digit on, at the end of the room, and from there to its place.
    var (rest, first, end) = (number.magnitude, count + 19, count)
    let last = first
    var span = bytes.mutableSpan
    repeat {
      first -= 1
      span[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    for place in first..<last {
      span[end] = span[place]
      end += 1
    }
    count = end
  }

  private mutating func makeRoom(_ size: Int) {
    if count + size > bytes.count { bytes += Array(repeating: 0, count: count + size) }
  }
}
