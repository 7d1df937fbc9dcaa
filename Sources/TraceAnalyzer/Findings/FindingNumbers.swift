import TraceModel

/// The launch and the instant of a finding as numbers, by which findings are counted and put in order.
///
/// For speed: the launch's name need not be hashed, nor the instant's text compared. Two values are always equal, so that
/// findings are compared by their texts alone: launches have other numbers if the same logs are read in another order.
struct FindingNumbers: Sendable, Equatable {
  /// The number of the launch among those that are judged together; below 0 where the finding is about none.
  var launch: Int32 = -1
  /// The event's time in nanoseconds.
  ///
  /// `Event.absent` comes before all times, as an empty text does.
  var instant = Event.absent

  /// True if the finding is about a launch.
  var isOfLaunch: Bool { launch >= 0 }

  static func == (a: Self, b: Self) -> Bool { true }
}
