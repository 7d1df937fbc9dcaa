/// The columns of `launch_times`.
enum LaunchTimesColumn: Int32, Column {
  case stream, ordinal, context, times

  static let list = makeList()
}
