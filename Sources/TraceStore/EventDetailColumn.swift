/// The columns of `event_details`.
enum EventDetailColumn: Int32, Column {
  case stream, position, duration, memory, lost, attributes

  static let list = makeList()
}
