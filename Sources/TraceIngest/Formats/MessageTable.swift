import TraceModel

/// The messages about an app's life cycle, read from `messages.txt`.
struct MessageTable: Sendable {
  static let standard = MessageTable()
  private(set) var rows: [MessageRow] = []
  /// The beginnings of the names of UIKit's own tasks.
  private(set) var systemTasks: [String] = []
  /// Processes and subsystems whose messages are likely to be about the life cycle.
  private(set) var lifecycleSources: [String] = []
  /// By daemon, the reason of the launches that it requests.
  private(set) var launchReasons: [String: String] = [:]
  /// By library or subsystem, the process that logs through it.
  private(set) var libraries: [String: String] = [:]
  /// By the assertion that let a process run in the background, the reason of its end if it ran for too long.
  private(set) var assertionReasons: [String: String] = [:]
  /// The kinds of tasks, by words in the names of their classes and activities.
  private(set) var taskKinds: [String: String] = [:]
  /// What the scheduler waits for, by words in the names of its policies; and its decisions in words, by their events.
  private(set) var policies: [String: String] = [:]
  private(set) var decisions: [String: String] = [:]
  /// The reasons of exits, by FrontBoard's words for them.
  private(set) var exitReasons: [String: String] = [:]
  /// The indices of the rows for each process that rows name, and of those for any other process.
  private var rowsOfDaemons: [String: RowIndex] = [:]
  private var rowsOfApps = RowIndex()
  /// Their names, in the order of their first rows.
  private var daemons: [String] = []

  private init() {
    for block in PackageResources.messages_txt.lines.split(separator: "") {
      let lines = block.filter { !$0.hasPrefix("#") }
      let words = lines.first?.split(separator: " ").map(String.init) ?? []
      switch words.first {
      case nil: continue
      case "system": systemTasks = lines.map { String($0.dropFirst(7)) }
      case "source": lifecycleSources = lines.map { String($0.dropFirst(7)) }
      case "request": launchReasons = Self.pairs(lines)
      case "library": libraries = Self.pairs(lines)
      case "assertion": assertionReasons = Self.pairs(lines)
      case "task": taskKinds = Self.pairs(lines)
      case "exit": exitReasons = Self.pairs(lines)
      case "policy": policies = Self.pairs(lines)
      case "decision": decisions = Self.pairs(lines)
      default: rows.append(MessageRow(words, lines))
      }
    }
    rowsOfApps = RowIndex(rows) { $0.isOf("app") }
    for daemon in Set(rows.flatMap(\.who)).subtracting(["app", "any"]) {
      rowsOfDaemons[daemon] = RowIndex(rows) { $0.isOf(daemon) }
    }
    for daemon in rows.flatMap(\.who) where isDaemon(daemon) && !daemons.contains(daemon) { daemons.append(daemon) }
  }

  /// By the second word of each line, what follows it.
  private static func pairs(_ lines: [String]) -> [String: String] {
    var pairs: [String: String] = [:]
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      pairs[words[1]] = words[2]
    }
    return pairs
  }

  /// The rows whose pattern matches a message of a process, all with one pattern, and the texts in its holes.
  func find(
    _ text: ArraySlice<UInt8>, of process: String
  ) -> (rows: ArraySlice<MessageRow>, holes: [String: ArraySlice<UInt8>])? {
    let ofProcess = rowsOfDaemons[process] ?? rowsOfApps
    // Text after the first line, or in a further column, seldom belongs to the message.
    let end = text.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }
    for candidate in [end.map { text[..<$0] }, text] {
      guard let candidate else { continue }
      for index in ofProcess.rows(for: candidate) {
        guard var holes = rows[index].pattern.holes(in: candidate) else { continue }
        // Why a process ended goes on in further lines.
        if rows[index].pattern.isLong { holes = rows[index].pattern.holes(in: text) ?? holes }
        let samePattern = rows[index...].prefix { $0.patternText == rows[index].patternText }
        return (samePattern, holes)
      }
    }
    return nil
  }

  /// True if a message is one of an app, or of a library in it, that gives an event.
  func isOfApp(_ text: ArraySlice<UInt8>) -> Bool {
    find(text, of: "")?.rows.contains { $0.event.contains(".") } ?? false
  }

  /// True if a process of this name logs for the system, and is no app.
  func isDaemon(_ process: String) -> Bool { rowsOfDaemons[process] != nil }

  /// The daemon that logs a message which was copied without its process, as people paste the message alone.
  ///
  /// It begins with the key of the process that it is about, which no app writes: `[app<com.example.shop>:512] …`,
  /// `<BKNewProcess: …`, or `[] …` where the key was left out.
  func daemon(ofBare text: ArraySlice<UInt8>) -> String? {
    guard Self.keyMarks.contains(where: text.starts) else { return nil }
    return daemons.first { daemon in
      find(text, of: daemon)?.rows.contains { row in
        row.event.contains(".") || row.event == "cause" || row.event == "failed"
      } ?? false
    }
  }

  private static let keyMarks = [
    "[app<", "[application<", "[] ", "<BKNewProcess: ", "<BKProcess: ", "<FBApplicationProcess: ",
    "Application 'UIKitApplication:",
  ].map { Array($0.utf8) }

  /// True if a value was left out of the log.
  ///
  /// Source: Apple, Generating log messages from your code (privacy); `<decode: …>` is what `log` writes for what it
  /// can't read.
  static func isRedacted(_ value: ArraySlice<UInt8>) -> Bool {
    ["<private", "<mask.hash", "<decode:"].contains { value.starts(with: $0.utf8) }
  }

  /// The reason of an exit, by its domain, code and explanation; nil if they give none.
  func reason(_ domain: String?, _ code: String?, _ explanation: String = "") -> String? {
    // As in `SIGSEGV(11)`.
    let inner = code?.split { "()".contains($0) }.last ?? ""
    let number = Termination.outerSignals[String(inner)] ?? Self.number(inner)
    let end = Termination(domain: domain, code: number, explanation: explanation)
    // Jetsam's causes may be words.
    return (number == nil && end.domain == 1 ? Termination.reason(written: inner) : nil)?.name ?? end.reason?.name
  }

  /// The reason why a process ended, by the fields of a message; nil if they give none.
  func reason(_ fields: [String: String]) -> String? {
    // The assertion that let it run for too long is more precise than the fact that one did.
    if let held = fields["assertions"].flatMap(reason(ofAssertions:)) { return held }
    if let reason = fields["assertion"].flatMap({ assertionReasons[$0] }) { return reason }
    if let reason = fields["reason"] { return reason }
    if let word = fields["exitReason"] { return exitReasons[word] }
    let words = [fields["explanation"], fields["requester"].map { "com.apple.\($0)" }].compactMap(\.self)
    return reason(fields["domain"], fields["code"], words.joined(separator: " "))
  }

  /// The reason of the end of a process that ran for too long, by its assertions, as iOS lists them; nil if they give
  /// none.
  func reason(ofAssertions text: String) -> String? {
    let held = assertionReasons.keys.sorted().first { text.contains("(\($0):") || text.contains("reason: \($0)") }
    return held.flatMap { assertionReasons[$0] }
  }

  /// What the scheduler waits for, by its policies, as in `[{name: Thermal Policy, policyWeight: 5.000, response: {Decision:
  /// Must Not Proceed, Score: 0.00}}]`: those with a score of 0 hold the work back.
  func reason(ofPolicies text: ArraySlice<UInt8>) -> String? {
    let names = text.string.split(separator: "{name: ").dropFirst().filter { $0.contains("0.00") }.map { policy in
      policy.prefix { $0 != "," }.filter { $0 != " " }
    }
    let reasons = names.map { name in
      policies.keys.sorted().first(where: name.contains).flatMap { policies[$0] } ?? name
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
  }

  /// The kind of a task, by its class or that of a request for it, as in `BGAppRefreshTask`; nil for any other class.
  func taskKind(class name: String) -> String? {
    guard name.hasPrefix("BG") else { return nil }
    for end in ["TaskRequest", "Task"] where name.hasSuffix(end) {
      return taskKinds[String(name.dropFirst(2).dropLast(end.count))] ?? String(name.dropFirst(2).dropLast(end.count))
    }
    return nil
  }

  /// The tasks of a list of activities, as in `{( bgProcessing-com.example.shop.clean:519B19 )}`.
  func tasks(activities: ArraySlice<UInt8>) -> [(task: String, kind: String)] {
    activities.split { " \t\r\n,(){}\"".utf8.contains($0) }.map(\.string).compactMap { activity in
      guard activity.hasPrefix("bg"), let hyphen = activity.firstIndex(of: "-") else { return nil }
      let name = activity[activity.index(after: hyphen)...]
      let kind = String(activity[..<hyphen].dropFirst(2))
      // A number of the scheduler's own follows the last colon.
      let end = name.lastIndex(of: ":") ?? name.endIndex
      return (String(name[..<end]), taskKinds[kind] ?? kind)
    }
  }

  /// The constant words of a message that is likely to be about the life cycle; nil for any other message.
  func sort(ofLifecycle message: LogMessage) -> String? {
    let isDaemon = lifecycleSources.contains(message.process)
    guard isDaemon ? LogSubject(message.text) != nil : lifecycleSources.contains(message.subsystem) else { return nil }
    return sort(of: message)
  }

  /// The constant words of a message: its process, and its first words without numbers and names.
  ///
  /// Messages with the same words are of one sort.
  func sort(of message: LogMessage) -> String {
    let words = message.text.prefix(200).split { " \n\t".utf8.contains($0) }.prefix(12).map { word in
      // A digit, or `<`; or a name in quotation marks.
      word.contains { 0x30...0x3C ~= $0 || $0 == UInt8(ascii: "\"") } ? "…" : word.string
    }
    let process = message.process.isEmpty ? "" : "\(message.process): "
    return process + words.joined(separator: " ")
  }

  /// A number, which may be hexadecimal.
  private static func number(_ text: Substring) -> UInt64? {
    text.lowercased().hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}

/// The rows of one process by the first bytes of their patterns: most rows begin otherwise than a message does.
private struct RowIndex: Sendable {
  /// By byte, the indices of the rows in their order.
  private var indices: [[Int]] = []

  init() {}

  init(_ rows: [MessageRow], where isOf: (MessageRow) -> Bool) {
    let own = rows.indices.filter { isOf(rows[$0]) }
    indices = (UInt8.min...UInt8.max).map { byte in own.filter { rows[$0].pattern.mayBegin(with: byte) } }
  }

  /// The indices of the rows that a text may match.
  func rows(for text: ArraySlice<UInt8>) -> [Int] { text.first.map { indices[Int($0)] } ?? [] }
}

/// One message: who logs it, the event that it becomes, and its pattern; a block of `messages.txt`.
struct MessageRow: Sendable {
  let who: [String]
  let event: String
  /// The fixed fields of the event, with their values.
  let fields: [String: String]
  /// The flags that the process must have or lack, and those that are set or removed: a sign and a name each.
  let flags: [String]
  let pattern: TextPattern
  /// The pattern as text: rows with one pattern give several events for one message.
  let patternText: String
  let example: String

  /// A row of the words of its first line, its pattern and its example.
  init(_ words: [String], _ lines: [String]) {
    who = words[0].split(separator: ",").map(String.init)
    event = words[1]
    var fields: [String: String] = [:]
    for word in words where word.contains("=") {
      let sides = word.split(separator: "=")
      fields[String(sides[0])] = String(sides[1])
    }
    self.fields = fields
    flags = words.dropFirst(2).filter { !$0.contains("=") }
    pattern = TextPattern(lines[1])
    example = lines[2]
    patternText = lines[1]
  }

  /// True if most logs lack the message, even if its event has happened.
  var isRare: Bool { flags.contains("rare") }

  /// True if the process that logs the message is also its subject.
  var isOwn: Bool { who == ["app"] }

  /// True if it is about a process, and a daemon logs it.
  var isOfSystem: Bool { !isOwn && event != "nothing" }

  /// True if it says where the app was.
  var saysWhere: Bool { patternText.contains("{visibility}") }

  /// True if it reports a state: in the foreground or not, suspended or not.
  var isState: Bool {
    ["process.suspend", "process.resume", "log.sceneForeground", "log.sceneBackground"].contains(event)
  }

  /// True if the message counts only for processes that were seen before.
  var needsSeenProcess: Bool { flags.contains("?known") }

  /// True if the message is about an app's life cycle, and gives no event of its own.
  var isAside: Bool { ["launch.request", "next", "cause", "spared", "known", "failed"].contains(event) }

  /// True if a process of this name, or any process, logs it.
  func isOf(_ process: String) -> Bool { who.contains(process) || who == ["any"] }
}

/// A text with holes: `{name}` stands for any text.
struct TextPattern: Sendable {
  private static let space = UInt8(ascii: " ")
  /// Each hole with the text after it; the first has no hole.
  private let pieces: [(hole: String, text: [UInt8])]

  init(_ text: String) {
    pieces = "}\(text)".split(separator: "{").map { piece in
      let sides = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), Array(sides[1].utf8))
    }
  }

  /// True if a text that begins with this byte may match.
  func mayBegin(with byte: UInt8) -> Bool { pieces[0].text.first.map { $0 == byte } ?? true }

  /// True if its last hole is a text of several lines.
  var isLong: Bool {
    guard let last = pieces.last, last.text.isEmpty else { return false }
    return ["context", "assertions", "files", "jetsam", "unhandled"].contains(last.hole)
  }

  /// The texts in its holes, by their names, if `text` begins with the pattern; else nil.
  ///
  /// One space of the pattern stands for several.
  ///
  /// A hole with the name `name:12` has 12 bytes.
  func holes(in text: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
    guard text.starts(with: pieces[0].text) else { return nil }
    var rest = text.dropFirst(pieces[0].text.count)
    var holes: [String: ArraySlice<UInt8>] = [:]
    for (hole, behind) in pieces.dropFirst() {
      guard let end = behind.isEmpty ? rest.endIndex : rest.firstIndex(of: behind) else { return nil }
      let name = hole.split(separator: ":")
      if name.count > 1, String(end - rest.startIndex) != name[1] { return nil }
      let last = rest[..<end].lastIndex { $0 != Self.space }
      holes[String(name[0])] = rest[..<(last.map { $0 + 1 } ?? end)]
      rest = rest[end...].dropFirst(behind.count)
      if behind.last == Self.space { rest = rest.drop { $0 == Self.space } }
    }
    return holes
  }
}
