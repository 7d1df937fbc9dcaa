import Testing

/// The size of a suite: what its tests need, and so how long they take. Each suite has exactly one.
///
/// Each test target has a link to this file. `Tests/suites.py` reads the sizes and checks that none is missing.
extension Tag {
  /// Values in memory: a hundred tests a second.
  @Tag static var small: Self
  /// Temporary files and stores, within the process of the tests.
  @Tag static var medium: Self
  /// Starts a built program, `tracetool` or `recorder-probe`, once or many times.
  @Tag static var large: Self
}
