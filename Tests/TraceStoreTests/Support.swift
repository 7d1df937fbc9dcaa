import Testing
import TraceModel

@testable import TraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of its own for each test, gone with it.
final class Folder {
  let path: String
  init() {
    path = FileManager.default.temporaryDirectory.path + "/tracestore-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  var store: String { path + "/store.db" }
}

/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Builds events with few words.
struct Maker {
  var symbols = Symbols()
  var source = SourceID(rawValue: 1)
  var line: Int32 = 0

  mutating func event(
    _ kind: EventKind = .appDidBecomeActive, launch: String? = "L", time: Int64 = 1_000_000,
    seq: Int64? = nil, scene: String = "", name: String = "", attributes: String = ""
  ) -> Event {
    var key = StreamKey()
    if let launch {
      key.launch = symbols.texts.intern(launch)
    } else {
      key.device = symbols.texts.intern("device")
      key.pid = 7
    }
    var signature = Signature()
    signature.kind = kind
    signature.name = symbols.texts.intern(name)
    var event = Event()
    event.stream = StreamID(rawValue: symbols.streams.intern(key))
    event.signature = SignatureID(rawValue: symbols.signatures.intern(signature))
    event.context = ContextID(rawValue: symbols.contexts.intern(Context()))
    event.time = time
    event.seq = seq ?? Event.absent
    event.scene = symbols.texts.intern(scene)
    event.attributes = symbols.texts.intern(attributes)
    event.source = source
    line += 1
    event.line = line
    return event
  }
}

extension EventStore {
  /// Adds events in a transaction of their own.
  func add(_ events: [Event], _ symbols: Symbols) throws -> AppendCounts {
    try begin()
    let counts = try append(events, symbols: symbols)
    try commit()
    return counts
  }

  /// Adds a source in a transaction of its own.
  func addSource(_ path: String, isPipe: Bool = false) throws -> SourceID {
    try begin()
    let id = try createSource(
      path: path, identity: "source:" + path, isPipe: isPipe, headLength: 0, headHash: 0)
    try commit()
    return id
  }
}

extension EventStore {
  /// All streams, in the order of their rows.
  func allStreams() throws -> [Int64] { try numbers("SELECT id FROM streams ORDER BY id") }

  /// All sources, in the order in which they came.
  func allSources() throws -> [StoredSource] { try connection.sources("") }

  /// How many rows a table or view has.
  func count(_ table: String) throws -> Int64 { try integer("SELECT count(*) FROM \(table)") }
}
