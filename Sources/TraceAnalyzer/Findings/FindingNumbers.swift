import TraceModel

/// What a finding about a launch says in numbers as well, by which findings are counted and put in order.
///
/// For speed: a name would be hashed, and an instant's text compared, for each finding, by one core while the others wait.
/// The numbers say nothing that the finding's texts do not say, and another order of the same logs numbers launches in
/// another way: so all are equal.
struct FindingNumbers: Sendable, Equatable {
  /// The number of the launch among those that are judged together; below 0 where the finding is about none.
  var launch: Int32 = -1
  /// When it happened, as the event has it: what is not known comes first, as an empty text does.
  var instant = Event.absent

  /// True if the finding is about a launch.
  var isOfLaunch: Bool { launch >= 0 }

  static func == (a: Self, b: Self) -> Bool { true }
}
