/// The columns of `launch_times`.
enum LaunchTimesColumn: Int32, Column {
  case block, contexts, times

  static let list = makeList()
}
