/// The columns of `sources`.
enum SourceColumn: Int32, Column {
  case id, path, identity, isPipe, offset, line, tailHash, headLength, headHash, device, app, boot, pid, isLineOpen
  case pendingLost

  static let list = makeList()
}
