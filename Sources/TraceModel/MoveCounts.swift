/// How often each move of the life cycle came; a count stays at 65,535 once it is there.
public struct MoveCounts: Sendable, Equatable {
  /// The counts by `LifecycleMove.rawValue`: there may be millions of launches.
  public var lanes = SIMD4<UInt16>(repeating: 0)

  /// None.
  public init() {}

  /// How often this move came.
  public subscript(move: LifecycleMove) -> Int {
    get { Int(lanes[Int(move.rawValue)]) }
    set { lanes[Int(move.rawValue)] = UInt16(clamping: newValue) }
  }

  /// True if no move came.
  public var isEmpty: Bool { lanes == SIMD4(repeating: 0) }
}
