/// How often an app was opened in each way; a count stays at 65,535 once it is there.
public struct EntryCounts: Sendable, Equatable {
  /// The counts by `LaunchEntry.rawValue`: there may be millions of launches.
  public var lanes = SIMD4<UInt16>(repeating: 0)

  /// None.
  public init() {}

  /// How often the app was opened in this way.
  public subscript(entry: LaunchEntry) -> Int {
    get { Int(lanes[Int(entry.rawValue)]) }
    set { lanes[Int(entry.rawValue)] = UInt16(clamping: newValue) }
  }

  /// True if the app was never opened in any of these ways.
  public var isEmpty: Bool { lanes == SIMD4(repeating: 0) }
}
