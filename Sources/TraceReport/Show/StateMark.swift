import TraceAnalyzer

struct StateMark {
  let character: Character
  let name: String
  /// The states that are drawn with it; empty for the marks of findings and cuts.
  private let states: [String]
  /// The machine that it is a mark of; nil for any.
  private let machine: String?
  /// The greatest weight in a column is seen, or the latest of equal ones.
  let weight: Int
  /// True if it is drawn once, where it begins: the object does not exist after it.
  let isMoment: Bool

  private init(
    _ character: Character, _ name: String, states: [String] = [], of machine: String? = nil, weight: Int = 0,
    isMoment: Bool = false
  ) {
    self.character = character
    self.name = name
    self.states = states
    self.machine = machine
    self.weight = weight
    self.isMoment = isMoment
  }

  /// In the order of the legend.
  static let all = [
    StateMark(".", "begun", states: ["created", "launched", "connected"]),
    StateMark(":", "main", states: ["main"]),
    StateMark(">", "launching", states: ["launching"]),
    StateMark("=", "process runs", states: ["running"], of: "process", weight: 1),
    StateMark("z", "suspended", states: ["suspended"], weight: 2),
    StateMark("\\", "terminating", states: ["terminating"], weight: 2),
    StateMark("/", "foregrounding", states: ["foregrounding"]),
    StateMark("█", "active", states: ["active"], weight: 3),
    StateMark("▒", "inactive", states: ["inactive"], weight: 1),
    StateMark("▓", "foreground", states: [MachineStanding.foreground], weight: 3),
    StateMark("░", "background", states: ["background"], weight: 2),
    StateMark("═", "task runs", states: ["running"], of: "task", weight: 1),
    StateMark("!", "expired", states: ["expired"], weight: 2),
    StateMark("×", "ended", states: ["dead", "terminated", "disconnected", "ended"], weight: 4, isMoment: true),
    StateMark("?", "one of several", states: [""], weight: 1),
    StateMark(
      "0", "task 0, the invalid id: UIKit granted no task, or its id was not kept",
      states: [MachineStanding.invalidTask],
      isMoment: true),
    StateMark("E", "error"),
    StateMark("W", "warning"),
    StateMark("N", "note"),
    StateMark("Q", "quirk"),
  ]

  /// Nil for a state that is not drawn.
  static func of(_ state: String, in machine: String) -> StateMark? {
    all.first { $0.states.contains(state) && ($0.machine ?? machine) == machine }
  }
}
