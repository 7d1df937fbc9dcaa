/// The first columns of every table of summaries: its key; `launches` has no `n`.
enum SummaryColumn: Int32, Column {
  case stream, ordinal, n

  static let list = makeList()
}
