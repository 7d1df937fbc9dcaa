/// The columns of `streams`.
enum StreamColumn: Int32, Column {
  case id, launch, device, app, boot, source, pid, base, baseContext, baseLine, changed

  static let list = makeList()
}
