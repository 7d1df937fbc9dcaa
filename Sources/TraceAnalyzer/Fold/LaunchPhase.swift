import TraceModel

/// One piece of a launch time, between two milestones that the launch has.
package struct LaunchPhase: Sendable, Equatable {
  /// Which it is, by the place of its name.
  package var place: Int
  package var nanos: Int64
  /// An edge of it is not really known.
  package var isApproximate: Bool
  /// Both of its ends are whole seconds: where it is 0, it is known to be less than one.
  package var isOnWholeSeconds = false

  package var name: String { Self.names[place] }

  /// The names in the order in which phases follow each other.
  package static let names = LaunchPhaseName.allCases.map(\.name)
}

extension LaunchPhase: Encodable {
  private enum Key: String, CodingKey { case phase, nanos, isApproximate }

  /// The phase by its name: its place is nothing to rely on.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .phase)
    try container.encode(nanos, forKey: .nanos)
    try container.encode(isApproximate, forKey: .isApproximate)
  }
}
