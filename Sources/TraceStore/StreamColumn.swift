/// The columns of `streams`.
enum StreamColumn: Int32, Column {
  case id, device, app, boot, source, pid, base, baseContext, basePid, baseSource, baseLine, changed, launch

  static let list = makeList()
}
