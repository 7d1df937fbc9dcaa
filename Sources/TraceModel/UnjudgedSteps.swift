/// How many steps of a launch were not judged, by cause.
public struct UnjudgedSteps: Sendable, Equatable {
  /// By `UnjudgedCause.rawValue`: there may be millions of launches.
  private var counts = SIMD8<Int32>(repeating: 0)

  /// None.
  public init() {}

  /// The causes for which there are some.
  public var counted: [UnjudgedCount] {
    UnjudgedCause.allCases.filter { self[$0] != 0 }.map { cause in
      var count = UnjudgedCount()
      count.cause = cause
      count.steps = self[cause]
      return count
    }
  }

  /// How many steps were not judged for this cause.
  public subscript(cause: UnjudgedCause) -> Int32 {
    get { counts[Int(cause.rawValue)] }
    set { counts[Int(cause.rawValue)] = newValue }
  }
}
