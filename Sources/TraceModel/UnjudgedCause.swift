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
