/// The columns of `launch_times`.
enum LaunchTimesColumn: Int32, Column {
  case stream, ordinal, environment, times

  static let list = makeList()
}
