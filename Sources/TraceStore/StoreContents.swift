package import TraceModel

/// What a store holds, counted in one pass over its launches.
///
/// One pass exists for speed: a query each for versions, months, devices and formats would read each launch several
/// times, which took thirteen seconds in a store of two million launches.
package struct StoreContents {
  /// The versions of apps that there are launches of, in the order of their names.
  ///
  /// What holds nothing but a system's messages about no app is no launch.
  package internal(set) var versions: [VersionContents] = []
  /// The months in which launches of each app began, the latest first; then those of no known day.
  package internal(set) var months: [MonthContents] = []
  /// How many devices the logs of all launches name.
  package internal(set) var deviceCount: Int64 = 0
  /// The formats in which launches came, in the order of their names.
  package internal(set) var formats: [String] = []
  /// How many launches there are of which no more is known than that they were.
  package internal(set) var earlierLaunches: Int64 = 0
}
