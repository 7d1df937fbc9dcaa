/// The columns of `events`.
enum EventColumn: Int32, Column {
  case stream, position, time, uptime, seq, signature, subject, line

  static let list = makeList()
}
