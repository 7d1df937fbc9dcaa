package import TraceModel

/// A time that `compare` compares.
package enum CompareMeasure: Hashable, Sendable {
  /// The launch time, from its first known anchor to its last.
  case launch
  /// One phase of it.
  case phase(LaunchPhaseName)

  /// All of them, launch times first.
  package static let all: [CompareMeasure] = [.launch] + LaunchPhaseName.allCases.map(CompareMeasure.phase)

  /// As on a command line: `launch`, or `phase.appInit`.
  package var name: String {
    switch self {
    case .launch: "launch"
    case .phase(let phase): "phase.\(phase.name)"
    }
  }

  /// The time of a launch that counts; nil where the launch lacks it.
  func nanos(of launch: Launch) -> Int64? {
    switch self {
    case .launch: launch.time.nanos
    case .phase(let phase): launch.phases.first { $0.name == phase.name }?.nanos
    }
  }
}
