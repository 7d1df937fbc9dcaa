import TraceModel

/// The processes that the lines of a source have named, from which a line that names less inherits.
///
/// A line belongs to the latest process that has all it names of device, app, boot and process id: so lines of several
/// devices or apps may alternate. Without such a process the line names another one, with no id but its own. That runs
/// in the latest boot of its device, which is the latest device if unnamed, and is of the app that was named there
/// last, or anywhere if the device is new.
///
/// A batch is scanned before the lines before it are known: its streams have marks for what they inherit
/// (`StreamKey.inherit`).
struct NamedProcesses {
  private static let limit = 64

  /// The latest first.
  private var latest: [StreamKey]
  /// The latest before the batch, and after each line of it that names a process.
  private var current: [StreamKey]

  init(_ processes: [Checkpoint.Process], _ symbols: inout Symbols) {
    latest = []
    for process in processes {
      var key = StreamKey()
      key.device = symbols.texts.intern(process.device)
      key.app = symbols.texts.intern(process.app)
      key.boot = symbols.texts.intern(process.boot)
      key.pid = process.pid
      latest.append(key)
    }
    current = [latest.first ?? StreamKey()]
  }

  /// Adds the processes of a batch's lines; `isAsked` is true if a line of it inherits anything.
  mutating func add(_ named: [StreamKey], isAsked: Bool) {
    if isAsked || !named.allSatisfy(\.isWhole) || !latest.allSatisfy(\.isWhole) { return named.forEach { add($0) } }
    // Most lines name all: then only the latest count, for the next batch.
    var newest: [StreamKey] = []
    for key in named.reversed() where newest.count < Self.limit && !newest.contains(key) { newest.append(key) }
    latest = Array((newest + latest.filter { !newest.contains($0) }).prefix(Self.limit))
  }

  private mutating func add(_ named: StreamKey) {
    var key = named
    if let index = latest.firstIndex(where: { key.mayBe($0) }) {
      key.complete(with: latest.remove(at: index))
    } else {
      var other = key
      other.pid = Event.absent
      var near = latest.first { other.mayBe($0) }
      other.app = .none
      near = near ?? latest.first { other.mayBe($0) }
      other.boot = .none
      var inherited = near ?? latest.first { other.mayBe($0) } ?? StreamKey()
      if near == nil { inherited.boot = .none }
      if inherited.app.isNone { inherited.app = latest.first?.app ?? .none }
      inherited.pid = Event.absent
      key.complete(with: inherited)
    }
    latest.insert(key, at: 0)
    if latest.count > Self.limit { latest.removeLast() }
    current.append(key)
  }

  /// A stream of the batch, with what it inherits in place of the marks.
  func completed(_ key: StreamKey) -> StreamKey {
    guard let mark = key.mark, current.indices.contains(mark) else { return key }
    let process = current[mark]
    var key = key
    if key.device.rawValue < 0 { key.device = process.device }
    if key.app.rawValue < 0 { key.app = process.app }
    if key.boot.rawValue < 0 { key.boot = process.boot }
    if key.inheritsProcess { key.pid = process.pid }
    return key
  }

  /// The processes from which the next batch inherits.
  func forCheckpoint(_ symbols: Symbols) -> [Checkpoint.Process] {
    latest.map { key in
      var process = Checkpoint.Process()
      process.device = symbols.texts.string(key.device)
      process.app = symbols.texts.string(key.app)
      process.boot = symbols.texts.string(key.boot)
      process.pid = key.pid
      return process
    }
  }
}

extension StreamKey {
  private static let inheritedIDs = Event.absent + 1...Event.absent + 1 + Int64(Int32.max)

  /// Marks what the key does not name of a process as inherited, after `count` lines of the batch that name a process.
  mutating func inherit(after count: Int) {
    let mark = TextID(rawValue: -1 - Int32(count))
    if device.isNone { device = mark }
    if app.isNone { app = mark }
    if boot.isNone { boot = mark }
    if pid == Event.absent { pid = Self.inheritedIDs.lowerBound + Int64(count) }
  }

  fileprivate var isWhole: Bool { !device.isNone && !app.isNone && !boot.isNone && pid != Event.absent }

  var inheritsProcess: Bool { Self.inheritedIDs.contains(pid) }

  /// The number of lines before it that name a process, if it inherits anything.
  var mark: Int? {
    let text = min(device.rawValue, app.rawValue, boot.rawValue)
    if text < 0 { return -1 - Int(text) }
    return inheritsProcess ? Int(pid - Self.inheritedIDs.lowerBound) : nil
  }

  /// True if the keys contradict each other in nothing.
  fileprivate func mayBe(_ other: StreamKey) -> Bool {
    (device == other.device || device.isNone || other.device.isNone)
      && (pid == other.pid || pid == Event.absent || other.pid == Event.absent)
      && (app == other.app || app.isNone || other.app.isNone)
      && (boot == other.boot || boot.isNone || other.boot.isNone)
  }

  fileprivate mutating func complete(with other: StreamKey) {
    if device.isNone { device = other.device }
    if app.isNone { app = other.app }
    if boot.isNone { boot = other.boot }
    if pid == Event.absent { pid = other.pid }
  }
}
