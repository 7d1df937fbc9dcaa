/// How many steps of a launch were not judged for one cause.
public struct UnjudgedCount: Sendable, Equatable {
  public var cause = UnjudgedCause.retold
  public var steps: Int32 = 0

  /// No step.
  public init() {}
}
