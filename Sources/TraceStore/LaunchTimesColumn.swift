/// The columns of `launch_times`.
enum LaunchTimesColumn: Int32, Column {
  case block, contexts, times

  /// In plain words, which a test holds against the cases: to make it of their names took 3 of the 85 million instructions
  /// of a report.
  static let list = "block, contexts, times"
}
