import TraceAnalyzer

/// One character of the drawing of a launch, and what it stands for.
struct StateMark {
  let character: Character
  /// Its name in the legend.
  let name: String
  /// The states of the machines that are drawn with it; empty for the marks of findings and cuts.
  private let states: [String]
  /// The machine that it is a mark of; nil where any may have it.
  private let machine: String?
  /// Where two marks share a column the one with the greater weight is seen; of the same weight the later one.
  let weight: Int
  /// It is drawn once, where it begins: the object does not exist after it.
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

  /// All marks, in the order of the legend.
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

  /// The mark of a state of a machine; nil for a state that is not drawn.
  static func of(_ state: String, in machine: String) -> StateMark? {
    all.first { $0.states.contains(state) && ($0.machine ?? machine) == machine }
  }
}
