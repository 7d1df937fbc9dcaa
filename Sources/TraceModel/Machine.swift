/// A life-cycle machine as data: states, legal transitions, and what an illegal pair means.
public struct Machine: Sendable, Equatable {
  /// From any of `from`, `event` leads to `to`; no `to` keeps the state.
  public struct Transition: Sendable, Equatable {
    public var from: [String]
    public var event: EventKind
    public var to: String?
    /// Why this is legal although it surprises.
    public var quirk: String?
  }

  /// How bad a pair without a transition is; no state or no event is any.
  public struct Illegal: Sendable, Equatable {
    public var state: String?
    public var event: EventKind?
    public var severity: Severity
    public var cause: String
  }

  public var id: MachineID
  /// The fields that name one instance of the machine.
  public var key: [String]
  /// True if only launches of model `app` or without scene events are judged.
  public var isAppBased: Bool
  /// The machine ignores events without these fields.
  public var requires: [String]
  /// The severity of a pair that `illegal` does not list.
  public var severity: Severity?
  public var initial: String { states[0] }
  /// States after which no event of the app is legal.
  public var final: [String]
  public var states: [String]
  public var transitions: [Transition] = []
  public var illegal: [Illegal] = []

  /// Reads a machine's lines: a name and what it stands for, then its rules; it begins in its first state.
  ///
  /// A rule is `from … --event--> to | quirk`, where `=` keeps the state, or `state --event--! severity | cause` for an
  /// illegal pair, where `*` is any.
  public init(_ id: MachineID, _ lines: some Sequence<String>) {
    let lines = lines.map(\.words)
    let named = lines.prefix { words in !words.contains { $0.hasPrefix("--") } }
    func value(_ name: String) -> [String] { named.first { $0[0] == name }.map { Array($0.dropFirst()) } ?? [] }
    self.id = id
    key = value("key")
    requires = value("requires")
    final = value("final")
    states = value("states")
    isAppBased = value("model") == ["app"]
    severity = value("severity").first.flatMap(Severity.init)
    for rule in lines.dropFirst(named.count) {
      let isRule = add(rule)
      precondition(isRule, "machine '\(id.name)': '\(rule)' is no rule: write its arrow and event")
    }
  }

  private mutating func add(_ words: [String]) -> Bool {
    guard let arrow = words.firstIndex(where: { $0.hasPrefix("--") }), arrow + 1 < words.count else { return false }
    let from = Array(words[..<arrow])
    let event = EventNames.meaning(of: String(words[arrow].dropFirst(2).dropLast(3)))?.kind
    let target = words[arrow + 1]
    let note = words.dropFirst(arrow + 3).joined(separator: " ")
    if words[arrow].hasSuffix(">") {
      guard let event else { return false }
      let to = target == "=" ? nil : target
      let quirk = note.isEmpty ? nil : note
      transitions.append(Transition(from: from, event: event, to: to, quirk: quirk))
    } else {
      guard let severity = Severity(target), event != nil || words[arrow] == "--*--!" else { return false }
      let state = from == ["*"] ? nil : from[0]
      illegal.append(Illegal(state: state, event: event, severity: severity, cause: note))
    }
    return true
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}

/// The five machines, in the order in which they judge.
public enum MachineID: UInt8, Named, Sendable, CaseIterable {
  case process, app, scene, view, task
}

/// The states that a machine may be in, as bits by the state's index in `Machine.states`.
public struct StateSet: Hashable, Sendable {
  /// At most 16 states.
  public var bits: UInt16

  /// A set from its bits.
  public init(bits: UInt16) { self.bits = bits }

  /// Whether no state is left.
  public var isEmpty: Bool { bits == 0 }

  /// Whether the state is in the set.
  public func contains(_ state: Int) -> Bool { bits >> UInt16(state) & 1 == 1 }

  /// Indices of the states in the set, rising.
  public var states: [Int] { (0..<16).filter(contains) }
}
