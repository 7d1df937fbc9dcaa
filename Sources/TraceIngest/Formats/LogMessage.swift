import TraceModel

/// One message of the unified log, whatever the style in which it was written out.
struct LogMessage {
  var time: String?
  var uptime: Int64?
  var boot: String?
  var process = ""
  /// Of the process that logged it.
  var pid: Int64?
  var subsystem = ""
  var text: ArraySlice<UInt8> = []
  var signpost: (name: String, id: String, isEnd: Bool)?

  /// An event at its time.
  func event(_ name: String) -> EventLine {
    var event = EventLine(name)
    event.set("time", time)
    event.set("uptime", uptime)
    return event
  }
}

/// A text with holes: `{name}` in it is whatever stands there.
struct TextPattern: Sendable {
  /// What stands before the first hole, and each hole with what stands behind it.
  private let parts: [(hole: String, text: [UInt8])]

  init(_ text: String) {
    parts = "}\(text)".split(separator: "{", omittingEmptySubsequences: false).map { part in
      let sides = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), Array(sides[1].utf8))
    }
  }

  /// What stands in its holes, by their names, if `text` begins so; a space stands for several.
  ///
  /// A hole of the name `name:12` is of so many bytes.
  func holes(in text: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
    guard text.starts(with: parts[0].text) else { return nil }
    var rest = text.dropFirst(parts[0].text.count)
    var holes: [String: ArraySlice<UInt8>] = [:]
    for (hole, behind) in parts.dropFirst() {
      guard let end = behind.isEmpty ? rest.endIndex : rest.firstIndex(of: behind[...]) else { return nil }
      let name = hole.split(separator: ":")
      if name.count > 1, String(end - rest.startIndex) != name[1] { return nil }
      holes[String(name[0])] = rest[..<((rest[..<end].lastIndex { $0 != UInt8(ascii: " ") }).map { $0 + 1 } ?? end)]
      rest = rest[end...].dropFirst(behind.count)
      if behind.last == UInt8(ascii: " ") { rest = rest.drop { $0 == UInt8(ascii: " ") } }
    }
    return holes
  }
}

extension ArraySlice<UInt8> {
  /// Where `other`, which is not empty, first begins.
  func firstIndex(of other: ArraySlice<UInt8>) -> Int? {
    guard let first = other.first else { return nil }
    var at = startIndex
    while let found = self[at...].firstIndex(of: first), found + other.count <= endIndex {
      if self[found..<found + other.count] == other { return found }
      at = found + 1
    }
    return nil
  }

  /// These bytes as text.
  var string: String { String(decoding: self, as: UTF8.self) }
}

/// What is known of the messages that tell of life cycle: `messages.txt`.
struct MessageTable: Sendable {
  struct Row: Sendable {
    let who: [String]
    let event: String
    /// Fields and what they hold.
    let fields: [(name: String, value: String)]
    let pattern: TextPattern
    let example: String
  }

  static let standard = MessageTable()
  private(set) var rows: [Row] = []
  /// By domain and code, `2 11`, or `2 *`.
  private var exits: [String: String] = [:]
  private var domains: [String: String] = [:]
  private(set) var systemTasks: [String] = []
  /// Processes and subsystems whose messages look like life cycle.
  private(set) var story: Set<String> = []
  private var byWho: [String: [Int]] = [:]

  private init() {
    for block in PackageResources.messages_txt.lines.split(separator: "") {
      let lines = block.filter { !$0.hasPrefix("#") }
      let words = lines.first?.split(separator: " ").map(String.init) ?? []
      if ["exit", "domain", "system", "story"].contains(words.first) {
        for line in lines { note(line) }
      } else if lines.count == 2 || lines.count == 3 {
        let fields = words.dropFirst(2).map { $0.split(separator: "=").map(String.init) }
        let who = words[0].split(separator: ",").map(String.init)
        for name in who { byWho[name, default: []].append(rows.count) }
        rows.append(
          Row(
            who: who, event: words[1], fields: fields.map { ($0[0], $0[1]) }, pattern: TextPattern(lines[1]),
            example: lines[2]))
      }
    }
  }

  private mutating func note(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let rest = String(line.dropFirst(words[0].count + 1))
    switch words[0] {
    case "exit": exits["\(words[1]) \(Self.number(words[2][...]))"] = words[3]
    case "domain": domains[words[1].lowercased()] = words[2]
    case "system": systemTasks.append(rest)
    default: story.insert(rest)
    }
  }

  /// The row that a process' message is of, and what stands in its holes.
  func find(_ text: ArraySlice<UInt8>, of process: String) -> (row: Row, holes: [String: ArraySlice<UInt8>])? {
    for index in byWho[process] ?? byWho["app", default: []] {
      if let holes = rows[index].pattern.holes(in: text) { return (rows[index], holes) }
    }
    return nil
  }

  /// The reason of an exit; nothing where domain and code say none.
  func reason(_ domain: String, _ code: String) -> String? {
    // As in `signal(2)` and `SIGSEGV(11)`; a name alone is known as well.
    func inner(_ text: String) -> Substring { text.split { "()".contains($0) }.last ?? "" }
    let domain = domains[inner(domain).lowercased()] ?? String(inner(domain))
    let reason = exits["\(domain) \(Self.number(inner(code)))"] ?? exits["\(domain) *"]
    return reason == "-" ? nil : reason
  }

  /// A number, which may be hexadecimal, in decimal digits.
  private static func number(_ text: Substring) -> String {
    text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16).map(String.init) ?? "" : String(text)
  }
}
