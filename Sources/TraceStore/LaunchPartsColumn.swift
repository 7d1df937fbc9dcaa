/// The columns of `launch_parts`.
enum LaunchPartsColumn: Int32, Column {
  case stream, ordinal, names, parts

  static let list = makeList()
}
