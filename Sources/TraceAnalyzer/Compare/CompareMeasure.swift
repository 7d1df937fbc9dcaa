package import TraceModel

/// A time, or a share of launches, that `compare` compares.
package enum CompareMeasure: Hashable, Sendable {
  /// The launch time, from its first known anchor to its last.
  case launch
  /// One phase of it.
  case phase(LaunchPhaseName)
  /// A share of launches, no time.
  case share(CompareShare)

  /// All of them, launch times first.
  package static let all: [CompareMeasure] = [.launch] + LaunchPhaseName.allCases.map(CompareMeasure.phase) + shares
  /// All shares of launches.
  package static let shares: [CompareMeasure] = CompareShare.allCases.map(CompareMeasure.share)

  /// As on a command line: `launch`, `phase.appInit` or `abandoned`.
  package var name: String {
    switch self {
    case .launch: "launch"
    case .phase(let phase): "phase.\(phase.name)"
    case .share(let share): share.rawValue
    }
  }

  /// True for a share of launches.
  package var isShare: Bool { if case .share = self { true } else { false } }

  /// The time of a launch that counts; nil where the launch lacks it, and for a share.
  func nanos(of launch: Launch) -> Int64? {
    switch self {
    case .launch: launch.time.nanos
    case .phase(let phase): launch.phases.first { $0.name == phase.name }?.nanos
    case .share: nil
    }
  }
}
