/// A candidate's detail as a store keeps it: columns that several details share.
public struct CandidateColumns: Sendable, Equatable {
  /// Which detail it is.
  public var form = Form.none
  public var states = StateSet(bits: 0)
  /// The state that counts.
  public var state: UInt8 = 0
  /// Lost events; bytes before; 1 for what is open, refused or came a second time.
  public var lostCount: Int64 = 0
  /// Nanoseconds, bytes, or saves.
  public var measured = Event.absent
  /// Nanoseconds.
  public var slack: Int64 = 0
  /// What a detail names: a kind of work, what ran when iOS ended the process, or the value of a field.
  public var subject = TextID.none
  /// Where the app was.
  public var place = Candidate.Place.unknown
  /// Where a gap begins, or the event that should have come first.
  public var other = EventLocation()

  /// The details, by what their columns mean.
  public enum Form: UInt8, Sendable, CaseIterable, Named {
    case none, step, duration, memory, gap, early, withoutScenes, registration, saves, work, kill, conflict
  }

  /// The columns of a candidate without detail.
  public init() {}

  /// The columns of a detail.
  public init(_ detail: Candidate.Detail) {
    switch detail {
    case .none: break
    case .step(let states, let decisive, let lostCount):
      form = .step
      self.states = states
      state = decisive
      self.lostCount = lostCount
    case .duration(let nanos, let slack, let isOpen, let isUnseen):
      form = .duration
      place = isUnseen ? .background : .unknown
      measured = nanos
      self.slack = slack
      lostCount = isOpen ? 1 : 0
    case .memory(let bytes, let before):
      form = .memory
      measured = bytes
      lostCount = before
    case .gap(let lostCount, let after):
      form = .gap
      self.lostCount = lostCount
      other = after
    case .early(let before):
      form = .early
      other = before
    case .withoutScenes(let isRefused):
      form = .withoutScenes
      lostCount = isRefused ? 1 : 0
    case .registration(let isSecond):
      form = .registration
      lostCount = isSecond ? 1 : 0
    case .saves(let elsewhere):
      form = .saves
      measured = elsewhere
    case .work(let kind, let nanos, let slack):
      form = .work
      subject = kind
      measured = nanos
      self.slack = slack
    case .kill(let place, let running, let nanos):
      form = .kill
      self.place = place
      subject = running
      measured = nanos
    case .conflict(let known):
      form = .conflict
      subject = known
    }
  }
}

extension Candidate.Detail {
  /// The detail that columns stand for.
  public init(_ columns: CandidateColumns) {
    switch columns.form {
    case .none: self = .none
    case .step: self = .step(states: columns.states, decisive: columns.state, lostCount: columns.lostCount)
    case .duration:
      self = .duration(
        nanos: columns.measured, slack: columns.slack, isOpen: columns.lostCount == 1,
        isUnseen: columns.place == .background)
    case .memory: self = .memory(bytes: columns.measured, before: columns.lostCount)
    case .gap: self = .gap(lostCount: columns.lostCount, after: columns.other)
    case .early: self = .early(before: columns.other)
    case .withoutScenes: self = .withoutScenes(isRefused: columns.lostCount == 1)
    case .registration: self = .registration(isSecond: columns.lostCount == 1)
    case .saves: self = .saves(elsewhere: columns.measured)
    case .work: self = .work(kind: columns.subject, nanos: columns.measured, slack: columns.slack)
    case .kill: self = .kill(place: columns.place, running: columns.subject, nanos: columns.measured)
    case .conflict: self = .conflict(known: columns.subject)
    }
  }
}
