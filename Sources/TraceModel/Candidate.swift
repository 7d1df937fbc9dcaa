/// A step, task or duration that becomes a finding if budgets, and the kinds that the app never records, confirm it.
public struct Candidate: Sendable, Equatable {
  public var rule = RuleID.`order.process`
  public var kind = EventKind.unknown
  public var location = EventLocation()
  /// Why it may be no fault, as far as its launch shows; empty if it is certain.
  public var doubts = DoubtSet()
  public var scene = TextID.none
  public var view = TextID.none
  public var task = TextID.none
  /// Another name: a reason, a thread, a task, work; or why a step is legal though it surprises.
  public var name = TextID.none
  /// The smallest sets of kinds that would have made the step legal before it.
  public var explanations: [KindSet] = []
  public var detail = Detail.none

  /// An empty candidate.
  public init() {}

  /// What was found, in numbers: one case for each meaning.
  public enum Detail: Sendable, Equatable {
    /// No detail beside the candidate's own fields.
    case none
    /// A step that its machine does not allow, or that surprises: the machine's states before it, the one that counts,
    /// and the events lost since the last step of the instance.
    case step(states: StateSet, decisive: UInt8, lostCount: Int64)
    /// A duration of `nanos` nanoseconds, of which `slack` may be due to the resolution of its clock; an open one, as
    /// of a callback at the end of the log, was at least that long, and an unseen one passed while nothing of the
    /// app was in the foreground.
    case duration(nanos: Int64, slack: Int64, isOpen: Bool, isUnseen: Bool = false)
    /// Work of a kind, named by the candidate, and how long it went on; absent if that is no matter.
    case work(kind: TextID, nanos: Int64 = Event.absent, slack: Int64 = 0)
    /// An end that iOS decided on: where the app was, and the name of what still ran then: a task, or a callback that
    /// had not returned after `nanos`.
    case kill(place: Place, running: TextID = .none, nanos: Int64 = Event.absent)
    /// What the launch was recorded with before it was recorded with the candidate's name.
    case conflict(known: TextID)
    /// The footprint in bytes, and the one before.
    case memory(bytes: Int64, before: Int64)
    /// `lostCount` events are missing after a location, which is empty if the lines have no numbers.
    case gap(lostCount: Int64, after: EventLocation)
    /// The event at this location should have come first.
    case early(before: EventLocation)
    /// An app without scenes: a warning, or the reason for which the system refused the process.
    case withoutScenes(isRefused: Bool)
    /// A task was registered a second time, or else too late.
    case registration(isSecond: Bool)
    /// How many saves did not follow a deactivation.
    case saves(elsewhere: Int64)
  }

  /// Where an app was.
  public enum Place: UInt8, Sendable, CaseIterable { case unknown, foreground, background }
}

extension Candidate.Detail {
  /// What it names: a kind of work, what ran when iOS ended the process, or the value of a field.
  public var subject: TextID {
    switch self {
    case .work(let kind, _, _): kind
    case .kill(_, let running, _): running
    case .conflict(let known): known
    default: .none
    }
  }
}

extension Candidate {
  /// How sure it is, as far as its launch shows.
  public var confidence: Confidence { doubts.confidence }

  /// The value to compare with a budget, in nanoseconds or bytes; absent without a measure.
  public var measured: Int64 {
    switch detail {
    case .duration(let nanos, _, _, _), .work(_, let nanos, _), .kill(_, _, let nanos): nanos
    case .memory(let bytes, _): bytes
    default: Event.absent
    }
  }

  /// How much of `measured` may be due to the resolution of the clock, in nanoseconds.
  public var slack: Int64 {
    switch detail {
    case .duration(_, let slack, _, _), .work(_, _, let slack): slack
    default: 0
    }
  }

  /// True for a callback that had not returned at the end of the log.
  public var isOpen: Bool { if case .duration(_, _, let isOpen, _) = detail { isOpen } else { false } }

  /// How many events were lost before an illegal step, or in a gap.
  public var lostCount: Int64 {
    switch detail {
    case .step(_, _, let lostCount), .gap(let lostCount, _): lostCount
    default: 0
    }
  }

  /// The machine's states before an illegal step; empty for other candidates.
  public var states: StateSet { if case .step(let states, _, _) = detail { states } else { StateSet(bits: 0) } }
}
