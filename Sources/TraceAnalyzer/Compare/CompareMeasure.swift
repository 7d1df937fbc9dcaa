package import TraceModel

/// A time, or a share of launches, that `compare` compares.
package enum CompareMeasure: Hashable, Sendable {
  /// The launch time, from its first known anchor to its last.
  case launch
  /// One phase of it.
  case phase(LaunchPhaseName)
  /// A return from the background, from `willEnterForeground` to the activation; a launch may have many.
  case resume
  /// A share of launches, no time.
  case share(CompareShare)

  /// All measures, launch times first.
  package static let all: [CompareMeasure] =
    [.launch] + LaunchPhaseName.allCases.map(CompareMeasure.phase) + [.resume] + shares
  /// All shares of launches.
  package static let shares: [CompareMeasure] = CompareShare.allCases.map(CompareMeasure.share)

  /// As on a command line: `launch`, `phase.appInit`, `resume` or `abandoned`.
  package var name: String {
    switch self {
    case .launch: "launch"
    case .phase(let phase): "phase.\(phase.name)"
    case .resume: "resume"
    case .share(let share): share.rawValue
    }
  }

  /// True for a share of launches.
  package var isShare: Bool { if case .share = self { true } else { false } }

  /// The time of a counted launch; nil if the launch lacks it, for resumes and for a share.
  func nanos(of launch: Launch) -> Int64? {
    switch self {
    case .launch: launch.time.nanos
    case .phase(let phase): launch.phases.first { $0.name == phase.name }?.nanos
    case .resume, .share: nil
    }
  }

  /// By how much the log's clock may lengthen a time of a launch, in nanoseconds; 0 for a share.
  func slack(of launch: Launch) -> Int64 {
    switch self {
    case .launch, .phase: launch.timeSlack
    case .resume: launch.clockSlack
    case .share: 0
    }
  }
}

/// A share of launches that `compare` compares: the fewer have it, the better.
package enum CompareShare: String, Sendable, CaseIterable {
  /// Launches that surely took longer than their budget `launch`, of those whose time counts and ends with a frame.
  case overBudget
  /// Launches to the foreground, seen from their start, that the user abandoned: `launch.abandoned`.
  case abandoned
  /// Launches that iOS ended in the background, of those that were there: `background.killed`.
  case backgroundKilled
  /// Launches with an error or a warning that is not accepted, except that launches are slow, or that is reported once.
  case findings

  /// The rule whose findings are counted; nil for other shares.
  var rule: RuleID? {
    switch self {
    case .overBudget, .findings: nil
    case .abandoned: .`launch.abandoned`
    case .backgroundKilled: .`background.killed`
    }
  }
}
