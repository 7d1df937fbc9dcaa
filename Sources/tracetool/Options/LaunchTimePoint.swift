/// A time in a launch, in nanoseconds.
enum LaunchTimePoint: Equatable {
  /// Since the launch's first event.
  case offset(Int64)
  /// Since 1970.
  case instant(Int64)

  /// The time since the first event of a launch that begins at `first`, in nanoseconds since 1970.
  func nanoseconds(since first: Int64) -> Int64 {
    switch self {
    case .offset(let nanoseconds): nanoseconds
    case .instant(let nanoseconds): nanoseconds &- first
    }
  }
}
