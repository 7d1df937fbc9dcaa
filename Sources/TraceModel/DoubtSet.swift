/// The reasons for which a finding is only possible.
///
/// A finding without a doubt is certain. Doubts of replay and of rules are kept with the candidate; doubts that depend
/// on all launches or on budgets are added when it becomes a finding.
///
/// ```swift
/// var doubts: DoubtSet = [.hole]
/// doubts.insert(.sameInstant)
/// doubts.confidence  // .possible
/// doubts.text  // "events of one instant have no known order, and the log has a hole before it"
/// ```
public struct DoubtSet: Sendable, Hashable {
  /// One bit for each cause, by its raw value.
  private var bits: UInt32 = 0

  /// One reason for which a finding may not hold; its name in documents and stores never changes.
  public enum Cause: UInt8, Sendable, CaseIterable, Named {
    case clockStepsBack, sameInstant, hole, ownWords
    case scenesWithoutIDs, otherSceneRole, swipedAway
    case unrecordedBegin, unrecordedEnd, unrecordedTask, unrecordedUnlock, unrecordedKind
    case logEnds, stillRuns, overdue, expiredAsAsked, notReported, nearLimit, noPublishedLimit
    case startAndEndOnly, unknownPlace, ambiguousReport, unknownReason, unknownProtection
    case maySave, mayHaveSlept, keptRunning, untimedEnd, systemEndsTwice, coarseClock
    case mayBeNoApp, unlockedBefore

    /// The reason in words, to follow "because".
    public var text: String {
      switch self {
      case .clockStepsBack: "the clock steps back"
      case .sameInstant: "events of one instant have no known order"
      case .hole: "the log has a hole before it"
      case .ownWords: "only the app's own messages say where it is"
      case .scenesWithoutIDs: "scenes have no ids, and lines are missing"
      case .otherSceneRole: "a scene of another role was connected"
      case .swipedAway: "the app may have been swiped away"
      case .unrecordedBegin: "the line of the task's begin may be missing"
      case .unrecordedEnd: "the task's end may be unrecorded"
      case .unrecordedTask: "a task may be unrecorded"
      case .unrecordedUnlock: "an unlock may be missing"
      case .unrecordedKind: "an event that explains it may be unrecorded"
      case .logEnds: "the log ends before the return"
      case .stillRuns: "the task still runs"
      case .overdue: "UIKit called the task overdue, and no end is recorded"
      case .expiredAsAsked: "iOS expired the task, and it ended in time"
      case .notReported: "iOS did not report it"
      case .nearLimit: "it is near a limit that Apple gives as about that long"
      case .noPublishedLimit: "tvOS publishes no limit"
      case .startAndEndOnly: "only the start and the end are recorded"
      case .unknownPlace: "the log does not show for sure where the app was"
      case .ambiguousReport: "the report's code has more than one meaning"
      case .unknownReason: "the log does not say why the app was launched"
      case .unknownProtection: "the log does not say how the data is protected"
      case .maySave: "willTerminate may have saved it"
      case .mayHaveSlept: "the device may have slept, a debugger may have waited, or the clock may have been set"
      case .keptRunning: "work that kept the app running may need the memory"
      case .untimedEnd: "the line that says how the process ended has no time"
      case .systemEndsTwice: "iOS 13 itself ended tasks twice"
      case .coarseClock: "the clock is too coarse to tell"
      case .mayBeNoApp: "the process may be an extension, or one of the system"
      case .unlockedBefore: "the device may have been unlocked before, since it was started"
      }
    }
  }

  /// No doubt.
  public init() {}

  /// These causes.
  public init(_ causes: some Sequence<Cause>) { for cause in causes { insert(cause) } }

  /// True if there is no doubt.
  public var isEmpty: Bool { bits == 0 }

  /// The causes in the order of their cases.
  public var causes: [Cause] { Cause.allCases.filter(contains) }

  /// How sure a finding with these doubts is.
  public var confidence: Confidence { isEmpty ? .certain : .possible }

  /// All causes in words, to follow "because"; empty without doubt.
  public var text: String { causes.map(\.text).joined(separator: ", and ") }

  /// True if a cause is among them.
  public func contains(_ cause: Cause) -> Bool { bits & Self.bit(cause) != 0 }

  /// Adds a cause.
  public mutating func insert(_ cause: Cause) { bits |= Self.bit(cause) }

  /// Removes a cause that no longer applies.
  public mutating func remove(_ cause: Cause) { bits &= ~Self.bit(cause) }

  /// These causes and those of `others`.
  public func union(_ others: Self) -> Self {
    var all = self
    all.bits |= others.bits
    return all
  }

  /// These causes without those of `others`.
  public func subtracting(_ others: Self) -> Self {
    var rest = self
    rest.bits &= ~others.bits
    return rest
  }

  private static func bit(_ cause: Cause) -> UInt32 { 1 << UInt32(cause.rawValue) }
}

extension DoubtSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral causes: Cause...) { self.init(causes) }
}

extension DoubtSet: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for cause in causes { try list.encode(cause.name) }
  }
}
