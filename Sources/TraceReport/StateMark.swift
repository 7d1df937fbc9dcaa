import TraceAnalyzer

/// One character of the drawing of a launch, and what it stands for.
struct StateMark {
  let character: Character
  /// Its name in the legend.
  let name: String
  /// The states of the machines that are drawn with it; none for the marks of callbacks and findings.
  let states: [String]

  private init(_ character: Character, _ name: String, states: [String] = []) {
    self.character = character
    self.name = name
    self.states = states
  }

  /// The mark of a machine that may be in one of several states.
  static let severalStates: Character = "?"
  /// The mark of a callback, as long as it took.
  static let callback: Character = "■"
  /// The mark of an end, which is drawn once: there is nothing after it.
  static let end: Character = "×"

  /// All marks, in the order of the legend.
  static let all = [
    StateMark(".", "begun", states: ["created", "launched", "connected"]),
    StateMark(":", "main", states: ["main"]),
    StateMark(">", "launching", states: ["launching"]),
    StateMark("=", "running", states: ["running"]),
    StateMark("z", "suspended", states: ["suspended"]),
    StateMark("\\", "terminating", states: ["terminating"]),
    StateMark(end, "over", states: ["dead", "terminated", "disconnected", "ended"]),
    StateMark("/", "foregrounding", states: ["foregrounding"]),
    StateMark("█", "active", states: ["active"]),
    StateMark("▒", "inactive", states: ["inactive"]),
    StateMark("▓", "foreground", states: [MachineStanding.foreground]),
    StateMark("░", "background", states: ["background"]),
    StateMark("!", "expired", states: ["expired"]),
    StateMark(severalStates, "one of several"),
    StateMark(callback, "callback"),
    StateMark("E", "error"),
    StateMark("W", "warning"),
    StateMark("N", "note"),
  ]

  /// The character of a state; a blank for a state that is not drawn.
  static func character(of state: String) -> Character { characters[state] ?? " " }

  private static let characters = Dictionary(
    uniqueKeysWithValues: all.flatMap { mark in mark.states.map { ($0, mark.character) } })
}
