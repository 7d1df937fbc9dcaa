/// A candidate's detail as a store keeps it: columns that several details share.
public struct CandidateColumns: Sendable, Equatable {
  public var states = StateSet(bits: 0)
  /// The state that counts.
  public var state: UInt8 = 0
  /// How many events were lost; bytes before; 1 for what is open, refused or came a second time.
  public var lostCount: Int64 = 0
  /// Nanoseconds, bytes, or saves.
  public var measured = Event.absent
  /// Nanoseconds.
  public var slack: Int64 = 0
  /// Where a gap begins, or the event that should have come first.
  public var other = EventLocation()

  /// The columns of a candidate without detail.
  public init() {}

  /// The columns of a detail.
  public init(_ detail: Candidate.Detail) {
    switch detail {
    case .none: break
    case .step(let states, let decisive, let lostCount):
      self.states = states
      state = decisive
      self.lostCount = lostCount
    case .duration(let nanos, let slack, let isOpen):
      measured = nanos
      self.slack = slack
      lostCount = isOpen ? 1 : 0
    case .memory(let bytes, let before):
      measured = bytes
      lostCount = before
    case .gap(let lostCount, let after):
      self.lostCount = lostCount
      other = after
    case .early(let place): other = place
    case .withoutScenes(let isRefused): lostCount = isRefused ? 1 : 0
    case .registration(let isSecond): lostCount = isSecond ? 1 : 0
    case .saves(let elsewhere): measured = elsewhere
    }
  }
}

extension Candidate.Detail {
  /// The detail that the columns of a rule's candidate stand for: a duration, if the rule is not named here.
  public init(_ columns: CandidateColumns, of rule: RuleID) {
    switch rule {
    case .`order.process`, .`order.app`, .`order.scene`, .`order.view`, .`order.task`:
      self = .step(states: columns.states, decisive: columns.state, lostCount: columns.lostCount)
    case .`order.launch`: self = .early(before: columns.other)
    case .`order.no-scenes`: self = .withoutScenes(isRefused: columns.lostCount == 1)
    case .`background.late-registration`: self = .registration(isSecond: columns.lostCount == 1)
    case .`background.memory-not-released`, .`memory.warning-ignored`:
      self = .memory(bytes: columns.measured, before: columns.lostCount)
    case .`data.saved-only-on-deactivation`: self = .saves(elsewhere: columns.measured)
    case .`trace.gap`: self = .gap(lostCount: columns.lostCount, after: columns.other)
    default:
      self =
        columns.measured == Event.absent
        ? .none : .duration(nanos: columns.measured, slack: columns.slack, isOpen: columns.lostCount == 1)
    }
  }
}
