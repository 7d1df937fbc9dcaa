import TraceModel

/// The keys of ids by which a source is read without an option: keys that clearly name an id (`UsualKeys`), if the log
/// has none under the project's own key or one of `--map`.
///
/// The first records with a name of the vocabulary decide for the whole source: those in its first 4 KiB, or else the
/// next one. A key is taken if each of them has an id under it; so an id on other records alone, as that of a request
/// or a peripheral, names no launch and no device.
struct SourceKeys: Sendable {
  typealias Key = (field: Field, key: String)

  /// Read from the start, as a scene or a task may come late.
  private static let usual: [Key] = [
    (.scene, "scene_id"), (.scene, "sceneID"), (.task, "task_id"), (.task, "taskId"), (.task, "taskID"),
  ]
  private static let depthLimit = 3

  private(set) var taken = SourceKeys.usual
  /// False until a record with a name of the vocabulary has come.
  private(set) var isDecided = false

  init() {}

  /// The keys of a source by the records in its first bytes; none if it is of another format.
  init(of head: [UInt8], _ format: DetectedFormat, _ options: IngestOptions) {
    guard format.name == LogFormat.canonical else {
      taken = []
      isDecided = true
      return
    }
    let batch = SourceClock.records(in: head, format)
    decide(by: batch.lines.map { batch.text[$0.range] }, options)
  }

  /// Undecided if the name is of no vocabulary; earlier spellings stay, so that pieces of a source make no difference.
  mutating func decide(by record: ArraySlice<UInt8>, _ options: IngestOptions) {
    decide(by: [record], options)
    if isDecided { taken += Self.usual.filter { usual in !taken.contains { $0 == usual } } }
  }

  private mutating func decide(by records: [ArraySlice<UInt8>], _ options: IngestOptions) {
    let reader = KnownRecords(options)
    let known = records.compactMap { reader.record($0) }
    if known.isEmpty { return }
    isDecided = true
    taken = Self.processKeys(known, reader.keys)
    for (field, family) in [(Field.scene, "scene"), (.task, "task")] {
      let own = known.filter { $0.kind.family == family }
      taken += own.isEmpty ? Self.usual.filter { $0.field == field } : Self.keys([field], in: own, reader.keys)
    }
  }

  private static func processKeys(_ records: [KnownRecord], _ keys: EnvelopeKeys) -> [Key] {
    func isRead(_ field: Field) -> Bool { Self.isRead(field, in: records, keys) }
    var taken: [Key] = []
    func value(_ field: Field, of record: KnownRecord) -> String? {
      if let key = taken.first(where: { $0.field == field }) { return record.ids[key.key]?.id.written }
      return keys.value(field, in: record.value)?.written
    }
    taken += Self.keys([.launch], in: records, keys).filter { begins(once: $0.key, records) }
    // A process id that is no number names a launch.
    let processes = Self.keys([.pid], in: records, keys)
    for (_, key) in processes {
      let areNumbers = records.allSatisfy { $0.ids[key]?.id.integer != nil }
      if areNumbers { taken.append((.pid, key)) }
      let isFree = !isRead(.launch) && !taken.contains { $0.field == .launch }
      if !areNumbers, isFree, begins(once: key, records) { taken.append((.launch, key)) }
    }
    for device in Self.keys([.device], in: records, keys) {
      let names = records.flatMap { record in
        [Field.launch, .pid].compactMap { field in value(field, of: record).map { "\(field) \($0)" } }
          .map { (process: $0, device: record.ids[device.key]?.id.written) }
      }
      let devices = Dictionary(grouping: names, by: \.process)
      if devices.values.allSatisfy({ Set($0.map(\.device)).count == 1 }) { taken.append(device) }
    }
    let isNamed = isRead(.launch) || isRead(.pid) || taken.contains { [.launch, .pid].contains($0.field) }
    if !isNamed { taken += Self.keys([.origin], in: records, keys) }
    return taken
  }

  /// The likeliest key of a field that all records have; none if any has the field under a key that is read anyway.
  private static func keys(_ fields: [Field], in records: [KnownRecord], _ keys: EnvelopeKeys) -> [Key] {
    fields.compactMap { field in
      if isRead(field, in: records, keys) { return nil }
      let shared = records[0].ids.filter { id in
        id.value.field == field && records.allSatisfy { $0.ids[id.key] != nil }
      }
      let best = shared.keys.min { a, b in
        (shared[a]?.rank ?? 0, KeyRule.depth(a), a) < (shared[b]?.rank ?? 0, KeyRule.depth(b), b)
      }
      return best.map { (field, $0) }
    }
  }

  private static func isRead(_ field: Field, in records: [KnownRecord], _ keys: EnvelopeKeys) -> Bool {
    records.contains { keys.value(field, in: $0.value)?.isObject == false }
  }

  /// True if a process begins at most once for each value of a key: else the value outlives a launch.
  private static func begins(once key: String, _ records: [KnownRecord]) -> Bool {
    var begun: Set<String> = []
    let starts = records.filter { $0.kind == .processStart }
    return starts.allSatisfy { begun.insert($0.ids[key]?.id.written ?? "").inserted }
  }

  private struct KnownRecord {
    let value: JSONValue
    let kind: EventKind
    var ids: [String: (field: Field, rank: Int, id: JSONValue)] = [:]
  }

  private struct KnownRecords {
    private static let rows = UsualKeys.rows.filter { !$0.saying.isEmpty }

    let keys: EnvelopeKeys
    private let options: IngestOptions
    private let renamings: RenamingTable

    init(_ options: IngestOptions) {
      keys = EnvelopeKeys(options)
      self.options = options
      renamings = RenamingTable(options.renamings)
    }

    func record(_ bytes: ArraySlice<UInt8>) -> KnownRecord? {
      guard let value = try? JSONValue(bytes), value.isObject, let kind = kind(of: value) else { return nil }
      var record = KnownRecord(value: value, kind: kind)
      add(value, below: "", depth: 0, to: &record)
      return record
    }

    private func kind(of record: JSONValue) -> EventKind? {
      if options.launchKeys.contains(where: { record.value(at: $0)?.isNumber == true }) { return .launchMeasured }
      guard let written = keys.value(.event, in: record)?.string else { return nil }
      let name = renamings.name(of: written, Array(record.raw).span) ?? renamings.name(written)
      return EventNames.meaning(of: name)?.kind
    }

    private func add(_ object: JSONValue, below path: String, depth: Int, to record: inout KnownRecord) {
      for (key, value) in object.members where !path.isEmpty || key != Field.attributes.name {
        if value.isObject, depth < SourceKeys.depthLimit {
          add(value, below: path + key + ".", depth: depth + 1, to: &record)
        }
        guard value.isID else { continue }
        for row in Self.rows {
          if let rank = UsualKeys.rank(of: path + key, in: row.saying) {
            record.ids[path + key] = (row.field, rank, value)
          }
        }
      }
    }
  }
}

extension JSONValue {
  /// True for a text or a whole number that names something: recorders write −1, 0 or an empty text without an id.
  var isID: Bool {
    if let text = string { return !["", "0", "-1"].contains(text) }
    return integer.map { $0 != 0 && $0 != -1 } ?? false
  }
}
