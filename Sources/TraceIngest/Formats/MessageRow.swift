import TraceModel

/// One known message: who logs it, what it becomes, and its pattern; a block of `messages.txt`.
struct MessageRow: Sendable {
  let who: [String]
  let event: String
  /// Fields and what they hold.
  let fields: [String: String]
  /// What must be so of the process, and what is so from then on: a sign and a name each.
  let flags: [String]
  let pattern: TextPattern
  /// The pattern as it is written: rows with one pattern give several events for one message.
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

  /// True if most logs lack it, even where what it is about has happened.
  var isRare: Bool { flags.contains("rare") }

  /// True if the process that logs it is the one that it is about.
  var isOwn: Bool { who == ["app"] }

  /// True if it reports a state: in the foreground or not, suspended or not.
  var isState: Bool {
    ["process.suspend", "process.resume", "log.sceneForeground", "log.sceneBackground"].contains(event)
  }

  /// True if it counts only for processes that are known already.
  var needsKnown: Bool { flags.contains("?known") }

  /// True if it is about an app's life cycle, and gives no event of its own.
  var isAside: Bool { ["launch.request", "next", "cause", "spared", "known"].contains(event) }

  /// Whether a process of this name, or any, logs it.
  func isOf(_ process: String) -> Bool { who.contains(process) || who == ["any"] }
}
