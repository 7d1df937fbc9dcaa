/// The cause for which a machine could not judge a step of a launch; its name stands in documents.
public enum UnjudgedCause: UInt8, Sendable, CaseIterable {
  /// The system's log reports an event that the app itself reports as well.
  case retold
  /// An event of the application delegate, in an app whose scenes show where it is.
  case appOfScenes
  /// Without `viewInstance` two views look like one.
  case viewWithoutInstance
  /// Task 0 is `UIBackgroundTaskIdentifier.invalid`: no task was granted.
  case invalidTask
  /// No id says which task it is.
  case unnamedTask
  /// Scenes without ids look like one.
  case mergedScenes
  /// An event that was lost, or that stands in no known order, may have made it legal.
  case leftOpen
}
