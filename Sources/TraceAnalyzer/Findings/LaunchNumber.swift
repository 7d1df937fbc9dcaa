/// The number of a finding's launch among those that are judged together; below 0 where it has none.
///
/// For speed: launches are counted by their numbers, where a name would be hashed for each finding. It says nothing that
/// the launch's name does not say, and another order of the same logs numbers launches in another way: so all are equal.
struct LaunchNumber: Sendable, Equatable {
  var value: Int32 = -1

  static func == (a: Self, b: Self) -> Bool { true }
}
