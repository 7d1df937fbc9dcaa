/// The columns of `stream_texts`.
enum StreamTextColumn: Int32, Column {
  case stream, id, value

  static let list = makeList()
}
