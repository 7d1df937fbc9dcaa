import TraceModel

/// The events of several launches, mixed in a stream that names no launch and no process, so that it cannot be judged.
///
/// An id that is not read shows mixing, as `boot_id` whose values are `a`, `b` and `a` again by time; or a launch that
/// goes on after the next one has begun, as a second `app.didFinishLaunching` after two starts.
package struct Mixing: Hashable, Sendable {
  /// The key whose values alternate; nil without one.
  package var key: String?
  /// The number of its values.
  package var values = 0
  /// What the key is an id of, as `--map` names it.
  private var field = ""

  /// What `--map` takes to part the launches, as `launch=boot_id`; nil without a key.
  package var map: String? { key.map { "\(field)=\($0)" } }

  /// The sign and the remedy: `'boot_id' has 3 values, which come back after one another; --map launch=boot_id parts
  /// them`.
  package var text: String {
    guard let key, let map else {
      return "a launch goes on after the next one has begun, and no key of an id parts them; --map launch=KEY names one"
    }
    return "'\(key)' has \(values) values, which come back after one another; --map \(map) parts them"
  }

  /// The mixing as the sign of a launch's nature: `launch=boot_id 3`.
  var sign: String { map.map { "\($0) \(values)" } ?? "" }

  init(sign: String) {
    guard let space = sign.lastIndex(of: " "), let equals = sign.firstIndex(of: "="), equals < space else { return }
    field = String(sign[..<equals])
    key = String(sign[sign.index(after: equals)..<space])
    values = Int(sign[sign.index(after: space)...]) ?? 0
  }

  /// The mixing in the events of a stream, by time and as they were cut into launches; nil if there is none.
  init?(_ stream: StreamID, _ launches: [LaunchEvents], _ symbols: Symbols) {
    let key = symbols.stream(stream)
    guard !key.isLaunch, key.pid == Event.absent, let first = launches.first?.events.first,
      InputFormat.isOwn(symbols.texts.string(symbols.context(first.context).format))
    else { return nil }
    var ids = UnusedIDs(symbols)
    for launch in launches { for event in launch.events { ids.add(event) } }
    if let mixed = ids.mixed {
      self.key = mixed.key
      values = mixed.values
      field = mixed.field
    } else if !Self.goesOn(launches, symbols) {
      return nil
    }
  }

  /// True if a launch goes on after the next one has begun: its `app.didFinishLaunching` or first frame is one too many
  /// in a later launch, soon enough to be its own; a start without either, as of an app that is killed or woken, is no
  /// sign by itself.
  private static func goesOn(_ launches: [LaunchEvents], _ symbols: Symbols) -> Bool {
    /// The last start that lacks this kind so far.
    var starts: [EventKind: Int64] = [:]
    for launch in launches {
      var started: Int64?
      var seen: [EventKind: [Event]] = [:]
      var hasEnded = false
      for event in launch.events {
        let signature = symbols.signature(event)
        if signature.kind == .processExit { hasEnded = true }
        if signature.phase == .end { continue }
        let instant = event.time == Event.absent ? event.uptime : event.time
        if signature.kind == .processStart { started = started ?? instant }
        guard signature.kind == .appDidFinishLaunching || signature.kind == .launchFirstFrame else { continue }
        // Each scene may have a first frame, and each source may report it.
        let isSecond = seen[signature.kind, default: []].contains { earlier in
          earlier.scene == event.scene && earlier.sceneInstance == event.sceneInstance
            && symbols.signature(earlier).eventSource == signature.eventSource
        }
        seen[signature.kind, default: []].append(event)
        guard started == nil || isSecond, let start = starts[signature.kind] else { continue }
        if instant &- start <= Inference.watched.nanos { return true }
      }
      if let started, !hasEnded {
        for kind in [EventKind.appDidFinishLaunching, .launchFirstFrame] where seen[kind] == nil {
          starts[kind] = started
        }
      }
    }
    return false
  }
}

/// Ids in the attributes of life-cycle events, that name a launch, process, device or session and no reader uses.
private struct UnusedIDs {
  /// What a key names; the first parts launches best.
  private enum Subject: Int, CaseIterable {
    case launch, process, device, session

    /// Endings of its names.
    var nouns: [String] {
      switch self {
      case .launch: ["launch", "boot", "run", "start"]
      case .process: ["process", "proc"]
      case .device: ["device", "install", "installation", "vendor"]
      case .session: ["session"]
      }
    }
  }

  private struct Values {
    let subject: Subject
    var last = ""
    var seen: Set<String> = []
    var comeBack = false
    var areNumbers = true
  }

  /// Events of a process, its app or its scenes, each of one launch.
  private static let kinds = KindSet(families: ["process", "app", "scene", "launch"])
    .subtracting([.launchMeasured, .launchEarlier])
  private static let sceneKinds = KindSet(families: ["scene"])
  private static let endings = ["identifier", "number", "token", "uuid", "guid", "key", "uid", "id", "no", "nr"]
  /// Names of ids without such an ending.
  private static let bare: [String: Subject] = [
    "session": .session, "sid": .session, "idfv": .device, "identifierforvendor": .device, "run": .launch,
  ]
  /// What comes back within a launch.
  private static let others = ["scene", "view", "request", "task", "user", "window", "screen"]
  private static let depthLimit = 3

  private let symbols: Symbols
  private var values: [String: Values] = [:]
  /// What each key seen so far names; nil if none of these.
  private var subjects: [String: Subject?] = [:]
  /// The ids in the last attributes: mostly the next event has the same.
  private var ids: [(key: String, value: String, isNumber: Bool)] = []
  private var attributes = TextID.none

  init(_ symbols: Symbols) { self.symbols = symbols }

  /// The key whose values alternate and part launches best; nil without one.
  var mixed: (field: String, key: String, values: Int)? {
    let mixed = values.filter(\.value.comeBack).min { a, b in
      (a.value.subject.rawValue, a.key) < (b.value.subject.rawValue, b.key)
    }
    guard let mixed else { return nil }
    let field =
      switch mixed.value.subject {
      case .launch: "launch"
      // The id of a process that is no number is the name of a launch.
      case .process: mixed.value.areNumbers ? "pid" : "launch"
      case .device: "device"
      case .session: "session"
      }
    return (field, mixed.key, mixed.value.seen.count)
  }

  mutating func add(_ event: Event) {
    if event.attributes.isNone { return }
    let kind = symbols.signature(event).kind
    guard Self.kinds.contains(kind) else { return }
    if event.attributes != attributes {
      attributes = event.attributes
      ids.removeAll(keepingCapacity: true)
      let text = symbols.texts.slice(attributes)
      var at = text.startIndex
      readObject(text, &at, below: "", depth: 0)
    }
    for (key, value, isNumber) in ids {
      guard let subject = subjects[key] ?? nil else { continue }
      // UIKit calls what it restores of a scene a session, too.
      if subject == .session, Self.sceneKinds.contains(kind) { continue }
      var known = values[key] ?? Values(subject: subject)
      if known.last != value {
        known.comeBack = !known.seen.insert(value).inserted || known.comeBack
        known.last = value
        known.areNumbers = known.areNumbers && isNumber
        values[key] = known
      }
    }
  }

  /// Reads the members of an object in canonical form from `at`, which it moves behind the object.
  private mutating func readObject(_ text: ArraySlice<UInt8>, _ at: inout Int, below path: String, depth: Int) {
    at += 1
    while at < text.endIndex, text[at] == UInt8(ascii: "\"") {
      let name = Self.passValue(text, &at)
      at += 1
      let key = path + String(decoding: text[name].dropFirst().dropLast(), as: UTF8.self)
      let start = at
      if at < text.endIndex, text[at] == UInt8(ascii: "{"), depth < Self.depthLimit {
        readObject(text, &at, below: key + ".", depth: depth + 1)
      } else if let (value, isNumber) = Self.id(text[Self.passValue(text, &at)]), subject(of: key) != nil {
        ids.append((key, value, isNumber))
      }
      if at == start { return }
      if at < text.endIndex, text[at] == UInt8(ascii: ",") { at += 1 }
    }
    at = min(at + 1, text.endIndex)
  }

  private static func passValue(_ text: ArraySlice<UInt8>, _ at: inout Int) -> Range<Int> {
    let start = at
    var depth = 0
    var isText = false
    while at < text.endIndex {
      let byte = text[at]
      if isText {
        if byte == UInt8(ascii: "\\") { at += 1 }
        if byte == UInt8(ascii: "\"") { isText = false }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if depth == 0 { break }
        depth -= 1
      } else if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        break
      }
      at += 1
    }
    at = min(at, text.endIndex)
    return start..<at
  }

  /// A value as an id: a text or a whole number, but not −1, 0 or empty, which recorders write for no id.
  private static func id(_ value: ArraySlice<UInt8>) -> (value: String, isNumber: Bool)? {
    guard let first = value.first else { return nil }
    let isText = first == UInt8(ascii: "\"")
    let content = isText ? value.dropFirst().dropLast() : value
    let text = String(decoding: content, as: UTF8.self)
    guard isText || Int64(text) != nil else { return nil }
    return text == "-1" || text.allSatisfy { "0-".contains($0) } ? nil : (text, Int64(text) != nil)
  }

  /// What a key names an id of; nil if none of these.
  private mutating func subject(of key: String) -> Subject? {
    if let known = subjects[key] { return known }
    let names = key.split(separator: ".").suffix(2).map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    let subject = names.last.flatMap(Self.subject) ?? Self.subject(names.joined())
    subjects[key] = .some(subject)
    return subject
  }

  private static func subject(_ name: String) -> Subject? {
    if others.contains(where: name.contains) { return nil }
    if let subject = bare[name] { return subject }
    guard let ending = endings.first(where: name.hasSuffix) else { return nil }
    let noun = name.dropLast(ending.count)
    return Subject.allCases.first { $0.nouns.contains(where: noun.hasSuffix) }
  }
}
