import TraceModel

/// The known messages about an app's life cycle, read from `messages.txt`.
struct MessageTable: Sendable {
  struct Row: Sendable {
    let who: [String]
    let event: String
    /// Fields and what they hold.
    let fields: [(name: String, value: String)]
    /// What must be so of the process, and what is so from then on: a sign and a name each.
    let flags: [String]
    let pattern: TextPattern
    /// The pattern as it is written: rows with one pattern give several events for one message.
    let patternText: String
    let example: String

    /// True if it reports a state: in the foreground or not, suspended or not.
    var isState: Bool {
      ["process.suspend", "process.resume", "log.sceneForeground", "log.sceneBackground"].contains(event)
    }
    /// True if it counts only for processes that are known already.
    var needsKnown: Bool { flags.contains("?known") }
  }

  static let standard = MessageTable()
  private(set) var rows: [Row] = []
  /// How the names of UIKit's own tasks begin.
  private(set) var systemTasks: [String] = []
  /// Processes and subsystems whose messages look like life cycle.
  private(set) var lifecycleSources: [String] = []

  private init() {
    for block in PackageResources.messages_txt.lines.split(separator: "") {
      let lines = block.filter { !$0.hasPrefix("#") }
      let words = lines.first?.split(separator: " ").map(String.init) ?? []
      switch words.first {
      case nil: continue
      case "system": systemTasks = lines.map { String($0.dropFirst(7)) }
      case "source": lifecycleSources = lines.map { String($0.dropFirst(7)) }
      default: rows.append(Row(words, lines))
      }
    }
  }

  /// The rows that a process' message is of, which have one pattern, and what stands in its holes.
  func find(_ text: ArraySlice<UInt8>, of process: String) -> (rows: [Row], holes: [String: ArraySlice<UInt8>])? {
    let who = isDaemon(process) ? process : "app"
    // What stands behind the first line, or in a further column, is seldom of the message.
    let end = text.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }
    for part in [end.map { text[..<$0] }, text] {
      guard let part else { continue }
      for (index, row) in rows.enumerated() where row.isOf(who) {
        guard let holes = row.pattern.holes(in: part) else { continue }
        let samePattern = rows[index...].prefix { $0.patternText == row.patternText }
        return (Array(samePattern), holes)
      }
    }
    return nil
  }

  /// Whether a process of this name logs for the system, and is no app.
  func isDaemon(_ process: String) -> Bool { rows.contains { $0.who.contains(process) } }

  /// Whether a value was left out of the log.
  ///
  /// Source: Apple, Generating log messages from your code (privacy); `<decode: …>` is what `log` writes for what it
  /// can't read.
  static func isRedacted(_ value: ArraySlice<UInt8>) -> Bool {
    ["<private", "<mask.hash", "<decode:"].contains { value.starts(with: $0.utf8) }
  }

  /// The reason of an exit; nothing where domain and code say none.
  func reason(_ domain: String, _ code: String) -> String? {
    // As in `SIGSEGV(11)`.
    let inner = code.split { "()".contains($0) }.last ?? ""
    return Termination(domain: domain, code: Self.number(inner)).reason?.name
  }

  /// Why a process ended, as a row of the table reads it from a message.
  func reason(_ row: Row, _ holes: [String: ArraySlice<UInt8>]) -> String? {
    if let fixed = row.fields.first(where: { $0.name == "reason" }) { return fixed.value }
    guard let domain = holes["domain"], let code = holes["code"] else { return nil }
    return reason(domain.string, code.string)
  }

  /// What messages of the sort of this one have in common, if it looks like life cycle.
  func sort(of message: LogMessage) -> String? {
    let isDaemon = lifecycleSources.contains(message.process)
    guard isDaemon ? LogSubject(message.text) != nil : lifecycleSources.contains(message.subsystem) else { return nil }
    let words = message.text.prefix(200).split(separator: UInt8(ascii: " ")).prefix(12).map { word in
      word.contains { 0x30...0x3C ~= $0 } ? "…" : word.string  // A digit, or `<`.
    }
    return "\(message.process): \(words.joined(separator: " "))"
  }

  /// A number, which may be hexadecimal.
  private static func number(_ text: Substring) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}

extension MessageTable.Row {
  /// Whether a process of this name, or any, logs it.
  fileprivate func isOf(_ process: String) -> Bool { who.contains(process) || who == ["any"] }

  /// A row of the words of its first line, its pattern and its example.
  fileprivate init(_ words: [String], _ lines: [String]) {
    who = words[0].split(separator: ",").map(String.init)
    event = words[1]
    fields = words.filter { $0.contains("=") }.map { word in
      let sides = word.split(separator: "=")
      return (String(sides[0]), String(sides[1]))
    }
    flags = words.dropFirst(2).filter { !$0.contains("=") }
    pattern = TextPattern(lines[1])
    example = lines[2]
    patternText = lines[1]
  }
}
