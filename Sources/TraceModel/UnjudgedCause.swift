/// Why a machine could not judge a step of a launch.
public enum UnjudgedCause: UInt8, Sendable, CaseIterable {
  /// The system's log tells what the app itself tells as well.
  case retold
  /// An event of the application delegate, in an app whose scenes tell where it is.
  case appOfScenes
  /// Without `viewInstance` two views look like one.
  case viewWithoutInstance
  /// Task 0 is `UIBackgroundTaskIdentifier.invalid`: no task was granted.
  case invalidTask
  /// No id tells which task it is.
  case unnamedTask
  /// Scenes without ids can't be told apart.
  case mergedScenes
  /// What was lost, or stands in no known order, may have made it legal.
  case leftOpen
}

/// How many steps of a launch were not judged for one cause.
public struct UnjudgedCount: Sendable, Equatable {
  public var cause = UnjudgedCause.retold
  public var steps: Int32 = 0

  /// No step.
  public init() {}
}

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
