import TraceModel

/// The keys of records that are no events, as they lack a name or a time: what somebody needs who reads a log of a kind
/// of its own for the first time.
package struct SeenKeys: Sendable {
  /// So many such records are looked at: the rest is hardly of another kind.
  private static let recordLimit: Int64 = 1_000
  /// So many keys are told apart: values that stand as keys have no end.
  private static let keyLimit = 1_000

  /// Names that keys have which mean a field, the likeliest first; `_`, `-` and capitals aside.
  private static let likely: [(field: Field, names: [String])] = [
    (.event, ["event", "eventname", "type", "name", "what", "action", "kind", "msg", "message"]),
    (.time, ["time", "ts", "timestamp", "eventtime", "at", "datetime", "date", "when", "createdat"]),
    (.launch, ["launch", "launchid", "session", "sessionid", "run", "runid"]),
  ]

  /// How often a key came, and how often what stood there was a text, or a time.
  private struct Use {
    var count: Int64 = 0
    var texts: Int64 = 0
    var times: Int64 = 0
  }

  private var uses: [String: Use] = [:]
  /// How many records were looked at.
  package private(set) var recordCount: Int64 = 0
  /// Records without a name, and those without a time alone.
  package private(set) var namelessCount: Int64 = 0
  package private(set) var timelessCount: Int64 = 0
  private var eventCount: Int64 = 0

  /// No keys.
  package init() {}

  /// Adds those of a batch that was scanned.
  package mutating func add(_ batch: EventBatch) {
    guard batch.format == LogFormat.canonical else { return }
    eventCount += Int64(batch.events.count)
    for reject in batch.rejects {
      switch reject.reason {
      case .noEvent: namelessCount += 1
      case .noTime: timelessCount += 1
      default: continue
      }
      // Of a longer one not all is kept.
      guard recordCount < Self.recordLimit, let record = try? JSONValue(reject.raw[...]) else { continue }
      recordCount += 1
      add(record, below: "")
    }
  }

  private mutating func add(_ record: JSONValue, below path: String) {
    for (key, value) in record.members {
      let name = path + key
      if uses[name] == nil, uses.count == Self.keyLimit { continue }
      var use = uses[name] ?? Use()
      use.count += 1
      use.texts += value.string?.isEmpty == false ? 1 : 0
      use.times += value.isInstant ? 1 : 0
      uses[name] = use
      // Deeper than that nobody looks for a name.
      if path.isEmpty, value.isObject { add(value, below: name + ".") }
    }
  }

  /// Whether most records were of this kind: then the log has keys of its own.
  package var areMost: Bool { namelessCount + timelessCount > eventCount }

  /// Keys, with a point between those of objects in objects, and how often each came; the most frequent first.
  package var counts: [(key: String, count: Int64)] {
    uses.map { (key: $0.key, count: $0.value.count) }.sorted { ($1.count, $0.key) < ($0.count, $1.key) }
  }

  /// What may be mapped, as in `event=type`: keys that are named alike, and hold in most records what they should.
  package var mappings: [String] {
    Self.likely.compactMap { field, names in
      let isNamed = { (key: String) in names.contains(Self.plain(key)) }
      let fitting = uses.filter { key, use in
        isNamed(key) && 2 * (field == .time ? use.times : use.texts) > recordCount
      }
      // What is read already needs no option.
      let known = [field.name] + LineScan.aliases.filter { $0.field == field }.map(\.key)
      guard fitting.keys.allSatisfy({ !known.contains($0) }) else { return nil }
      let best = fitting.keys.min { a, b in Self.rank(a, names) < Self.rank(b, names) }
      return best.map { "\(field.name)=\($0)" }
    }
  }

  private static func rank(_ key: String, _ names: [String]) -> (Int, Int, String) {
    (key.count { $0 == "." }, names.firstIndex(of: plain(key)) ?? names.count, key)
  }

  /// The last part of a key, without what is a matter of taste.
  private static func plain(_ key: String) -> String {
    String((key.split(separator: ".").last ?? "").lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension JSONValue {
  /// Whether it says when something was.
  fileprivate var isInstant: Bool {
    if let text = bytes { return Timestamp.parse(text.span) != nil || DecimalNumber(text.span)?.instant != nil }
    return DecimalNumber(raw.span)?.instant != nil
  }
}
