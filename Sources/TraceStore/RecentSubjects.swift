import TraceModel

/// The last subjects of a stream, by what its events say.
///
/// Events of a stream alternate between few subjects: with four, one event in five asks for another, and to compare them
/// takes a tenth of a look-up in a dictionary.
struct RecentSubjects {
  /// The fields of an event that name its subject, in numbers of its `Symbols`.
  struct Key: Equatable {
    private var sceneAndInstance: Int64 = 0
    private var viewAndTask: Int64 = 0
    private var contextAndSource: Int64 = 0

    /// The key of no event.
    init() {}

    @inline(__always) init(_ event: Event) {
      sceneAndInstance = Self.joined(event.scene.rawValue, event.sceneInstance.rawValue)
      viewAndTask = Self.joined(event.viewInstance.rawValue, event.task.rawValue)
      contextAndSource = Self.joined(event.context.rawValue, event.source.rawValue)
    }

    @inline(__always) private static func joined(_ high: Int32, _ low: Int32) -> Int64 {
      Int64(high) << 32 | Int64(UInt32(bitPattern: low))
    }
  }

  private var keys = (Key(), Key(), Key(), Key())
  /// The rows of `subjects`; 0 where there is none yet.
  private var rows = SIMD4<Int64>.zero
  private var next = 0

  /// The row of a subject, 0 if it is not among the last ones.
  @inline(__always) func row(_ key: Key) -> Int64 {
    if keys.0 == key { return rows[0] }
    if keys.1 == key { return rows[1] }
    if keys.2 == key { return rows[2] }
    return keys.3 == key ? rows[3] : 0
  }

  /// Notes the row of a subject in the place of the oldest one.
  mutating func note(_ key: Key, _ row: Int64) {
    switch next {
    case 0: keys.0 = key
    case 1: keys.1 = key
    case 2: keys.2 = key
    default: keys.3 = key
    }
    rows[next] = row
    next = (next + 1) & 3
  }
}
